/**
 * Articles of companies: made, changed, published and taken back in the transaction of whatever they belong to. The feed
 * follows by itself.
 */
import type { Selectable } from 'kysely';
import { defineEvent, defineWrite } from '../../../database/define.ts';
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import type { ArticleRow } from '../article-tables.ts';
import { buildFilePath } from '../feed/document.ts';
import { removeFeedEntry, writeFeedEntry } from '../feed/entry-writes.ts';
import type { GoneReason } from '../feed/tables.ts';
import type { FeedFact, FeedQuestion } from '../feed/types.ts';
import { type ArticleFindings, keepFindings } from './findings.ts';
import { noteGaps } from './gap-writes.ts';
import { hashContent } from './hash.ts';
import { createArticleMissingError } from './reads.ts';

type Text = Pick<ArticleRow, 'title' | 'subtitle' | 'body' | 'language'>;

/** Says its id. Nobody but the company sees it until it is published. */
export async function insertReleaseArticle({ db, nowMs }: Tx, companyId: string, text: Text): Promise<number> {
  const row = { company_id: companyId, source_type: 'press_release', ...text, created_at: nowMs, updated_at: nowMs };
  const { id } = await db.insertInto('articles').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/**
 * The article of an analysis that is to be published: the one that there is, or a new one. Says its id. `url` is where the
 * text comes from.
 */
export async function ensureResultArticle(
  { db, nowMs }: Tx,
  { companyId, resultId, url, ...text }: Text & { companyId: string; resultId: string; url: string | null },
): Promise<number> {
  const source = { source_type: 'result', external_id: resultId };
  await db
    .insertInto('articles')
    .values({ company_id: companyId, ...source, ...text, canonical_url: url, created_at: nowMs, updated_at: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const query = db.selectFrom('articles').select('id').where('source_type', '=', 'result');
  const ours = query.where('external_id', '=', resultId).where('company_id', '=', companyId);
  const { id } = await ours.executeTakeFirstOrThrow();
  return id;
}

/**
 * The new text of a release in its article. A public one changes in the feed at once: with `findings` of the new text, or
 * with those of the old that still stand in it.
 */
export async function updateReleaseArticle(tx: Tx, id: number, text: Text, findings?: ArticleFindings): Promise<void> {
  const { title, subtitle, body, language } = text;
  const row = await lockArticle(tx, id);
  const isOther = title !== row.title || subtitle !== row.subtitle || body !== row.body;
  const columns = findings ? buildFindingColumns(tx, findings) : isOther ? buildKeptColumns(row, text) : {};
  await tx.db
    .updateTable('articles')
    .set({ title, subtitle, body, language, ...columns, content_hash: hashContent(text), updated_at: tx.nowMs })
    .where('id', '=', id)
    .execute();
  if (row.is_public === 1) await writeFeedEntry(tx, id);
}

/**
 * The release's pictures and attachments have changed: the feed tells it of a public one. `pictureId`: the picture that
 * stands for the article.
 */
export async function showReleaseFiles(tx: Tx, id: number, pictureId: number | null): Promise<void> {
  const row = await lockArticle(tx, id);
  const image_url = pictureId === null ? null : buildFilePath(id, pictureId);
  if (image_url !== row.image_url) {
    await tx.db.updateTable('articles').set({ image_url, updated_at: tx.nowMs }).where('id', '=', id).execute();
  }
  if (row.is_public === 1) await writeFeedEntry(tx, id);
}

/** Told before an article goes, with all that is kept of it. */
export const articleRemoval = defineEvent<{ articleId: number }>('articles.removal');

/** A public one leaves a tombstone in the feed. */
export async function deleteReleaseArticle(tx: Tx, id: number): Promise<void> {
  await lockArticle(tx, id);
  await removeFeedEntry(tx, id, 'deleted');
  await tx.tell(articleRemoval, { articleId: id });
  await tx.db.deleteFrom('article_translations').where('article_id', '=', id).execute();
  await tx.db.deleteFrom('article_translation_gaps').where('article_id', '=', id).execute();
  await tx.db.deleteFrom('articles').where('id', '=', id).execute();
}

export interface Publication {
  articleId: number;
  /** Of the text as it is stored now; without them the article keeps what was found before. */
  findings?: ArticleFindings | undefined;
  /** Until when nobody may publish it; null or past: now. */
  embargoUntil?: number | null | undefined;
}

export interface PublishedArticle {
  articleId: number;
  /** `epoch.number`: its line in the feed. */
  seq: string;
  /** `sha256:…` of what it says: whoever has had it needs it no second time. */
  contentHash: string;
  /** When it first became public. Milliseconds; null where its source doesn't say. */
  publishedAt: number | null;
  /** False when all of it was public already. */
  isChanged: boolean;
}

/**
 * Makes an article public, or tells the feed what is new of a public one; the same twice changes nothing. The caller has
 * looked whose it is. Several in one write: by rising ids. Throws NOT_FOUND, `embargoed`.
 */
export async function publishArticle(
  tx: Tx,
  { articleId: id, findings, embargoUntil = null }: Publication,
): Promise<PublishedArticle> {
  const row = await lockArticle(tx, id);
  if (embargoUntil !== null && embargoUntil > tx.nowMs) throw createReasonError('embargoed');
  const contentHash = hashContent(row);
  // Taken back and published anew, it is news of today.
  const ownTime = (row.is_public === 1 ? row.published_at : null) ?? tx.nowMs;
  const publishedAt = row.company_id === null ? row.published_at : ownTime;
  const columns = findings ? buildFindingColumns(tx, findings) : {};
  await tx.db
    .updateTable('articles')
    .set({ is_public: 1, published_at: publishedAt, content_hash: contentHash, push_due: null, ...columns })
    .where('id', '=', id)
    .execute();
  if (findings) await noteGaps(tx, { ...row, content_hash: contentHash });
  return { articleId: id, contentHash, publishedAt, ...(await writeFeedEntry(tx, id)) };
}

/** Takes a public article out of the feed, with a tombstone; does nothing for a private one. Throws NOT_FOUND. */
export async function withdrawArticle(tx: Tx, id: number, reason: GoneReason = 'unpublished'): Promise<void> {
  await lockArticle(tx, id);
  await tx.db.updateTable('articles').set({ is_public: 0 }).where('id', '=', id).execute();
  await removeFeedEntry(tx, id, reason);
}

/** The same as writes of their own, for articles that belong to nothing else that would change with them. */
export const pushArticle = defineWrite('articles.push', publishArticle);
export const retractArticle = defineWrite(
  'articles.retract',
  (tx: Tx, { articleId, reason }: { articleId: number; reason: GoneReason }) => withdrawArticle(tx, articleId, reason),
);

async function lockArticle(tx: Tx, id: number): Promise<Selectable<ArticleRow>> {
  const query = tx.db.selectFrom('articles').selectAll().where('id', '=', id);
  const row = await lockRows(tx, query).executeTakeFirst();
  if (!row) throw createArticleMissingError();
  return row;
}

/** Columns that an analysis fills. */
export function buildFindingColumns({ nowMs }: Pick<Tx, 'nowMs'>, findings: ArticleFindings) {
  const { summary, categories, tags, faq, facts, nqScore, engine } = findings;
  return {
    summary,
    category: categories[0] ?? null,
    categories: JSON.stringify(categories),
    tags: JSON.stringify(tags),
    faq: JSON.stringify(faq),
    facts: JSON.stringify(facts),
    nq_score: nqScore,
    engine,
    analyzed_at: nowMs,
  };
}

function buildKeptColumns(row: Selectable<ArticleRow>, { title, subtitle, body }: Text) {
  const faq: FeedQuestion[] = JSON.parse(row.faq);
  const facts: FeedFact[] = JSON.parse(row.facts);
  const stillTrue = keepFindings({ faq, facts, summary: row.summary }, [title, subtitle ?? '', body].join('\n'));
  return { summary: stillTrue.summary, faq: JSON.stringify(stillTrue.faq), facts: JSON.stringify(stillTrue.facts) };
}
