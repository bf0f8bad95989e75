/** What owners look up about their account, and the public receipt keys that this installation has signed with. */
import type { Migration } from '../../database/types.ts';

const tables = `
CREATE INDEX usage_by_key ON usage_daily (lineage, day);
CREATE INDEX deposits_by_account ON deposits (account_id, source);

CREATE TABLE receipt_keys (
  kid TEXT PRIMARY KEY,
  x TEXT NOT NULL,
  at BIGINT NOT NULL
);
`;

export const accountTables: Migration = { version: 2, name: 'accounts', sqlite: tables, postgres: tables };
