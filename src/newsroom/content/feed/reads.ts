/** The feed as its readers get it. Everything here is public: rows are there for public articles only. */
import { defineRead } from '../../../database/define.ts';
import { countRows } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import type { Language } from '../../../text/language.ts';
import { formatSequence } from './sequence.ts';
import type { ShopRow } from './tables.ts';
import { fillTemplate } from './template.ts';
import type { FeedState, Site } from './types.ts';

/** All that tells whether an answer is still the newest: one row. */
export async function readFeedState(db: Db): Promise<FeedState> {
  const row = await db.selectFrom('feed_state').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
  return { epoch: row.epoch, number: row.number, horizon: row.horizon, changedAt: row.changed_at };
}

/** Entries with the document of the language that was asked for and that of the original. */
const selectDocuments = (db: Db, language: Language | null) =>
  db
    .selectFrom('feed_entries as entry')
    .leftJoin('feed_documents as original', (join) =>
      join.onRef('original.article_id', '=', 'entry.article_id').onRef('original.language', '=', 'entry.language'),
    )
    .leftJoin('feed_documents as wanted', (join) =>
      join.onRef('wanted.article_id', '=', 'entry.article_id').on('wanted.language', '=', language ?? 'en'),
    )
    .select(['entry.article_id', 'entry.number', 'entry.published_at', 'original.document'])
    .select('wanted.document as wantedDocument');

interface DocumentRow {
  number: number;
  document: string | null;
  wantedDocument: string | null;
}

/** A language that isn't held gives the original. */
function fillDocument(row: DocumentRow, language: Language | null, epoch: number, site: Site): string {
  const document = (language === null ? null : row.wantedDocument) ?? row.document;
  if (document === null) throw new Error('A public article has no document');
  return fillTemplate(document, site, formatSequence(epoch, row.number));
}

/** Position of a list: after this article. */
export interface ListPosition {
  publishedAt: number;
  id: number;
}

export interface ListQuery {
  /** Null: each in its original. */
  language: Language | null;
  limit: number;
  after: ListPosition | null;
  shopId?: number | undefined;
  site: Site;
}

export interface FeedPage {
  /** A JSON array. */
  items: string;
  /** Of its last article; null when nothing follows. */
  next: ListPosition | null;
}

/** Newest first. */
export const listFeedArticles = defineRead(
  'feed.articles',
  async ({ db }: View, { language, limit, after, shopId, site }: ListQuery): Promise<FeedPage> => {
    const { epoch } = await readFeedState(db);
    const all = selectDocuments(db, language).where('entry.reason', 'is', null);
    const ours = shopId === undefined ? all : all.where('entry.shop_id', '=', shopId);
    const older =
      after === null
        ? ours
        : ours.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('entry.published_at', 'entry.article_id'), '<', tuple(after.publishedAt, after.id)),
          );
    const rows = await older
      .orderBy('entry.published_at', 'desc')
      .orderBy('entry.article_id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const items = `[${page.map((row) => fillDocument(row, language, epoch, site)).join(',')}]`;
    const hasMore = rows.length > limit && last !== undefined;
    return { items, next: hasMore ? { publishedAt: last.published_at, id: last.article_id } : null };
  },
);

export interface FeedArticle {
  /** JSON. */
  document: string;
  language: Language;
  /** Null where the feed gives summary and facts alone. */
  body: string | null;
}

/** Undefined for one that was never public; `gone` for one that is so no more. */
export async function findFeedArticle(
  db: Db,
  id: number,
  language: Language | null,
  site: Site,
): Promise<FeedArticle | 'gone' | undefined> {
  const row = await selectDocuments(db, language)
    .select(['entry.reason', 'entry.language'])
    .where('entry.article_id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.reason !== null) return 'gone';
  const { epoch } = await readFeedState(db);
  const held = language === null || row.wantedDocument === null ? row.language : language;
  const document = fillDocument(row, language, epoch, site);
  return { document, language: held, body: await findBody(db, id, held === row.language ? null : held) };
}

/** Of the original, or of a translation. */
async function findBody(db: Db, id: number, translation: Language | null): Promise<string | null> {
  const original = db.selectFrom('articles').select(['body', 'shows_body']).where('id', '=', id);
  const article = await original.where('is_public', '=', 1).executeTakeFirst();
  if (article?.shows_body !== 1) return null;
  if (translation === null) return article.body;
  const translated = db.selectFrom('article_translations').select('body').where('article_id', '=', id);
  return (await translated.where('language', '=', translation).executeTakeFirst())?.body ?? null;
}

export type Shop = Pick<ShopRow, 'slug' | 'name' | 'description' | 'url' | 'prefecture' | 'address' | 'logo_url'> & {
  id: number;
};

/** One that has a public article, or has had one. */
export const findShop = (db: Db, slug: string): Promise<Shop | undefined> =>
  db
    .selectFrom('shops')
    .select(['id', 'slug', 'name', 'description', 'url', 'prefecture', 'address', 'logo_url'])
    .where('slug', '=', slug)
    .executeTakeFirst();

/** Owner of the profile; null for a publisher that is no company of this server. */
export async function findShopCompany(db: Db, slug: string): Promise<string | null> {
  const row = await db.selectFrom('shops').select('company_id').where('slug', '=', slug).executeTakeFirst();
  return row?.company_id ?? null;
}

export interface ShopDetails {
  articles: number;
  latestAt: number | null;
  /** Most frequent first. */
  categories: string[];
}

export const readShopDetails = defineRead(
  'feed.shop',
  async ({ db }: View, { shopId }: { shopId: number }): Promise<ShopDetails> => {
    const groups = await db
      .selectFrom('feed_entries')
      .select(({ fn }) => ['category', countRows().as('count'), fn.max('published_at').as('latest')])
      .where('shop_id', '=', shopId)
      .where('reason', 'is', null)
      .groupBy('category')
      .execute();
    const byCount = [...groups].sort((a, b) => b.count - a.count || ((a.category ?? '') < (b.category ?? '') ? -1 : 1));
    return {
      articles: groups.reduce((sum, { count }) => sum + count, 0),
      latestAt: groups.length === 0 ? null : Math.max(...groups.map(({ latest }) => latest)),
      categories: byCount.flatMap(({ category }) => category ?? []),
    };
  },
);

export interface FeedHealth {
  articles: number;
  latestAt: number | null;
  /** Those that can be read in it. */
  byLanguage: Record<Language, number>;
}

export const readFeedHealth = defineRead('feed.health', async ({ db }: View): Promise<FeedHealth> => {
  const open = db.selectFrom('feed_entries').where('reason', 'is', null);
  const { count, latest } = await open
    .select(({ fn }) => [countRows().as('count'), fn.max<number | null>('published_at').as('latest')])
    .executeTakeFirstOrThrow();
  const groups = await db
    .selectFrom('feed_documents')
    .select(['language', countRows().as('count')])
    .groupBy('language')
    .execute();
  const countIn = (wanted: Language): number => groups.find(({ language }) => language === wanted)?.count ?? 0;
  return { articles: count, latestAt: latest, byLanguage: { ja: countIn('ja'), en: countIn('en'), zh: countIn('zh') } };
});

export interface MapEntry {
  id: number;
  updatedAt: number;
}

/** A part of all that is public, newest first, and how many there are. */
export const listMapEntries = defineRead(
  'feed.map',
  async ({ db }: View, { limit, offset }: { limit: number; offset: number }) => {
    const open = db.selectFrom('feed_entries').where('reason', 'is', null);
    const { total } = await open.select(countRows().as('total')).executeTakeFirstOrThrow();
    const rows = await open
      .select(['article_id', 'updated_at'])
      .orderBy('published_at', 'desc')
      .orderBy('article_id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return { total, entries: rows.map(({ article_id: id, updated_at: updatedAt }): MapEntry => ({ id, updatedAt })) };
  },
);

/** Of some public articles, each in the language it is shown in; null where the feed gives none. */
export const listFeedBodies = defineRead(
  'feed.bodies',
  async ({ db }: View, { articles }: { articles: readonly { id: number; lang: string }[] }) => {
    const bodies: (string | null)[] = [];
    for (const { id, lang } of articles) bodies.push(await findBodyIn(db, id, lang));
    return bodies;
  },
);

async function findBodyIn(db: Db, id: number, language: string): Promise<string | null> {
  const entry = db
    .selectFrom('feed_entries')
    .select('language')
    .where('article_id', '=', id)
    .where('reason', 'is', null);
  const original = (await entry.executeTakeFirst())?.language;
  if (original === undefined) return null;
  return await findBody(db, id, LANGUAGES.find((one) => one === language && one !== original) ?? null);
}

const LANGUAGES: readonly Language[] = ['ja', 'en', 'zh'];
