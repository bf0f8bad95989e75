/** Prepared reads for hot paths: one statement text for both databases, bound once to one of them. */
import type pg from 'pg';
import { toStoreError } from './failure.ts';
import type { Sqlite } from './sqlite/open.ts';

type Value = string | number | null;

/** `sql` has a `?` for each value, in order. The statement is prepared once. A missing store throws STORE_UNAVAILABLE. */
export type Prepare = <Args extends Value[], Row extends object>(sql: string) => (...args: Args) => Promise<Row[]>;

export function prepareOnSqlite(db: Sqlite): Prepare {
  return <Args extends Value[], Row extends object>(sql: string) => {
    const statement = db.prepare<Value[], Row>(sql);
    return async (...args: Args) => {
      try {
        return statement.all(...args);
      } catch (thrown) {
        throw toStoreError(thrown);
      }
    };
  };
}

export function prepareOnPostgres(pool: pg.Pool, prefix: string): Prepare {
  let count = 0;
  return <Args extends Value[], Row extends object>(sql: string) => {
    const name = `${prefix}${++count}`;
    const text = numberPlaceholders(sql);
    return async (...args: Args) => {
      try {
        return (await pool.query<Row>({ name, text, values: args })).rows;
      } catch (thrown) {
        throw toStoreError(thrown);
      }
    };
  };
}

/** `?` → `$1`, `$2`, … */
function numberPlaceholders(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => `$${++count}`);
}
