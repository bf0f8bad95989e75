/** Collects one source: its list, and the articles in it. */

import type { JobContext } from '../../../jobs/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { ListedRelease } from '../../../providers/shared/feed/feed.ts';
import { readTime } from '../../../providers/shared/feed/times.ts';
import { ROBOTS_REFUSAL } from '../../common/sites.ts';
import { normalizeAddress } from './addresses.ts';
import type { Source } from './tables.ts';
import type { CollectedArticle, FetchedSource, FetchFault, SourceModule } from './types.ts';

/** Code points of one text; longer ones are cut. */
const BODY_CHARS_MAX = 20_000;
/** UTF-16 units of a list. */
const LIST_CHARS_MAX = 3_000_000;
/** UTF-16 units: a longer address can't be told from others by an index. */
const ADDRESS_MAX = 1_000;
const TYPES = 'application/rss+xml, application/atom+xml, application/rdf+xml, text/html;q=0.9, */*;q=0.5';

export interface CollectedList {
  articles: CollectedArticle[];
  /** Entries that name no text: their articles are on pages of their own. */
  isTeaser: boolean;
  /** The feed ends before its end tag. */
  isCut: boolean;
  url: string;
  etag: string | null;
  lastModified: string | null;
}

/** Null: nothing has changed since the last answer. Throws a SourceFault. */
export async function collectList(source: FetchedSource, row: Source, ctx: JobContext): Promise<CollectedList | null> {
  try {
    return await readList(source, row, ctx);
  } catch (thrown) {
    throw explainFault(thrown, ctx);
  }
}

async function readList(source: FetchedSource, row: Source, ctx: JobContext) {
  const { feedUrl } = source;
  const { sites, pages } = ctx.services;
  const isSame = row.fetched_url === feedUrl;
  const page = await sites.fetch(feedUrl, ctx, {
    accept: TYPES,
    ...(isSame && row.etag !== null ? { ifNoneMatch: row.etag } : {}),
    ...(isSame && row.last_modified !== null ? { ifModifiedSince: row.last_modified } : {}),
  });
  if (page.status === 304) return null;
  const { source: bytes, contentType, finalUrl, etag, lastModified } = page;
  if (bytes.bytes.byteLength === 0) throw new SourceFault('empty', 'The response is empty', page.status);
  const { country } = row;
  const job = {
    source: bytes,
    contentType,
    finalUrl,
    charsMax: LIST_CHARS_MAX,
    summaryCharsMax: BODY_CHARS_MAX,
    country,
  };
  const list = await pages.readReleases(job, ctx);
  const { isCut } = list;
  if (source.method === 'rss' && list.kind === 'page')
    throw new SourceFault('unreadable', 'The response is a page, not a feed', page.status);
  const articles = list.releases.flatMap((entry) => readEntry(source, entry));
  if (articles.length === 0 && !isCut) throw new SourceFault('empty', 'The response lists no articles', page.status);
  return { articles, isTeaser: source.method === 'html', isCut, url: feedUrl, etag, lastModified };
}

/** The full text of an article whose list has only its address. Throws a SourceFault. */
export async function collectPage(article: CollectedArticle, ctx: JobContext): Promise<CollectedArticle> {
  const { sites, pages } = ctx.services;
  try {
    const { source, contentType, finalUrl } = await sites.fetch(article.url, ctx);
    const news = await pages.readNews({ source, contentType, finalUrl, charsMax: BODY_CHARS_MAX }, ctx);
    return {
      ...article,
      title: news.title ?? article.title,
      body: news.text,
      author: news.author?.name ?? article.author,
      companyName: news.publisher ?? article.companyName,
      contactEmail: findEmail(news.text),
      imageUrl: news.images[0] ?? article.imageUrl,
      publishedAtMs: readTime(news.publishedAt, Date.now()) ?? article.publishedAtMs,
    };
  } catch (thrown) {
    throw explainFault(thrown, ctx);
  }
}

function readEntry(source: SourceModule, listed: ListedRelease): CollectedArticle[] {
  const entry = source.readEntry?.(listed);
  const canonicalUrl = normalizeAddress(listed.url);
  if (entry === null || canonicalUrl.length > ADDRESS_MAX || listed.url.length > ADDRESS_MAX) return [];
  const { title, url, summary, author, imageUrl, tags, publishedAtMs } = { ...listed, ...entry };
  if (title.trim() === '') return [];
  return [
    {
      externalId: canonicalUrl,
      url,
      canonicalUrl,
      title,
      body: summary,
      author,
      companyName: author,
      contactEmail: findEmail(summary),
      imageUrl,
      tags,
      publishedAtMs,
    },
  ];
}

const EMAIL = /(?<![\w.+-])[a-z0-9][\w.+-]{0,63}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}(?![\w-])/i;

const findEmail = (text: string): string | null => EMAIL.exec(text)?.[0] ?? null;

/** Why a source brought nothing, in our words. */
export class SourceFault extends FareboxError {
  readonly fault: FetchFault;
  readonly httpStatus: number | null;
  readonly retryAfterMs: number | null;

  constructor(
    fault: FetchFault,
    message: string,
    httpStatus: number | null = null,
    more: { retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super('UPSTREAM_FAILED', { message, cause: more.cause });
    this.fault = fault;
    this.httpStatus = httpStatus;
    this.retryAfterMs = more.retryAfterMs ?? null;
  }
}

/** Errors of our own, and the end of this run, don't count against the source. */
function explainFault(thrown: unknown, ctx: JobContext): unknown {
  if (thrown instanceof SourceFault || ctx.callerGone.aborted) return thrown;
  const failure = findFailure(thrown);
  const status = failure?.facts.status ?? null;
  const more = { retryAfterMs: failure?.facts.retryAfterMs ?? null, cause: thrown };
  if (failure?.kind === 'rate' || failure?.kind === 'parked')
    return new SourceFault('rate_limited', 'The source rate-limited this server', status, more);
  if (!(thrown instanceof FareboxError)) return thrown;
  const { message } = thrown;
  switch (thrown.code) {
    case 'UPSTREAM_TIMEOUT':
      return new SourceFault('timeout', message, status, more);
    case 'UPSTREAM_FAILED':
      return new SourceFault(status === null ? 'network' : 'http', message, status, more);
    case 'INVALID_INPUT':
      return new SourceFault(message === ROBOTS_REFUSAL ? 'robots' : 'blocked', message, status, more);
    case 'UNREADABLE_TARGET':
      return new SourceFault('unreadable', message, status, more);
    default:
      return thrown;
  }
}

function findFailure(thrown: unknown): UpstreamFailure | undefined {
  let one = thrown;
  for (let depth = 0; depth < 5; depth++) {
    if (one instanceof UpstreamFailure) return one;
    one = one instanceof FareboxError ? one.facts.cause : undefined;
  }
  return undefined;
}
