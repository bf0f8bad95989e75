/**
 * On PostgreSQL a new version of a row that goes into a unique index has to look at every older version that a long snapshot holds
 * back; into a plain index it doesn't. That no two accounts have one id is held by their ids being random, and by the keys that
 * come with them, which are unique. Usage of one day, key and tool may stand in several rows there: who reads it adds them up.
 */
import type { Migration } from '../../database/types.ts';

const postgres = `
ALTER TABLE accounts DROP CONSTRAINT accounts_pkey;
CREATE INDEX accounts_by_id ON accounts (id);
ALTER TABLE usage_daily DROP CONSTRAINT usage_by_day_pkey;
CREATE INDEX usage_by_day ON usage_daily (day, account_id, lineage, tool);
`;

/** SQLite keeps no older versions. */
export const plainIndexes: Migration = { version: 58, name: 'plain indexes', sqlite: '', postgres };
