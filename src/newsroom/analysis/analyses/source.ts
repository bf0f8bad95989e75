/** Loads the text to analyze, submitted or from a page. */

import { createReasonError } from '../../../kernel/errors/reasons.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import '../../../providers/shared/page/reader.ts';
import { hasLetters } from '../../../text/language.ts';
import { explainVisit } from '../../common/sites.ts';
import type { PageDetails } from './analyze.ts';
import type { AnalysisResult } from './output.ts';

export interface AnalysisSource {
  /** A page's; null for a text whose first line may be its title. */
  title: string | null;
  body: string;
  page: Partial<PageDetails>;
  /** As the result tells of it. */
  shown: Omit<AnalysisResult['source'], 'title' | 'word_count'>;
}

/** UTF-16 units: what is analysed is shorter. */
const PAGE_CHARS_MAX = 200_000;

/**
 * `content` unless it is blank, else the page at `url`. Throws INVALID_INPUT (`url_blocked`, `empty_text`), UPSTREAM_FAILED,
 * UPSTREAM_TIMEOUT or OVERLOADED.
 */
export async function readSource(
  ctx: CallContext,
  content: string,
  url: string | null,
  nowMs: number,
): Promise<AnalysisSource> {
  if (content.trim() === '') return readPage(ctx, url ?? '', nowMs);
  const nowhere = { final_url: null, fetched_at: null, extractor: null, truncated: false };
  return { title: null, body: content, page: { url: parseAddress(url) }, shown: { kind: 'text', url, ...nowhere } };
}

async function readPage(ctx: CallContext, url: string, nowMs: number): Promise<AnalysisSource> {
  const { sites, pages, analyses } = ctx.services;
  const page = await sites.fetch(url, ctx);
  const { source, contentType, finalUrl } = page;
  const news = await pages
    .readNews({ source, contentType, finalUrl, charsMax: PAGE_CHARS_MAX }, ctx)
    .catch((thrown: unknown) => {
      throw explainVisit(thrown, new URL(finalUrl).host);
    });
  if (!hasLetters(`${news.title ?? ''}${news.text}`)) throw createReasonError('empty_text');
  const { images, publishedAt, modifiedAt, author, publisher } = news;
  return {
    title: news.title,
    body: news.text,
    page: {
      url: finalUrl,
      images,
      publishedAt,
      modifiedAt,
      author,
      ...(publisher === null ? {} : { publisher: { name: publisher } }),
    },
    shown: {
      kind: 'url',
      url,
      final_url: finalUrl,
      fetched_at: analyses.formatTime(nowMs),
      extractor: news.extractor,
      truncated: source.truncated || news.cut,
    },
  };
}

/** An address for the markup; anything else is kept as it was given, and is no address. */
function parseAddress(url: string | null): string | null {
  const parsed = URL.parse(url ?? '');
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}
