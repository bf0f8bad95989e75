/**
 * Transfers and closed calls are only ever appended. A transfer names the one before it of its account and of its sub-key,
 * so a history is a walk and needs no index. A call is in `open_calls` until it is closed. Transfer numbers follow
 * time; those of one account or key follow their order.
 */
import { defineSchema } from '../database/schema.ts';

export const ledgerSchema = defineSchema(
  101,
  'ledger',
  `
CREATE TABLE accounts (
  id ID PRIMARY KEY,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
  name TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'closed')),
  balance BIGINT NOT NULL DEFAULT 0 CHECK (balance >= 0 AND balance <= 9007199254740991),
  welcomed BIGINT NOT NULL DEFAULT 0,
  deposited BIGINT NOT NULL DEFAULT 0,
  charges_count BIGINT NOT NULL DEFAULT 0,
  spent BIGINT NOT NULL DEFAULT 0,
  refunded_at BIGINT,
  transfer_seq BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  answer_bytes BIGINT NOT NULL DEFAULT 0,
  refunds_count BIGINT NOT NULL DEFAULT 0,
  settled_seen BIGINT NOT NULL DEFAULT 0,
  last_transfer BIGINT,
  root_paid_at BIGINT
) KEYED;
CREATE INDEX accounts_by_time ON accounts (created_at, id);

CREATE TABLE api_keys (
  id ID PRIMARY KEY,
  account_id ID NOT NULL,
  lineage ID NOT NULL,
  hash ID NOT NULL UNIQUE,
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
  replaced_by ID,
  created_at BIGINT NOT NULL,
  client_id TEXT,
  last_transfer BIGINT,
  charges_count BIGINT NOT NULL DEFAULT 0,
  refunds_count BIGINT NOT NULL DEFAULT 0
) KEYED;
CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at);
CREATE INDEX api_keys_by_lineage ON api_keys (lineage);

CREATE TABLE transfers (
  n ROW_ID,
  account_id ID NOT NULL,
  seq BIGINT NOT NULL,
  prev BIGINT,
  mode TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('charge', 'refund', 'deposit', 'reversal')),
  source TEXT,
  counter ID NOT NULL,
  amount BIGINT NOT NULL CHECK (amount <> 0),
  balance_after BIGINT NOT NULL,
  call_id ID,
  id ID,
  reason TEXT,
  lineage ID,
  lineage_prev BIGINT,
  at BIGINT NOT NULL
);

CREATE TABLE open_calls (
  id ID PRIMARY KEY,
  mode TEXT NOT NULL,
  account_id ID NOT NULL,
  key_id ID NOT NULL,
  lineage ID NOT NULL,
  tool TEXT NOT NULL,
  price BIGINT NOT NULL CHECK (price >= 0),
  owner ID NOT NULL,
  deadline_at BIGINT NOT NULL,
  opened_at BIGINT NOT NULL,
  claim_scope ID,
  claim_key ID,
  parent_id ID
) KEYED;
CREATE INDEX open_calls_by_account ON open_calls (account_id);
CREATE INDEX open_calls_by_parent ON open_calls (parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE calls (
  id ID PRIMARY KEY,
  mode TEXT NOT NULL,
  account_id ID NOT NULL,
  lineage ID NOT NULL,
  tool TEXT NOT NULL,
  price BIGINT NOT NULL CHECK (price >= 0),
  state TEXT NOT NULL CHECK (state IN ('settled', 'refunded')),
  reason TEXT,
  failure TEXT,
  opened_at BIGINT NOT NULL,
  closed_at BIGINT NOT NULL,
  cost DOUBLE PRECISION,
  claim_scope ID,
  claim_key ID,
  parent_id ID
) KEYED;
CREATE INDEX calls_refunded_by_tool ON calls (account_id, tool, closed_at)
  WHERE state = 'refunded' AND price > 0 AND reason <> 'crash' AND reason <> 'not_sent';
CREATE INDEX calls_by_parent ON calls (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX calls_free ON calls (account_id, opened_at, id) WHERE price = 0;

CREATE TABLE idempotency (
  scope ID NOT NULL,
  key ID NOT NULL,
  fingerprint TEXT NOT NULL,
  call_id ID NOT NULL,
  joiners INTEGER NOT NULL DEFAULT 0,
  expires_at BIGINT,
  PRIMARY KEY (scope, key)
) KEYED;
CREATE INDEX idempotency_expiry ON idempotency (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE answers (
  call_id ID PRIMARY KEY,
  body TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  account_id ID,
  bytes BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX answers_expiry ON answers (expires_at);

CREATE TABLE refused_calls (
  account_id ID NOT NULL,
  at BIGINT NOT NULL,
  id ID NOT NULL,
  lineage ID NOT NULL,
  tool TEXT NOT NULL,
  price BIGINT NOT NULL,
  code TEXT NOT NULL,
  cap TEXT,
  PRIMARY KEY (account_id, at, id)
) KEYED;
CREATE INDEX refused_calls_by_time ON refused_calls (at);

CREATE TABLE deposits (
  external_id ID PRIMARY KEY,
  account_id ID NOT NULL,
  mode TEXT NOT NULL,
  source TEXT NOT NULL,
  amount BIGINT NOT NULL,
  transfer_id ID NOT NULL,
  at BIGINT NOT NULL
) KEYED;
CREATE INDEX deposits_by_account ON deposits (account_id, source);

CREATE TABLE instances (
  owner ID PRIMARY KEY,
  started_at BIGINT NOT NULL
) KEYED;

CREATE TABLE usage_daily (
  day ID NOT NULL,
  account_id ID NOT NULL,
  lineage ID NOT NULL,
  tool ID NOT NULL,
  mode TEXT NOT NULL,
  charges BIGINT NOT NULL,
  refunds BIGINT NOT NULL,
  spent BIGINT NOT NULL,
  PRIMARY KEY (day, account_id, lineage, tool)
) KEYED;

CREATE TABLE system_daily (
  mode ID NOT NULL,
  account ID NOT NULL,
  day ID NOT NULL,
  shard INTEGER NOT NULL,
  debit BIGINT NOT NULL,
  credit BIGINT NOT NULL,
  PRIMARY KEY (mode, account, day, shard)
) KEYED;

CREATE TABLE audit (
  id ID PRIMARY KEY,
  at BIGINT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject ID NOT NULL,
  details TEXT NOT NULL,
  ip_prefix TEXT
) KEYED;
CREATE INDEX audit_by_time ON audit (at, id);
CREATE INDEX audit_by_subject ON audit (subject, at);
CREATE INDEX audit_by_actor ON audit (actor, at, id);
CREATE INDEX audit_by_action ON audit (action, at, id);

CREATE TABLE receipt_keys (
  kid TEXT PRIMARY KEY,
  x TEXT NOT NULL,
  at BIGINT NOT NULL
);

CREATE TABLE welcome_daily (
  day ID NOT NULL,
  network ID NOT NULL,
  given BIGINT NOT NULL,
  PRIMARY KEY (day, network)
) KEYED;
`,
  {
    sqlite: `
CREATE TRIGGER transfers_no_update BEFORE UPDATE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are immutable'); END;
CREATE TRIGGER transfers_no_delete BEFORE DELETE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are immutable'); END;
`,
    postgres: `
CREATE FUNCTION refuse_transfer_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'transfers are immutable'; END $$;
CREATE TRIGGER transfers_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
FOR EACH STATEMENT EXECUTE FUNCTION refuse_transfer_change();
-- Each server takes its numbers by the thousand.
CREATE SEQUENCE transfer_numbers INCREMENT BY 1000;
-- A new version of a row in a unique index makes PostgreSQL look at every older version that a long snapshot holds back;
-- in a plain index it doesn't. Account ids stay unique because they are random and come with keys, which are unique.
-- Usage of one day, key and tool may stand in several rows: readers add them up.
ALTER TABLE accounts DROP CONSTRAINT accounts_pkey;
CREATE INDEX accounts_by_id ON accounts (id);
ALTER TABLE usage_daily DROP CONSTRAINT usage_daily_pkey;
CREATE INDEX usage_by_day ON usage_daily (day, account_id, lineage, tool);
`,
  },
);
