/** Accounts by parts of their names and of their companies' names: full text on SQLite, an inverted index on PostgreSQL. */
import type { Migration } from '../../database/types.ts';

const sqlite = `
CREATE TABLE account_names (
  num INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL UNIQUE
);
CREATE VIRTUAL TABLE account_grams
  USING fts5(grams, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii');
INSERT INTO account_names (account_id) SELECT id FROM accounts ORDER BY created_at, id;
INSERT INTO account_grams (rowid, grams)
  SELECT n.num, cut_grams(a.name || char(10) || coalesce(c.name, '')) FROM account_names n
  JOIN accounts a ON a.id = n.account_id LEFT JOIN companies c ON c.account_id = a.id;
`;

const postgres = `
CREATE TABLE account_names (
  account_id TEXT COLLATE "C" PRIMARY KEY,
  grams TEXT[] NOT NULL
);
INSERT INTO account_names (account_id, grams)
  SELECT id, ARRAY(SELECT DISTINCT substr(text, first, size) FROM generate_series(1, length(text)) AS first,
    (VALUES (2), (3)) AS sizes (size) WHERE first + size - 1 <= length(text))
  FROM (SELECT a.id, lower(normalize(a.name || chr(10) || coalesce(c.name, ''), NFKC)) AS text
    FROM accounts a LEFT JOIN companies c ON c.account_id = a.id) AS names;
CREATE INDEX account_names_by_grams ON account_names USING gin (grams) WITH (fastupdate = off);
`;

export const accountNames: Migration = { version: 53, name: 'account names', sqlite, postgres };
