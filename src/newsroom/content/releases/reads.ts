/** Press releases as they are read and listed: always of one company. */
import type { Selectable, SelectQueryBuilder } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { countRows, cutText, hasText } from '../../../database/dialect.ts';
import type { Db, Tables, View } from '../../../database/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { foldForSearch } from './search-text.ts';
import type { ReleaseStatus } from './states.ts';
import type { ReleaseRow } from './tables.ts';

export type StoredRelease = Selectable<ReleaseRow>;

/** A row with the address of who made it. */
export interface Release extends Omit<StoredRelease, 'search'> {
  author: string | null;
}

/** The same sentence for a release that there isn't and for one of another company. */
export const createReleaseMissingError = (): FareboxError =>
  new FareboxError('NOT_FOUND', { message: 'Press release not found' });

const FACTS = [
  'press_releases.id',
  'press_releases.company_id',
  'press_releases.article_id',
  'press_releases.status',
  'press_releases.language',
  'press_releases.nq_score',
  'press_releases.nq_source',
  'press_releases.nq_stale',
  'press_releases.embargo_until',
  'press_releases.word_count',
  'press_releases.char_count',
  'press_releases.version',
  'press_releases.created_by',
  'press_releases.created_at',
  'press_releases.updated_at',
  'users.email as author',
] as const;

const TEXTS = ['title', 'subtitle', 'body', 'contact_info', 'source_type', 'nq_dimensions', 'ai_engine'] as const;

export function findRelease(db: Db, companyId: string, id: number): Promise<Release | undefined> {
  return db
    .selectFrom('press_releases')
    .leftJoin('users', 'users.id', 'press_releases.created_by')
    .select(FACTS)
    .select(TEXTS.map((name) => `press_releases.${name}` as const))
    .where('press_releases.company_id', '=', companyId)
    .where('press_releases.id', '=', id)
    .executeTakeFirst();
}

/** The published release of an article, whoever asks; undefined for an article that is none. */
export function findPublicRelease(db: Db, articleId: number): Promise<Release | undefined> {
  return db
    .selectFrom('press_releases')
    .leftJoin('users', 'users.id', 'press_releases.created_by')
    .select(FACTS)
    .select(TEXTS.map((name) => `press_releases.${name}` as const))
    .where('press_releases.article_id', '=', articleId)
    .where('press_releases.status', '=', 'published')
    .executeTakeFirst();
}

export const RELEASE_SORTS = ['-created_at', 'created_at', '-updated_at', 'title', '-nq_score'] as const;
export type ReleaseSort = (typeof RELEASE_SORTS)[number];

export interface ReleaseQuery {
  companyId: string;
  /** Empty: all. */
  text: string;
  status: ReleaseStatus | undefined;
  sort: ReleaseSort;
  /** From 1. */
  page: number;
  perPage: number;
}

export interface ReleasePage {
  /** Their texts end at `LISTED_TEXT_MAX`. */
  releases: Release[];
  total: number;
  nowMs: number;
}

/** Characters of a text in a list: a page holds up to 500 releases. */
export const LISTED_TEXT_MAX = 5_000;

export const listReleases = defineRead(
  'releases.list',
  async (view: View, query: ReleaseQuery): Promise<ReleasePage> => {
    const { page, perPage } = query;
    const { nowMs } = view;
    const { total } = await filterReleases(view, query).select(countRows().as('total')).executeTakeFirstOrThrow();
    const offset = (page - 1) * perPage;
    if (offset >= total) return { releases: [], total, nowMs };
    const { column, direction } = ORDERS[query.sort];
    const releases = await filterReleases(view, query)
      .leftJoin('users', 'users.id', 'press_releases.created_by')
      .select(FACTS)
      .select([
        cutText<string>('press_releases.title', LISTED_TEXT_MAX).as('title'),
        cutText<string | null>('press_releases.subtitle', LISTED_TEXT_MAX).as('subtitle'),
        cutText<string>('press_releases.body', LISTED_TEXT_MAX).as('body'),
        cutText<string | null>('press_releases.contact_info', LISTED_TEXT_MAX).as('contact_info'),
        cutText<string>('press_releases.source_type', LISTED_TEXT_MAX).as('source_type'),
        cutText<string | null>('press_releases.nq_dimensions', LISTED_TEXT_MAX).as('nq_dimensions'),
        cutText<string | null>('press_releases.ai_engine', LISTED_TEXT_MAX).as('ai_engine'),
      ])
      .orderBy(`press_releases.${column}`, (order) => {
        const directed = direction === 'desc' ? order.desc() : order.asc();
        // Said of a column that holds none, it keeps PostgreSQL from the index.
        return column === 'nq_score' ? directed.nullsLast() : directed;
      })
      .orderBy('press_releases.id', direction)
      .offset(offset)
      .limit(perPage)
      .execute();
    return { releases, total, nowMs };
  },
);

const ORDERS = {
  '-created_at': { column: 'created_at', direction: 'desc' },
  created_at: { column: 'created_at', direction: 'asc' },
  '-updated_at': { column: 'updated_at', direction: 'desc' },
  title: { column: 'title', direction: 'asc' },
  '-nq_score': { column: 'nq_score', direction: 'desc' },
} as const satisfies Record<ReleaseSort, { column: keyof ReleaseRow; direction: 'asc' | 'desc' }>;

function filterReleases(view: View, { companyId, text, status }: ReleaseQuery) {
  const { db, nowMs } = view;
  const ofCompany = db.selectFrom('press_releases').where('press_releases.company_id', '=', companyId);
  const filtered = status === undefined ? ofCompany : filterStatus(ofCompany, status, nowMs);
  return text === '' ? filtered : filtered.where(hasText(view, 'press_releases.search', foldForSearch(text)));
}

type ReleaseSelect = SelectQueryBuilder<Tables, 'press_releases', object>;

/** An embargo that is over has left a release `ready`, whatever its row says. */
function filterStatus(query: ReleaseSelect, status: ReleaseStatus, nowMs: number): ReleaseSelect {
  if (status === 'embargoed') return query.where('status', '=', status).where('embargo_until', '>', nowMs);
  if (status !== 'ready') return query.where('status', '=', status);
  return query.where((is) =>
    is.or([is('status', '=', status), is.and([is('status', '=', 'embargoed'), is('embargo_until', '<=', nowMs)])]),
  );
}
