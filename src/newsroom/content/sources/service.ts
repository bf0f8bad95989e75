/** Collecting articles from the sources that this server is set to read: `ctx.services.sources`. */

import type { Database } from '../../../database/types.ts';
import type { JobContext } from '../../../jobs/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { detectLanguage } from '../../../text/language.ts';
import type { CollectedText } from '../articles/collected-writes.ts';
import { type ConfiguredSource, chooseSources, shippedSources } from './catalog.ts';
import { type CollectedList, collectList, collectPage, SourceFault } from './collect.ts';
import { readNotices } from './notices.ts';
import { findSource, listKnown, listSourceRows } from './reads.ts';
import type { Source } from './tables.ts';
import type { CollectedArticle, FetchedSource, SourceModule } from './types.ts';
import { askForSources, landArticles, recordFailure, recordSuccess, registerSources, WAIT_MS_MAX } from './writes.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    sources: Sources;
  }
}

export interface Sources {
  /** Does what waits start by itself? */
  readonly isScheduled: boolean;
  /** All that this server reads are due now. */
  ask(): Promise<void>;
  /** Those that are due, by their keys. */
  listDue(nowMs: number): Promise<SourceModule[]>;
  /** Reads one, and stores what is new. A source that fails throws, and is not asked twice within one job. */
  collect(type: string, ctx: JobContext): Promise<void>;
}

export interface SourcesOptions {
  database: Pick<Database, 'db' | 'write'>;
  configured: readonly ConfiguredSource[];
  isScheduled: boolean;
  zone: string;
}

/** Stored in one write. */
const PORTION = 5;
/** Pages of a list that are read in one run: a host is asked once a second. */
const PAGES_MAX = 20;
/** When so many can't be read, and none could, the site is at fault. */
const PAGE_FAULTS_MAX = 3;

export async function openSources({ database, configured, isScheduled, zone }: SourcesOptions): Promise<Sources> {
  const { db } = database;
  const modules = chooseSources(configured);
  await register(database, [...modules, ...shippedSources]);
  const readRows = (): Promise<Source[]> =>
    listSourceRows(
      db,
      modules.map(({ type }) => type),
    );
  return {
    isScheduled,
    async ask() {
      await database.write(
        askForSources,
        modules.map(({ type }) => type),
      );
    },
    async listDue(nowMs) {
      const rows = new Map((await readRows()).map((row) => [row.source_type, row]));
      const isDue = (source: SourceModule): boolean => isTimeFor(source, rows.get(source.type), nowMs, isScheduled);
      return modules.filter(isDue).sort((a, b) => (a.type < b.type ? -1 : 1));
    },
    async collect(type, ctx) {
      const source = modules.find((one): one is FetchedSource => one.type === type && one.feedUrl !== null);
      const row = await findSource(db, type);
      if (!source || !row) throw new FareboxError('NOT_FOUND', { message: 'Source not found' });
      await collectFrom(source, row, zone, ctx);
    },
  };
}

async function register(database: Pick<Database, 'db' | 'write'>, modules: readonly SourceModule[]): Promise<void> {
  const byType = new Map(modules.toReversed().map((source) => [source.type, source]));
  const types = new Set((await listSourceRows(database.db, [...byType.keys()])).map(({ source_type }) => source_type));
  const missing = [...byType.values()].filter(({ type }) => !types.has(type));
  const rows = missing.map(({ readEntry: _read, articleType: _type, ...source }) => source);
  if (rows.length > 0) await database.write(registerSources, rows);
}

/** A clock that was put back must not hold a source up: what lies too far ahead counts for nothing. */
function isTimeFor(source: SourceModule, row: Source | undefined, nowMs: number, isScheduled: boolean): boolean {
  if (!row) return false;
  const waitMs = (row.retry_at ?? 0) - nowMs;
  if (waitMs > 0 && waitMs <= WAIT_MS_MAX) return false;
  const lastMs = row.last_run_at ?? Number.NEGATIVE_INFINITY;
  const isAsked = row.asked_at !== null && row.asked_at > lastMs;
  return isAsked || (isScheduled && Math.abs(nowMs - lastMs) >= source.intervalMinutes * 60_000);
}

async function collectFrom(source: FetchedSource, row: Source, zone: string, ctx: JobContext): Promise<void> {
  const { database } = ctx.services;
  const run = { type: source.type, jobId: ctx.requestId, zone };
  if (row.last_job_id === ctx.requestId && row.fault !== null)
    throw new SourceFault(row.fault, row.fault_message ?? '', row.fault_status);
  try {
    const list = await collectList(source, row, ctx);
    const articles = list === null ? [] : await storeList(source, list, zone, ctx);
    if (list?.isCut) throw new SourceFault('cut', `The feed is cut off: ${articles.length} complete items were read`);
    const count = (field: 'title' | 'body' | 'contactEmail'): number =>
      articles.filter((article) => article[field]).length;
    const counts = { titles: count('title'), bodies: count('body'), emails: count('contactEmail') };
    const answer = list && { url: list.url, etag: list.etag, lastModified: list.lastModified, ...counts };
    const entries = articles.length;
    await database.write(recordSuccess, { ...run, answer: answer && entries > 0 ? { ...answer, entries } : null });
  } catch (thrown) {
    if (thrown instanceof SourceFault) {
      const { fault, httpStatus, message, retryAfterMs } = thrown;
      await database.write(recordFailure, { ...run, fault, httpStatus, message, retryAfterMs });
    }
    throw thrown;
  }
}

/** Stores the entries of a list: teasers become articles by their pages, known ones are left out first. */
async function storeList(
  source: SourceModule,
  { articles: listed, isTeaser }: Pick<CollectedList, 'articles' | 'isTeaser'>,
  zone: string,
  ctx: JobContext,
): Promise<CollectedArticle[]> {
  const { database } = ctx.services;
  const store = async (articles: readonly CollectedArticle[]): Promise<void> => {
    const texts = articles.map((article) => describe(source, article));
    await database.write(landArticles, { type: source.type, articles: texts, zone });
  };
  if (!isTeaser) {
    for (let at = 0; at < listed.length; at += PORTION) await store(listed.slice(at, at + PORTION));
    return [...listed];
  }
  const fresh = await dropKnown(source, listed, ctx);
  const collected: CollectedArticle[] = [];
  const faults: SourceFault[] = [];
  for (const article of fresh.slice(0, PAGES_MAX)) {
    const whole = await collectPage(article, ctx).catch((thrown: unknown) => {
      // One page that can't be read keeps nobody from the others; a site that asks for patience is left alone.
      if (!(thrown instanceof SourceFault) || thrown.fault === 'rate_limited') throw thrown;
      ctx.log.warn({ err: thrown, source: source.type }, 'could not read a page of a source');
      faults.push(thrown);
      return null;
    });
    if (whole !== null) {
      await store([whole]);
      collected.push(whole);
    }
    const [fault] = faults;
    if (fault && collected.length === 0 && faults.length === PAGE_FAULTS_MAX) throw fault;
  }
  const [fault] = faults;
  if (fault && collected.length === 0) throw fault;
  return collected;
}

async function dropKnown(
  { type }: SourceModule,
  listed: readonly CollectedArticle[],
  { services }: JobContext,
): Promise<CollectedArticle[]> {
  const ids = listed.map(({ externalId }) => externalId);
  const existing = await listKnown(services.database.db, type, ids);
  return listed.filter(({ externalId }) => !existing.has(externalId));
}

function describe(source: SourceModule, article: CollectedArticle): CollectedText {
  const { language } = detectLanguage(`${article.title}\n${article.body}`);
  const showsBody = source.bodyPolicy === 'full';
  const { refusesAds: contactRefuses } = readNotices(article.body, article.contactEmail);
  return { ...article, sourceType: source.type, sourceName: source.name, language, showsBody, contactRefuses };
}
