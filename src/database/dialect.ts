/** SQL differences between the two databases, so that features don't depend on the engine. */
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Tx, View } from './types.ts';

/**
 * The query's rows, nobody else's until the write ends. On SQLite there is one writer, and nothing to lock. Lock an
 * account before its other rows, and several rows of a table in the order of their ids: then no two writes can deadlock.
 */
export function lockRows<DB, TB extends keyof DB, O>(
  { engine }: Pick<Tx, 'engine'>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forUpdate() : query;
}

/** The same without those that somebody else holds: for queues, and for what can wait until the next time. */
export function lockFreeRows<DB, TB extends keyof DB, O>(
  { engine }: Pick<Tx, 'engine'>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forUpdate().skipLocked() : query;
}

/** A sum of integers as an exact number; PostgreSQL would make it NUMERIC. 0 for no rows. */
export const sumOf = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;

/** The number of rows, or of those of a group. */
export const countRows = () => sql<number>`cast(count(*) as bigint)`;

/** The texts of the JSON array in a column: a row for each, as `value` of `name`. */
export const eachJsonText = <Name extends string>({ engine }: Pick<View, 'engine'>, column: string, name: Name) =>
  engine === 'postgres'
    ? sql<{ value: string }>`jsonb_array_elements_text(${sql.ref(column)}::jsonb)`.as<Name>(sql`${sql.id(name)}(value)`)
    : sql<{ value: string }>`json_each(${sql.ref(column)})`.as<Name>(sql.id(name));

/** Does the text in a column hold this one, character by character? */
export function hasText({ engine }: Pick<View, 'engine'>, column: string, text: string): Expression<SqlBool> {
  return engine === 'postgres'
    ? sql<SqlBool>`strpos(${sql.ref(column)}, ${text}) > 0`
    : sql<SqlBool>`instr(${sql.ref(column)}, ${text}) > 0`;
}

/** The first characters of the text in a column. */
export const cutText = <Text extends string | null>(column: string, most: number): RawBuilder<Text> =>
  sql<Text>`substr(${sql.ref(column)}, 1, ${sql.lit(most)})`;

/**
 * A text as its bytes, where the database gives them: SQLite's are UTF-8 already, and long ones take less time so. PostgreSQL
 * gives the text.
 */
export const readBytes = (
  { engine }: Pick<View, 'engine'>,
  text: Expression<string | null>,
): RawBuilder<string | Uint8Array | null> => (engine === 'postgres' ? sql`${text}` : sql`CAST(${text} AS BLOB)`);

/** The UTC day (`YYYY-MM-DD`) of a column of milliseconds, for grouping by day. */
export function readDay({ engine }: Pick<View, 'engine'>, column: string): RawBuilder<string> {
  return engine === 'postgres'
    ? sql`to_char(to_timestamp(${sql.ref(column)} / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`
    : sql`strftime('%Y-%m-%d', ${sql.ref(column)} / 1000, 'unixepoch')`;
}

/**
 * Does the text in a column hold this one, whatever the case of its letters? SQLite knows the case of ASCII alone, and
 * its LIKE takes a sixth of the time of a copy in lower case.
 */
export const hasTextInAnyCase = (view: Pick<View, 'engine'>, column: string, text: string): Expression<SqlBool> =>
  view.engine === 'postgres'
    ? sql<SqlBool>`strpos(lower(${sql.ref(column)}), lower(${text})) > 0`
    : sql<SqlBool>`${sql.ref(column)} LIKE ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`;
