/** Writes the tables of a feature once, in SQL that both databases run after a few words are replaced. */
import type { EngineKind, Migration } from './types.ts';

/**
 * The words that differ. SQLite keeps the rows of a `KEYED` table in its primary key, one tree instead of two. PostgreSQL
 * compares an `ID` bytewise, as JavaScript sorts it. `NUMBERED` rows get a number that is never used twice; a `ROW_ID` is
 * a number that the writer chooses.
 */
const WORDS: Readonly<Record<EngineKind, Readonly<Record<string, string>>>> = {
  sqlite: {
    ID: 'TEXT',
    NUMBERED: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    ROW_ID: 'INTEGER PRIMARY KEY',
    BYTES: 'BLOB',
    KEYED: 'WITHOUT ROWID',
  },
  postgres: {
    ID: 'TEXT COLLATE "C"',
    NUMBERED: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    ROW_ID: 'BIGINT PRIMARY KEY',
    BYTES: 'BYTEA',
    KEYED: '',
  },
};

/** Also for a later migration that adds tables. `extras` run after the tables, on one database only. */
export const defineSchema = (
  version: number,
  name: string,
  tables: string,
  extras: Partial<Record<EngineKind, string>> = {},
): Migration => ({
  version,
  name,
  sqlite: translate(tables, 'sqlite') + (extras.sqlite ?? ''),
  postgres: translate(tables, 'postgres') + (extras.postgres ?? ''),
});

const translate = (tables: string, engine: EngineKind): string =>
  tables.replace(/\b(ID|NUMBERED|ROW_ID|BYTES|KEYED)\b/g, (word) => WORDS[engine][word] ?? word);
