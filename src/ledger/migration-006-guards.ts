/**
 * Against abuse: who is shut out of the operator's paths, which values `ADMIN_TOKEN` once had, what welcome credit each
 * network has taken, and what the server has seen that its operator should know.
 */
import type { Migration } from '../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE operator_lockouts (
  address ${ID} PRIMARY KEY,
  earlier_at BIGINT,
  latest_at BIGINT,
  locked_until BIGINT,
  expires_at BIGINT NOT NULL
)/*keyed*/;
CREATE INDEX operator_lockouts_expiry ON operator_lockouts (expires_at);

CREATE TABLE admin_tokens (
  hash ${ID} PRIMARY KEY,
  at BIGINT NOT NULL
)/*keyed*/;

CREATE TABLE welcome_daily (
  day ${ID} NOT NULL,
  network ${ID} NOT NULL,
  given BIGINT NOT NULL,
  PRIMARY KEY (day, network)
)/*keyed*/;

CREATE TABLE sightings (
  name ${ID} PRIMARY KEY,
  at BIGINT NOT NULL
)/*keyed*/;
`;

export const guardTables: Migration = {
  version: 6,
  name: 'guards',
  sqlite: tables.replaceAll('/*id*/', '').replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables.replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"').replaceAll('/*keyed*/', ''),
};
