/** Account and company names by their character pairs and triples: full text on SQLite, an inverted index on PostgreSQL. */
import { defineSchema } from '../../database/schema.ts';

const sqlite = `
CREATE TABLE account_names (
  num INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL UNIQUE,
  grams TEXT NOT NULL
);
CREATE VIRTUAL TABLE account_grams
  USING fts5(grams, content = 'account_names', content_rowid = 'num', detail = 'none', tokenize = 'ascii');
CREATE TRIGGER account_names_added AFTER INSERT ON account_names
BEGIN INSERT INTO account_grams (rowid, grams) VALUES (new.num, new.grams); END;
CREATE TRIGGER account_names_changed AFTER UPDATE ON account_names BEGIN
  INSERT INTO account_grams (account_grams, rowid, grams) VALUES ('delete', old.num, old.grams);
  INSERT INTO account_grams (rowid, grams) VALUES (new.num, new.grams);
END;
CREATE TRIGGER account_names_removed AFTER DELETE ON account_names
BEGIN INSERT INTO account_grams (account_grams, rowid, grams) VALUES ('delete', old.num, old.grams); END;
`;

const postgres = `
CREATE TABLE account_names (
  num BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL UNIQUE,
  grams TEXT[] NOT NULL
);
CREATE INDEX account_names_by_grams ON account_names USING gin (grams) WITH (fastupdate = off);
`;

export const accountNameSchema = defineSchema(102, 'account names', '', { sqlite, postgres });
