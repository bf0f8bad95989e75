/** Fixes as they are searched, looked at and moderated. Every query runs along an index and reads a bounded part of it. */

import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../database/types.ts';
import { ENSURE_TRIGRAMS } from './schema.ts';
import type { FixRow, FixStatus, FixVectorRow } from './tables.ts';

type Db = Kysely<Tables>;
export type Fix = Selectable<FixRow>;

/** Search method for unknown words. */
export type TrigramSupport = 'fts5' | 'pg_trgm' | 'none';

/** `none`: a PostgreSQL without pg_trgm, where only beginnings of words are compared. */
export async function findTrigramSupport(db: Db, engine: 'sqlite' | 'postgres'): Promise<TrigramSupport> {
  if (engine === 'sqlite') return 'fts5';
  const rows = await sql<{ there: boolean }>`SELECT to_regclass('fix_words_trigrams') IS NOT NULL AS there`.execute(db);
  return rows.rows[0]?.there ? 'pg_trgm' : 'none';
}

/** Once somebody with the right has created pg_trgm, the next start makes its index. Changes nothing else, ever. */
export async function ensureTrigrams(db: Db, engine: 'sqlite' | 'postgres'): Promise<void> {
  if ((await findTrigramSupport(db, engine)) === 'none') await sql.raw(ENSURE_TRIGRAMS).execute(db);
}

/** Not a word: it counts all published fixes. */
export const EVERY_FIX = '*';

/** In how many published fixes each term stands; terms of none are left out. */
export async function countTerms(db: Db, terms: readonly string[]): Promise<Map<string, number>> {
  if (terms.length === 0) return new Map();
  const rows = await db
    .selectFrom('fix_words')
    .select(['term', 'fixes'])
    .where('term', 'in', terms)
    .where('fixes', '>', 0)
    .execute();
  return new Map(rows.map(({ term, fixes }) => [term, fixes]));
}

export interface WantedTerm {
  term: string;
  /** How much it tells apart. */
  worth: number;
}

/**
 * The fixes that have most of the terms, best first. Of each term only the `perTerm` fixes that it says most about are
 * looked at, so that the time does not grow with the number of fixes.
 */
export async function listFixesWithTerms(
  db: Db,
  engine: 'sqlite' | 'postgres',
  terms: readonly WantedTerm[],
  { perTerm, limit }: { perTerm: number; limit: number },
): Promise<{ fix: number; score: number }[]> {
  if (terms.length === 0) return [];
  const query = engine === 'postgres' ? buildLateral(terms, perTerm) : buildOneByOne(terms, perTerm);
  const rows = await sql<{ fix: number; score: number }>`SELECT fix, sum(points) AS score
    FROM (${query}) AS found GROUP BY fix ORDER BY 2 DESC, fix LIMIT ${sql.lit(limit)}`.execute(db);
  return rows.rows;
}

/** One plan for any number of terms. */
function buildLateral(terms: readonly WantedTerm[], perTerm: number): RawBuilder<unknown> {
  const [names, worths] = [terms.map(({ term }) => term), terms.map(({ worth }) => worth)];
  return sql`SELECT best.fix, best.weight * wanted.worth AS points
    FROM unnest(${names}::text[], ${worths}::double precision[]) AS wanted (term, worth)
    CROSS JOIN LATERAL (SELECT fix, weight FROM fix_terms WHERE fix_terms.term = wanted.term
      ORDER BY weight DESC, fix DESC LIMIT ${sql.lit(perTerm)}) AS best`;
}

function buildOneByOne(terms: readonly WantedTerm[], perTerm: number): RawBuilder<unknown> {
  const each = terms.map(
    ({
      term,
      worth,
    }) => sql`SELECT fix, points FROM (SELECT fix, weight * cast(${worth} AS REAL) AS points FROM fix_terms
      WHERE term = ${term} ORDER BY weight DESC, fix DESC LIMIT ${sql.lit(perTerm)})`,
  );
  return sql.join(each, sql` UNION ALL `);
}

export function listFixesByNumber(db: Db, numbers: readonly number[]): Promise<Fix[]> {
  if (numbers.length === 0) return Promise.resolve([]);
  return db.selectFrom('fixes').selectAll().where('num', 'in', numbers).where('status', '=', 'published').execute();
}

export function findFixById(db: Db, id: string): Promise<Fix | undefined> {
  return db.selectFrom('fixes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Known words that look like a word, the likeliest first; the caller compares them closely. */
export async function listWordsLike(db: Db, support: TrigramSupport, word: string, limit: number): Promise<string[]> {
  const query =
    support === 'fts5'
      ? sql<{ term: string }>`SELECT term FROM fix_words_trigrams
          WHERE fix_words_trigrams MATCH ${formatTrigramQuery(word)} ORDER BY rank LIMIT ${limit}`
      : support === 'pg_trgm'
        ? sql<{ term: string }>`SELECT term FROM fix_words WHERE lower(term) % ${word}
          ORDER BY similarity(lower(term), ${word}) DESC, term LIMIT ${limit}`
        : sql<{ term: string }>`SELECT term FROM fix_words
          WHERE term >= ${word.slice(0, PREFIX_CHARS)} AND term < ${`${word.slice(0, PREFIX_CHARS)}~`}
          ORDER BY term LIMIT ${limit}`;
  return (await query.execute(db)).rows.map(({ term }) => term);
}

const PREFIX_CHARS = 4;

const formatTrigramQuery = (word: string): string =>
  Array.from({ length: Math.max(0, word.length - 2) }, (_, at) => `"${word.slice(at, at + 3)}"`).join(' OR ');

/** Fixes that are not rejected and share a band, those that share most first. */
export async function listFixesInBuckets(db: Db, buckets: readonly number[], limit: number): Promise<Fix[]> {
  const shared = await db
    .selectFrom('fix_bands')
    .select(['fix', sql<number>`cast(count(*) as bigint)`.as('shared')])
    .where('band', 'in', buckets)
    .groupBy('fix')
    .orderBy('shared', 'desc')
    .orderBy('fix')
    .limit(limit)
    .execute();
  if (shared.length === 0) return [];
  const numbers = shared.map(({ fix }) => fix);
  return db.selectFrom('fixes').selectAll().where('num', 'in', numbers).where('status', '<>', 'rejected').execute();
}

export interface FixesQuery {
  /** Absent: all. */
  status?: FixStatus | undefined;
  /** Older ones than this. */
  before?: number | undefined;
  limit: number;
}

/** For moderators: newest first. */
export function listFixes(db: Db, { status, before, limit }: FixesQuery): Promise<Fix[]> {
  let query = db.selectFrom('fixes').selectAll();
  if (status !== undefined) query = query.where('status', '=', status);
  if (before !== undefined) query = query.where('num', '<', before);
  return query.orderBy('num', 'desc').limit(limit).execute();
}

/** Shipped fixes as they are stored: few enough to be read at once. */
export function listShippedDigests(db: Db): Promise<{ id: string; digest: string; status: FixStatus }[]> {
  return db.selectFrom('fixes').select(['id', 'digest', 'status']).where('origin', '=', 'farebox').execute();
}

/** Vectors of one space, those of the newest fixes first. */
export function listVectors(db: Db, space: string, limit: number): Promise<FixVectorRow[]> {
  return db
    .selectFrom('fix_vectors')
    .selectAll()
    .where('space', '=', space)
    .orderBy('fix', 'desc')
    .limit(limit)
    .execute();
}

/** The newest published fixes, so that the caller sees which have no vector yet. */
export function listPublishedDigests(db: Db, limit: number): Promise<{ num: number; digest: string }[]> {
  return db
    .selectFrom('fixes')
    .select(['num', 'digest'])
    .where('status', '=', 'published')
    .orderBy('num', 'desc')
    .limit(limit)
    .execute();
}
