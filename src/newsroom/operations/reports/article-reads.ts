/** Articles as operators list them, with how far each has come. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { countRows, hasTextInAnyCase } from '../../../database/dialect.ts';
import type { View } from '../../../database/types.ts';
import type { ArticleRow } from '../../content/article-tables.ts';
import type { ArticlePushRow } from '../../content/publishing/tables.ts';

export const ARTICLE_SORTS = ['-published_at', 'published_at', 'nq_score', '-nq_score', 'title'] as const;
export type ArticleSort = (typeof ARTICLE_SORTS)[number];

export interface ArticleFilter {
  /** Empty: all. */
  q: string;
  category: string;
  hasEmail: boolean | null;
  isAnalyzed: boolean | null;
  sort: ArticleSort;
  page: number;
  perPage: number;
}

/** Long texts are left out, and what only the mailing asks for. */
type ShownArticle = Omit<
  Selectable<ArticleRow>,
  'body' | 'faq' | 'facts' | 'contact_basis' | 'contact_basis_url' | 'contact_basis_at' | 'contact_refuses'
>;

export type ListedArticle = ShownArticle & {
  /** Translations of the text as it is now. */
  languages: string[];
  push: ArticlePushRow | null;
  /** States of its diagnosis mails. */
  mails: string[];
  shop_slug: string | null;
};

const COLUMNS = [
  'articles.id',
  'articles.company_id',
  'articles.source_type',
  'articles.title',
  'articles.subtitle',
  'articles.language',
  'articles.created_at',
  'articles.updated_at',
  'articles.source_name',
  'articles.external_id',
  'articles.url',
  'articles.canonical_url',
  'articles.summary',
  'articles.author',
  'articles.company_name',
  'articles.company_url',
  'articles.contact_email',
  'articles.category',
  'articles.categories',
  'articles.tags',
  'articles.image_url',
  'articles.content_hash',
  'articles.nq_score',
  'articles.engine',
  'articles.shows_body',
  'articles.is_public',
  'articles.is_demo',
  'articles.published_at',
  'articles.fetched_at',
  'articles.analyzed_at',
  'articles.duplicate_of',
  'articles.skip_reason',
  'articles.analyze_due',
  'articles.push_due',
  'articles.analyze_failures',
  'articles.analyze_error',
  'articles.degraded_reason',
] as const;

const [byTime, byScore] = [sql.ref('articles.published_at'), sql.ref('articles.nq_score')];
/** Each has an index. */
const ORDERS: Readonly<Record<ArticleSort, readonly [RawBuilder<unknown>, 'asc' | 'desc']>> = {
  '-published_at': [byTime, 'desc'],
  published_at: [byTime, 'asc'],
  nq_score: [byScore, 'asc'],
  '-nq_score': [byScore, 'desc'],
  title: [sql`substr(${sql.ref('articles.title')}, 1, 200)`, 'asc'],
};

export const listArticles = defineRead(
  'reports.listArticles',
  async (view: View, filter: ArticleFilter): Promise<{ articles: ListedArticle[]; total: number }> => {
    const { page, perPage, sort, q } = filter;
    if (q !== '') return await searchArticles(view, filter);
    const { total } = await filterArticles(view, filter).select(countRows().as('total')).executeTakeFirstOrThrow();
    if ((page - 1) * perPage >= total) return { articles: [], total };
    const [column, direction] = ORDERS[sort];
    const rows = await filterArticles(view, filter)
      .select(COLUMNS)
      .orderBy(column, direction)
      .orderBy('articles.id', direction)
      .offset((page - 1) * perPage)
      .limit(perPage)
      .execute();
    return { articles: await addStages(view, rows), total };
  },
);

/** All texts are gone through, once: the places of what is found are kept until the page is cut out of them. */
async function searchArticles(
  view: View,
  filter: ArticleFilter,
): Promise<{ articles: ListedArticle[]; total: number }> {
  const { page, perPage, sort } = filter;
  const [column, direction] = ORDERS[sort];
  const found = await filterArticles(view, filter)
    .select('articles.id')
    .orderBy(column, direction)
    .orderBy('articles.id', direction)
    .execute();
  const ids = found.slice((page - 1) * perPage, page * perPage).map(({ id }) => id);
  if (ids.length === 0) return { articles: [], total: found.length };
  const rows = await view.db.selectFrom('articles').select(COLUMNS).where('articles.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const articles = ids.flatMap((id) => byId.get(id) ?? []);
  return { articles: await addStages(view, articles), total: found.length };
}

function filterArticles(view: View, { q, category, hasEmail, isAnalyzed }: ArticleFilter) {
  let query = view.db.selectFrom('articles');
  if (category !== '') query = query.where('articles.category', '=', category);
  if (hasEmail !== null) query = query.where('articles.contact_email', hasEmail ? 'is not' : 'is', null);
  if (isAnalyzed !== null) query = query.where('articles.analyzed_at', isAnalyzed ? 'is not' : 'is', null);
  if (q === '') return query;
  return query.where((is) =>
    is.or(['title', 'company_name', 'body'].map((column) => hasTextInAnyCase(view, `articles.${column}`, q))),
  );
}

async function addStages({ db }: View, rows: readonly ShownArticle[]): Promise<ListedArticle[]> {
  const ids = rows.map(({ id }) => id);
  const companies = rows.flatMap(({ company_id }) => company_id ?? []);
  const translations = await db
    .selectFrom('article_translations')
    .select(['article_id', 'language', 'source_hash'])
    .where('article_id', 'in', ids)
    .execute();
  const pushes = await db.selectFrom('article_pushes').selectAll().where('article_id', 'in', ids).execute();
  const mails = await db
    .selectFrom('mail_items')
    .select(['article_id', 'status'])
    .where('article_id', 'in', ids)
    .where('kind', '=', 'diagnosis')
    .execute();
  const shops =
    companies.length === 0
      ? []
      : await db.selectFrom('shops').select(['company_id', 'slug']).where('company_id', 'in', companies).execute();
  return rows.map((row) => ({
    ...row,
    languages: translations
      .filter(({ article_id, source_hash }) => article_id === row.id && source_hash === row.content_hash)
      .map(({ language }) => language),
    push: pushes.find(({ article_id }) => article_id === row.id) ?? null,
    mails: mails.filter(({ article_id }) => article_id === row.id).map(({ status }) => status),
    shop_slug: shops.find(({ company_id }) => company_id !== null && company_id === row.company_id)?.slug ?? null,
  }));
}
