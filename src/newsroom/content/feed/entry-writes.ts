/** The feed's line of an article: raised when what is public of it changes, a tombstone when it goes. */
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { definePurge } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import type { Language } from '../../../text/language.ts';
import type { ArticleRow } from '../article-tables.ts';
import { lockFeed, takeNumber } from './counter-writes.ts';
import { type ArticleText, listLanguages, type PublicArticle, type PublicFile, writeDocument } from './document.ts';
import { formatSequence } from './sequence.ts';
import { ensureShop, findDemoShop, type ShopName } from './shop-writes.ts';
import type { FeedEntryRow, GoneReason } from './tables.ts';
import type { FeedFact, FeedQuestion } from './types.ts';

export interface FeedPosition {
  /** `epoch.number` of the article's line. */
  seq: string;
  /** False: all that is public of it was there already. */
  isChanged: boolean;
}

/**
 * Brings the article's line in step with its rows; for a public article only, whose row this write holds. Several articles
 * in one write: lock all their rows, by rising ids, before the first of these.
 */
export async function writeFeedEntry(tx: Tx, articleId: number): Promise<FeedPosition> {
  const { db, nowMs } = tx;
  const row = await db.selectFrom('articles').selectAll().where('id', '=', articleId).executeTakeFirstOrThrow();
  if (row.is_public !== 1) throw new Error(`Article ${articleId} is not public`);
  const shop = await chooseShop(tx, row);
  const article = await readPublicArticle(tx, row, shop);
  const hash = createHash('sha256').update(JSON.stringify(article)).digest('hex');
  const before = await findEntry(tx, articleId);
  const { epoch, number } =
    before?.hash === hash && before.reason === null ? await findPosition(tx, before) : await take();
  return { seq: formatSequence(epoch, number), isChanged: before?.number !== number };

  async function take(): Promise<{ epoch: number; number: number }> {
    const seq = await takeNumber(tx);
    const entry: FeedEntryRow = {
      article_id: articleId,
      number: seq.number,
      rev: (before?.rev ?? 0) + 1,
      hash,
      language: article.language,
      category: article.category,
      shop_id: shop?.id ?? null,
      // Without a date of its own it is listed where it was found.
      published_at: row.published_at ?? row.fetched_at ?? before?.published_at ?? nowMs,
      updated_at: nowMs,
      reason: null,
      deleted_at: null,
    };
    await replaceEntry(tx, entry);
    for (const language of listLanguages(article)) {
      const document = writeDocument(article, language, nowMs);
      await db.insertInto('feed_documents').values({ article_id: articleId, language, document }).execute();
    }
    return seq;
  }
}

async function chooseShop(tx: Tx, { company_id, is_demo }: Selectable<ArticleRow>): Promise<ShopName | null> {
  if (is_demo === 1) return (await findDemoShop(tx)) ?? null;
  return company_id === null ? null : await ensureShop(tx, company_id);
}

/** Leaves a tombstone of an article that was public; does nothing for another. */
export async function removeFeedEntry(tx: Tx, articleId: number, reason: GoneReason): Promise<void> {
  const entry = await findEntry(tx, articleId);
  if (!entry || entry.reason !== null) return;
  const { number } = await takeNumber(tx);
  const removal = { number, rev: entry.rev + 1, reason, hash: '', updated_at: tx.nowMs, deleted_at: tx.nowMs };
  await replaceEntry(tx, { ...entry, ...removal });
}

const findEntry = ({ db }: Tx, articleId: number): Promise<FeedEntryRow | undefined> =>
  db.selectFrom('feed_entries').selectAll().where('article_id', '=', articleId).executeTakeFirst();

async function findPosition(tx: Tx, { number }: FeedEntryRow): Promise<{ epoch: number; number: number }> {
  const { epoch } = await lockFeed(tx);
  return { epoch, number };
}

async function replaceEntry({ db }: Tx, entry: FeedEntryRow): Promise<void> {
  const { article_id: articleId, ...changes } = entry;
  await db.deleteFrom('feed_documents').where('article_id', '=', articleId).execute();
  await db
    .insertInto('feed_entries')
    .values(entry)
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(changes))
    .execute();
}

async function readPublicArticle(
  { db }: Tx,
  row: Selectable<ArticleRow>,
  shop: ShopName | null,
): Promise<PublicArticle> {
  const translations = await db
    .selectFrom('article_translations')
    .select(['language', 'title', 'summary', 'body', 'faq'])
    .where('article_id', '=', row.id)
    // Of another text than today's they would say what is no longer said.
    .where('source_hash', '=', row.content_hash ?? '')
    .orderBy('language')
    .execute();
  const texts: Partial<Record<Language, ArticleText>> = {};
  for (const text of [...translations, row]) texts[text.language] = readText(text, row.shows_body === 1);
  const files = row.source_type === 'press_release' ? await listFiles(db, row.id) : [];
  const facts: FeedFact[] = JSON.parse(row.facts);
  const tags: string[] = JSON.parse(row.tags);
  const publisher = shop?.name ?? row.company_name;
  const organization = publisher === null ? null : { name: publisher, url: row.company_url, isPerson: false };
  return {
    id: row.id,
    language: row.language,
    texts,
    canonicalUrl: row.canonical_url,
    publishedAt: row.published_at,
    category: row.category,
    tags,
    imageUrl: row.image_url,
    author: row.author === null ? organization : { name: row.author, url: null, isPerson: true },
    publisher,
    shop: shop && { slug: shop.slug, name: shop.name },
    nqScore: row.nq_score,
    facts,
    ...(files.length === 0 ? {} : { files }),
  };
}

/** Of its release: pictures once their alt text is written, then attachments. */
const listFiles = (db: Tx['db'], articleId: number): Promise<PublicFile[]> =>
  db
    .selectFrom('release_files')
    .select(['id', 'kind', 'type', 'name', 'alt', 'caption', 'credit', 'width', 'height', 'size'])
    .where('article_id', '=', articleId)
    .where((is) => is.or([is('kind', '=', 'attachment'), is('alt', 'is not', null)]))
    .orderBy('kind', 'desc')
    .orderBy('place')
    .execute();

type TextColumns = Pick<Selectable<ArticleRow>, 'title' | 'summary' | 'body' | 'faq'>;

function readText({ title, summary, body, faq }: TextColumns, showsBody: boolean): ArticleText {
  const questions: FeedQuestion[] = JSON.parse(faq);
  return { title, summary, body: showsBody ? body : null, faq: questions };
}

/** Time that readers may be away and still hear of removed articles. */
const TOMBSTONES_MS = 180 * 24 * 3_600_000;
const PURGE_MAX = 500;

/** Tombstones that have had their time go, and the horizon moves behind them. */
export const purgeTombstones = definePurge('feed tombstones', async (tx) => {
  const due = await tx.db
    .selectFrom('feed_entries')
    .select(['article_id', 'number'])
    .where('deleted_at', '<=', tx.nowMs - TOMBSTONES_MS)
    .limit(PURGE_MAX)
    .execute();
  if (due.length === 0) return 0;
  const { horizon: before } = await lockFeed(tx);
  const horizon = Math.max(before, ...due.map(({ number }) => number));
  const ids = due.map(({ article_id }) => article_id);
  const old = tx.db.deleteFrom('feed_entries').where('article_id', 'in', ids);
  await old.where('deleted_at', '<=', tx.nowMs - TOMBSTONES_MS).execute();
  await tx.db.updateTable('feed_state').set({ horizon }).where('id', '=', 1).execute();
  return due.length;
});
