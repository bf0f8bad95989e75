/**
 * The ledger's tables. SQLite keeps the tables that are looked up by a text key WITHOUT ROWID (one tree instead of two);
 * PostgreSQL compares ids bytewise (COLLATE "C"), as JavaScript sorts them.
 */
import type { Migration } from '../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE accounts (
  id ${ID} PRIMARY KEY,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
  name TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'closed')),
  balance BIGINT NOT NULL DEFAULT 0 CHECK (balance >= 0 AND balance <= 9007199254740991),
  welcomed BIGINT NOT NULL DEFAULT 0,
  deposited BIGINT NOT NULL DEFAULT 0,
  charges_count BIGINT NOT NULL DEFAULT 0,
  settled_count BIGINT NOT NULL DEFAULT 0,
  spent BIGINT NOT NULL DEFAULT 0,
  refunded_at BIGINT,
  transfer_seq BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL
)/*keyed*/;
CREATE INDEX accounts_by_time ON accounts (created_at, id);

CREATE TABLE api_keys (
  id ${ID} PRIMARY KEY,
  account_id ${ID} NOT NULL,
  lineage ${ID} NOT NULL,
  hash ${ID} NOT NULL UNIQUE,
  last4 TEXT NOT NULL,
  name TEXT NOT NULL,
  is_root INTEGER NOT NULL,
  cap_total BIGINT,
  cap_per_day BIGINT,
  cap_per_call BIGINT,
  cap_tools TEXT,
  spent_total BIGINT NOT NULL DEFAULT 0,
  spent_day TEXT,
  spent_on_day BIGINT NOT NULL DEFAULT 0,
  expires_at BIGINT,
  revoked_at BIGINT,
  replaced_by ${ID},
  created_at BIGINT NOT NULL
)/*keyed*/;
CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at);
CREATE INDEX api_keys_by_lineage ON api_keys (lineage);

CREATE TABLE transfers (
  account_id ${ID} NOT NULL,
  seq BIGINT NOT NULL,
  id ${ID} NOT NULL,
  mode TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('charge', 'refund', 'deposit', 'reversal')),
  source TEXT,
  debit_account ${ID} NOT NULL,
  credit_account ${ID} NOT NULL,
  amount BIGINT NOT NULL CHECK (amount > 0),
  balance_after BIGINT NOT NULL,
  call_id ${ID},
  tool TEXT,
  reason TEXT,
  lineage ${ID},
  at BIGINT NOT NULL,
  PRIMARY KEY (account_id, seq)
)/*keyed*/;
CREATE INDEX transfers_by_key ON transfers (lineage, seq) WHERE lineage IS NOT NULL;

CREATE TABLE calls (
  id ${ID} PRIMARY KEY,
  mode TEXT NOT NULL,
  account_id ${ID} NOT NULL,
  key_id ${ID} NOT NULL,
  lineage ${ID} NOT NULL,
  tool TEXT NOT NULL,
  price BIGINT NOT NULL CHECK (price >= 0),
  state TEXT NOT NULL CHECK (state IN ('open', 'settled', 'refunded')),
  reason TEXT,
  failure TEXT,
  owner ${ID} NOT NULL,
  deadline_at BIGINT NOT NULL,
  opened_at BIGINT NOT NULL,
  closed_at BIGINT,
  cost DOUBLE PRECISION,
  claim_scope ${ID},
  claim_key ${ID},
  parent_id ${ID}
)/*keyed*/;
CREATE INDEX calls_open ON calls (owner, deadline_at) WHERE state = 'open';
CREATE INDEX calls_refunded ON calls (account_id, closed_at)
  WHERE state = 'refunded' AND price > 0 AND reason <> 'crash';

CREATE TABLE idempotency (
  scope ${ID} NOT NULL,
  key ${ID} NOT NULL,
  fingerprint TEXT NOT NULL,
  call_id ${ID} NOT NULL,
  joiners INTEGER NOT NULL DEFAULT 0,
  expires_at BIGINT,
  PRIMARY KEY (scope, key)
)/*keyed*/;
CREATE INDEX idempotency_expiry ON idempotency (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE answers (
  call_id ${ID} PRIMARY KEY,
  body TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX answers_expiry ON answers (expires_at);

CREATE TABLE deposits (
  external_id ${ID} PRIMARY KEY,
  account_id ${ID} NOT NULL,
  mode TEXT NOT NULL,
  source TEXT NOT NULL,
  amount BIGINT NOT NULL,
  transfer_id ${ID} NOT NULL,
  at BIGINT NOT NULL
)/*keyed*/;

CREATE TABLE instances (
  owner ${ID} PRIMARY KEY,
  started_at BIGINT NOT NULL
)/*keyed*/;

CREATE TABLE usage_daily (
  account_id ${ID} NOT NULL,
  day ${ID} NOT NULL,
  lineage ${ID} NOT NULL,
  tool ${ID} NOT NULL,
  mode TEXT NOT NULL,
  charges BIGINT NOT NULL,
  settled BIGINT NOT NULL,
  spent BIGINT NOT NULL,
  PRIMARY KEY (account_id, day, lineage, tool)
)/*keyed*/;

CREATE TABLE system_daily (
  mode ${ID} NOT NULL,
  account ${ID} NOT NULL,
  day ${ID} NOT NULL,
  shard INTEGER NOT NULL,
  debit BIGINT NOT NULL,
  credit BIGINT NOT NULL,
  PRIMARY KEY (mode, account, day, shard)
)/*keyed*/;

CREATE TABLE audit (
  id ${ID} PRIMARY KEY,
  at BIGINT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject ${ID} NOT NULL,
  details TEXT NOT NULL
)/*keyed*/;
CREATE INDEX audit_by_time ON audit (at, id);
CREATE INDEX audit_by_subject ON audit (subject, at);
`;

const sqliteTriggers = `
CREATE TRIGGER transfers_no_update BEFORE UPDATE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are immutable'); END;
CREATE TRIGGER transfers_no_delete BEFORE DELETE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are immutable'); END;
`;

const postgresTriggers = `
CREATE FUNCTION refuse_transfer_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'transfers are immutable'; END $$;
CREATE TRIGGER transfers_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
FOR EACH STATEMENT EXECUTE FUNCTION refuse_transfer_change();
`;

export const ledgerTables: Migration = {
  version: 1,
  name: 'ledger',
  sqlite: tables.replaceAll('/*id*/', '').replaceAll('/*keyed*/', ' WITHOUT ROWID') + sqliteTriggers,
  postgres: tables.replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"').replaceAll('/*keyed*/', '') + postgresTriggers,
};
