/** The log of an account's calls, those refused included, and how much is kept of its answers. */
import type { Migration } from '../../database/types.ts';

const tables = `
CREATE INDEX calls_by_account ON calls (account_id, opened_at, id);

CREATE TABLE refused_calls (
  account_id /*id*/TEXT NOT NULL,
  at BIGINT NOT NULL,
  id /*id*/TEXT NOT NULL,
  lineage /*id*/TEXT NOT NULL,
  tool TEXT NOT NULL,
  price BIGINT NOT NULL,
  code TEXT NOT NULL,
  cap TEXT,
  PRIMARY KEY (account_id, at, id)
)/*keyed*/;
CREATE INDEX refused_calls_by_time ON refused_calls (at);

ALTER TABLE accounts ADD COLUMN answer_bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE answers ADD COLUMN account_id /*id*/TEXT;
ALTER TABLE answers ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
`;

export const callLog: Migration = {
  version: 18,
  name: 'call log',
  sqlite: tables.replaceAll('/*id*/', '').replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables.replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"').replaceAll('/*keyed*/', ''),
};
