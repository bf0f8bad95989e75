/** Shared by pitch operations: one text per outlet, each failing alone. */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import { CallerGoneError } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { count, listOf } from '../../src/kernel/tool/fields.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { describeMaking, type Part } from '../../src/newsroom/analysis/analyses/refine.ts';
import type { Clock } from '../../src/newsroom/analysis/mentions/types.ts';
import { DEGRADED_REASONS } from '../../src/newsroom/analysis/models/reasons.ts';
import {
  createArticleMissingError,
  findVisibleArticle,
  listTranslations,
} from '../../src/newsroom/content/articles/reads.ts';
import { listCompanyMedia } from '../../src/newsroom/media/contacts/reads.ts';
import type { ModelTarget } from '../../src/newsroom/media/pitches/model-words.ts';
import { describeOutlet, readNews } from '../../src/newsroom/media/pitches/news.ts';
import { findReleaseOfArticle } from '../../src/newsroom/media/pitches/reads.ts';
import type { News, Outlet } from '../../src/newsroom/media/pitches/types.ts';
import { cutCodePoints } from '../../src/text/truncate.ts';
import { listOnce, mediaIds, requireMember } from './_shared.ts';

export const SINGLE_MAX = 49;
export const BATCH_MAX = 500;
export const BATCH_TIMEOUT_MS = 120_000;
/** Characters of all texts of an answer that repeats the article for each medium. */
const ANSWER_CHARS_MAX = 2_000_000;
/** Code points of an article that are read. */
const READ_MAX = 20_000;
/** Letters that a model writes at once. */
const AT_ONCE = 4;
/** After so many, others get their turn. */
const TURN = 5;

export const writingInput = z.object({
  article_id: z
    .number()
    .int()
    .describe('ID of an article of the company or a public one; a release has its own in article_id.'),
  media_ids: mediaIds.describe('Numbers of outlets; each is served once, in this order.'),
});

/** Fields of an item beside its text. */
export const itemShape = {
  media_id: count('Number of the outlet.'),
  media_name: z.string().describe('Name of the outlet.'),
  status: z
    .enum(['ok', 'fallback', 'error'])
    .describe('`fallback` if the outlet’s profile is empty; `error` if there is no text.'),
  language: z
    .enum(['ja', 'zh', 'en'])
    .describe(
      'Language of the text: that of the outlet if the article is translated into it, else that of the article.',
    ),
  char_count: count('Number of code points of the body.'),
  fallback_reason: z
    .enum(['empty_profile'])
    .nullable()
    .describe('Reason why only type, industry, place and name were used.'),
  unverified: listOf('Claims that the article doesn’t support. They are replaced by placeholders.', {
    text: z.string().describe('Wording before removal.'),
    why: z.literal('not_in_input').describe('Reason: the article does not contain the claim.'),
  }),
};

export const answerShape = {
  article_id: count('Requested article ID.'),
  total: count('Number of items.'),
  requested: count('Number of requested outlets.'),
  duplicates_removed: count('Number of repeated IDs.'),
  missing_media_ids: z.array(z.number().int()).describe('Numbers that belong to no outlet.'),
  engine: z.enum(['rules', 'rules+llm']).describe('Engine that wrote the texts.'),
  degraded_reason: z.enum(DEGRADED_REASONS).nullable().describe('Reason why rules were used instead of a model.'),
};

/** Fields of one medium's item besides the shared ones. */
export interface WrittenItem<Fields> {
  fields: Fields;
  part: Part | null;
}

export interface Writing<Fields> {
  articleId: number;
  mediaIds: readonly number[];
  isBatch: boolean;
  /** Each text is as long as the article. */
  repeatsArticle: boolean;
  /** Called once, before the media. */
  prepare(news: News, clock: Clock): (target: ModelTarget) => Promise<WrittenItem<Fields>>;
  /** Of a medium that nothing could be written for. */
  blank: Fields;
}

/** Throws `use_batch`, `too_many_media`, NOT_FOUND. */
export async function writeForMedia<Fields extends { body: string }>(ctx: CallContext, writing: Writing<Fields>) {
  const { articleId, mediaIds: wishedIds, isBatch } = writing;
  const { companyId } = requireMember(ctx);
  const ids = listOnce(wishedIds);
  if (!isBatch && ids.length > SINGLE_MAX) throw createReasonError('use_batch');
  if (ids.length > BATCH_MAX)
    throw createReasonError('too_many_media', { message: `At most ${BATCH_MAX} media at once` });
  const { news, clock } = await readArticle(ctx, articleId);
  const most = writing.repeatsArticle ? Math.floor(ANSWER_CHARS_MAX / Math.max(1, news.body.length)) : BATCH_MAX;
  if (ids.length > most)
    throw createReasonError('too_many_media', {
      message: `At most ${most} media at once for an article of this length`,
    });
  const media = await ctx.services.database.read(listCompanyMedia, { companyId, ids });
  const versions = await readVersions(ctx, articleId, { news, languages: media.map(({ item }) => item.language) });
  const writers = new Map(versions.map((version) => [version.language, writing.prepare(version, clock)]));
  const outlets = media.map(({ item }) => describeOutlet(item));
  const newsFor = media.map(({ item }) => versions.find(({ language }) => language === item.language) ?? news);
  const targets = outlets.map((outlet, at) => ({ outlet, news: newsFor[at] ?? news }));
  const letters = await mapAtOnce(targets, async (target) => {
    const write = writers.get(target.news.language);
    return write ? await writeOne(ctx, write, { ...target, clock, companyId, articleId }) : null;
  });
  const outletIds = new Set(outlets.map(({ id }) => id));
  const { engine, degraded_reason } = describeMaking(letters.flatMap((one) => one?.part ?? []));
  const reason = ctx.services.models.identify(ctx) === null ? ('no_llm_configured' as const) : degraded_reason;
  return {
    article_id: articleId,
    items: targets.map((target, at) =>
      formatItem(target.news, target.outlet, letters[at]?.fields ?? null, writing.blank),
    ),
    total: outlets.length,
    requested: wishedIds.length,
    duplicates_removed: wishedIds.length - ids.length,
    missing_media_ids: ids.filter((id) => !outletIds.has(id)),
    engine,
    degraded_reason: reason,
  };
}

/** The article, and its translations into languages that the outlets are in. */
async function readVersions(
  ctx: CallContext,
  articleId: number,
  { news, languages }: { news: News; languages: readonly string[] },
): Promise<News[]> {
  const translations = await listTranslations(ctx.services.database.db, articleId);
  const versions = [news];
  for (const { language, title, body } of translations) {
    if (!languages.includes(language) || language === news.language) continue;
    versions.push((await readArticle(ctx, articleId, { language, title, body })).news);
  }
  return versions;
}

type Translation = Pick<News, 'language' | 'title' | 'body'>;

/** The company's own article, or a public one, as news; in another language where `translation` is given. Throws NOT_FOUND. */
export async function readArticle(
  ctx: CallContext,
  articleId: number,
  translation?: Translation,
): Promise<{ news: News; clock: Clock }> {
  const { companyId } = requireMember(ctx);
  const { analyses, database } = ctx.services;
  const article = await findVisibleArticle(database.db, companyId, articleId);
  if (!article) throw createArticleMissingError();
  const nowMs = await database.now();
  const clock = { nowMs, timeZone: ctx.server.timeZone };
  const release = await findReleaseOfArticle(database.db, companyId, articleId);
  const until = release?.embargo_until ?? null;
  const { title, language } = translation ?? article;
  const body = cutCodePoints((translation ?? article).body, READ_MAX);
  const analysis = await analyses.analyze({ mode: 'facts', title, body, clock }, ctx);
  const text = {
    ...{ title, body, language },
    url: article.canonical_url ?? article.url,
    contact: release?.contact_info ?? article.contact_email,
    embargo: until !== null && until > nowMs ? formatZonedTime(until, ctx.server.timeZone) : null,
  };
  return { news: readNews(text, analysis), clock };
}

async function writeOne<Fields>(
  ctx: CallContext,
  write: (target: ModelTarget) => Promise<WrittenItem<Fields>>,
  target: ModelTarget,
): Promise<WrittenItem<Fields> | null> {
  try {
    return await write(target);
  } catch (thrown) {
    // One medium fails alone; a caller who has left, all.
    if (thrown instanceof CallerGoneError || ctx.signal.aborted) throw thrown;
    ctx.log.error({ err: thrown, mediaId: target.outlet.id }, 'could not write for an outlet');
    return null;
  }
}

async function mapAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) results[at] = await work(item);
      if (at % TURN === 0) await setImmediate();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return results;
}

function formatItem<Fields extends { body: string }>(
  { language }: News,
  outlet: Outlet,
  fields: Fields | null,
  blank: Fields,
) {
  const isFallback = outlet.isEmpty;
  const status = fields === null ? ('error' as const) : isFallback ? ('fallback' as const) : ('ok' as const);
  const text = fields ?? blank;
  return {
    media_id: outlet.id,
    media_name: outlet.name,
    status,
    language,
    char_count: [...text.body].length,
    fallback_reason: isFallback ? ('empty_profile' as const) : null,
    ...text,
  };
}
