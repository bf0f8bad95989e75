/**
 * Transfers and closed calls are appended, and nothing else of them is written: a transfer names the one before it, of its
 * account and of its sub-key, so that a history is a walk and needs no index; a call stands in `open_calls` until it is closed.
 * What follows from other rows is not stored.
 */
import type { Migration } from '../../database/types.ts';

const ID = '/*id*/TEXT';

const openCalls = `
CREATE TABLE open_calls (
  id ${ID} PRIMARY KEY,
  mode TEXT NOT NULL,
  account_id ${ID} NOT NULL,
  key_id ${ID} NOT NULL,
  lineage ${ID} NOT NULL,
  tool TEXT NOT NULL,
  price BIGINT NOT NULL CHECK (price >= 0),
  owner ${ID} NOT NULL,
  deadline_at BIGINT NOT NULL,
  opened_at BIGINT NOT NULL,
  claim_scope ${ID},
  claim_key ${ID},
  parent_id ${ID}
)/*keyed*/;
INSERT INTO open_calls SELECT id, mode, account_id, key_id, lineage, tool, price, owner, deadline_at, opened_at,
  claim_scope, claim_key, parent_id FROM calls WHERE state = 'open';
CREATE INDEX open_calls_by_account ON open_calls (account_id);
CREATE INDEX open_calls_by_parent ON open_calls (parent_id) WHERE parent_id IS NOT NULL;
`;

const closedCalls = `
CREATE TABLE closed_calls (
  id ${ID} PRIMARY KEY,
  mode TEXT NOT NULL,
  account_id ${ID} NOT NULL,
  lineage ${ID} NOT NULL,
  tool TEXT NOT NULL,
  price BIGINT NOT NULL CHECK (price >= 0),
  state TEXT NOT NULL CHECK (state IN ('settled', 'refunded')),
  reason TEXT,
  failure TEXT,
  opened_at BIGINT NOT NULL,
  closed_at BIGINT NOT NULL,
  cost DOUBLE PRECISION,
  claim_scope ${ID},
  claim_key ${ID},
  parent_id ${ID}
)/*keyed*/;
INSERT INTO closed_calls SELECT id, mode, account_id, lineage, tool, price, state, reason, failure, opened_at, closed_at,
  cost, claim_scope, claim_key, parent_id FROM calls WHERE state <> 'open' ORDER BY id;
DROP TABLE calls;
ALTER TABLE closed_calls RENAME TO calls;
CREATE INDEX calls_refunded_by_tool ON calls (account_id, tool, closed_at)
  WHERE state = 'refunded' AND price > 0 AND reason <> 'crash' AND reason <> 'not_sent';
CREATE INDEX calls_by_parent ON calls (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX calls_free ON calls (account_id, opened_at, id) WHERE price = 0;
`;

/** The numbers follow the time; those of one account or key follow their order. */
const transfers = `
CREATE TABLE numbered_transfers (
  n /*n*/ PRIMARY KEY,
  account_id ${ID} NOT NULL,
  seq BIGINT NOT NULL,
  prev BIGINT,
  mode TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('charge', 'refund', 'deposit', 'reversal')),
  source TEXT,
  counter ${ID} NOT NULL,
  amount BIGINT NOT NULL CHECK (amount <> 0),
  balance_after BIGINT NOT NULL,
  call_id ${ID},
  id ${ID},
  reason TEXT,
  lineage ${ID},
  lineage_prev BIGINT,
  at BIGINT NOT NULL
);
INSERT INTO numbered_transfers
SELECT n, account_id, seq, lag(n) OVER (PARTITION BY account_id ORDER BY seq), mode, kind, source, counter, amount,
  balance_after, call_id, id, reason, lineage,
  CASE WHEN lineage IS NOT NULL THEN lag(n) OVER (PARTITION BY lineage ORDER BY seq) END, at
FROM (SELECT row_number() OVER (ORDER BY at, account_id, seq) AS n, account_id, seq, mode, kind, source,
    CASE WHEN credit_account = account_id THEN debit_account ELSE credit_account END AS counter,
    CASE WHEN credit_account = account_id THEN amount ELSE -amount END AS amount, balance_after, call_id,
    CASE WHEN call_id IS NULL THEN id END AS id, reason,
    CASE WHEN lineage IN (SELECT lineage FROM api_keys WHERE is_root = 0) THEN lineage END AS lineage, at FROM transfers) t
ORDER BY n;
ALTER TABLE accounts ADD COLUMN refunds_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN settled_seen BIGINT NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN last_transfer BIGINT;
ALTER TABLE accounts ADD COLUMN root_paid_at BIGINT;
ALTER TABLE api_keys ADD COLUMN last_transfer BIGINT;
ALTER TABLE api_keys ADD COLUMN charges_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE api_keys ADD COLUMN refunds_count BIGINT NOT NULL DEFAULT 0;
CREATE INDEX numbered_by_account ON numbered_transfers (account_id, seq);
CREATE INDEX numbered_by_key ON numbered_transfers (lineage, seq) WHERE lineage IS NOT NULL;
CREATE INDEX closed_by_account ON calls (account_id, lineage) WHERE state = 'refunded' AND price > 0;
UPDATE accounts SET settled_seen = settled_count,
  refunds_count = (SELECT count(*) FROM calls c WHERE c.account_id = accounts.id AND c.state = 'refunded' AND c.price > 0),
  last_transfer = (SELECT n FROM numbered_transfers t WHERE t.account_id = accounts.id ORDER BY t.seq DESC LIMIT 1),
  root_paid_at = (SELECT max(t.at) FROM api_keys k JOIN transfers t ON t.lineage = k.lineage
    WHERE k.account_id = accounts.id AND k.is_root = 1);
UPDATE api_keys SET
  last_transfer = (SELECT n FROM numbered_transfers t WHERE t.lineage = api_keys.lineage ORDER BY t.seq DESC LIMIT 1),
  charges_count = (SELECT count(*) FROM numbered_transfers t WHERE t.lineage = api_keys.lineage AND t.kind = 'charge'),
  refunds_count = (SELECT count(*) FROM calls c WHERE c.account_id = api_keys.account_id AND c.lineage = api_keys.lineage
    AND c.state = 'refunded' AND c.price > 0)
  WHERE is_root = 0 AND replaced_by IS NULL;
UPDATE api_keys SET spent_total = 0, spent_day = NULL, spent_on_day = 0 WHERE is_root = 1;
DROP INDEX numbered_by_account;
DROP INDEX numbered_by_key;
DROP INDEX closed_by_account;
DROP TABLE transfers;
ALTER TABLE numbered_transfers RENAME TO transfers;
ALTER TABLE accounts DROP COLUMN settled_count;
`;

/** By day first: what is written today lies together, however many accounts there are. */
const usage = `
CREATE TABLE usage_by_day (
  day ${ID} NOT NULL,
  account_id ${ID} NOT NULL,
  lineage ${ID} NOT NULL,
  tool ${ID} NOT NULL,
  mode TEXT NOT NULL,
  charges BIGINT NOT NULL,
  refunds BIGINT NOT NULL,
  spent BIGINT NOT NULL,
  PRIMARY KEY (day, account_id, lineage, tool)
)/*keyed*/;
INSERT INTO usage_by_day SELECT u.day, u.account_id, u.lineage, u.tool, u.mode, u.charges, u.charges - u.settled -
  (SELECT count(*) FROM open_calls o WHERE o.account_id = u.account_id AND o.lineage = u.lineage AND o.tool = u.tool
    AND o.price > 0 AND /*day*/ = u.day), u.spent FROM usage_daily u ORDER BY 1, 2, 3, 4;
DROP TABLE usage_daily;
ALTER TABLE usage_by_day RENAME TO usage_daily;
`;

const steps = openCalls + closedCalls + transfers + usage;

const sqliteTriggers = `
CREATE TRIGGER transfers_no_update BEFORE UPDATE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are immutable'); END;
CREATE TRIGGER transfers_no_delete BEFORE DELETE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are immutable'); END;
`;

/** Each server takes its numbers by the thousand. */
const postgresExtras = `
CREATE TRIGGER transfers_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
FOR EACH STATEMENT EXECUTE FUNCTION refuse_transfer_change();
CREATE SEQUENCE transfer_numbers INCREMENT BY 1000;
SELECT setval('transfer_numbers', (SELECT coalesce(max(n), 0) + 1 FROM transfers), false);
`;

export const appendOnlyBooks: Migration = {
  version: 55,
  name: 'append-only books',
  sqlite:
    steps
      .replaceAll('/*id*/', '')
      .replaceAll('/*keyed*/', ' WITHOUT ROWID')
      .replaceAll('/*n*/', 'INTEGER')
      .replaceAll('/*day*/', "strftime('%Y-%m-%d', o.opened_at / 1000, 'unixepoch')") + sqliteTriggers,
  postgres:
    steps
      .replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"')
      .replaceAll('/*keyed*/', '')
      .replaceAll('/*n*/', 'BIGINT')
      .replaceAll('/*day*/', "to_char(to_timestamp(o.opened_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD')") +
    postgresExtras,
};
