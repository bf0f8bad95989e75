/** Invites, what operators and members have finished under an idempotency key, and where an audited act came from. */
import type { Migration } from '../../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE invites (
  id ${ID} PRIMARY KEY,
  code_hash ${ID} NOT NULL UNIQUE,
  uses INTEGER NOT NULL CHECK (uses > 0),
  used INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0 AND used <= uses),
  grant_amount BIGINT NOT NULL CHECK (grant_amount >= 0),
  created_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
)/*keyed*/;

CREATE TABLE invite_uses (
  invite_id ${ID} NOT NULL,
  account_id ${ID} NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (invite_id, account_id)
)/*keyed*/;

CREATE TABLE finished_writes (
  scope ${ID} NOT NULL,
  key ${ID} NOT NULL,
  fingerprint TEXT NOT NULL,
  answer TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (scope, key)
)/*keyed*/;
CREATE INDEX finished_writes_expiry ON finished_writes (expires_at);

ALTER TABLE audit ADD COLUMN ip_prefix TEXT;
`;

export const inviteTables: Migration = {
  version: 8,
  name: 'invites',
  sqlite: tables.replaceAll('/*id*/', '').replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables.replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"').replaceAll('/*keyed*/', ''),
};
