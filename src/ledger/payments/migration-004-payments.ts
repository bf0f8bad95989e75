/**
 * Card deposits: what was asked of the payment provider, what it has told us, and whom we hold for a debt. Ids are the
 * provider's own; each mode has its own, so that nothing of the sandbox can meet what is live.
 */
import type { Migration } from '../../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE checkouts (
  id ${ID} PRIMARY KEY,
  account_id ${ID} NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
  amount BIGINT NOT NULL CHECK (amount > 0),
  state TEXT NOT NULL CHECK (state IN ('open', 'pending', 'paid', 'refused', 'failed', 'expired')),
  session_id ${ID} UNIQUE,
  url TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
)/*keyed*/;
CREATE UNIQUE INDEX checkouts_open ON checkouts (account_id, amount) WHERE state = 'open';
CREATE INDEX checkouts_by_time ON checkouts (mode, created_at);

CREATE TABLE payments (
  mode TEXT NOT NULL,
  id ${ID} NOT NULL,
  checkout_id ${ID},
  account_id ${ID},
  amount BIGINT NOT NULL DEFAULT 0,
  refunded BIGINT NOT NULL DEFAULT 0,
  taken BIGINT NOT NULL DEFAULT 0,
  at BIGINT NOT NULL,
  PRIMARY KEY (mode, id)
)/*keyed*/;
CREATE INDEX payments_by_account ON payments (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX payments_by_checkout ON payments (checkout_id) WHERE checkout_id IS NOT NULL;

CREATE TABLE disputes (
  mode TEXT NOT NULL,
  id ${ID} NOT NULL,
  payment_id ${ID} NOT NULL,
  amount BIGINT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'won', 'lost')),
  at BIGINT NOT NULL,
  PRIMARY KEY (mode, id)
)/*keyed*/;
CREATE INDEX disputes_by_payment ON disputes (payment_id);

CREATE TABLE payment_events (
  mode TEXT NOT NULL,
  id ${ID} NOT NULL,
  type TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('done', 'failed')),
  outcome TEXT NOT NULL,
  tries INTEGER NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (mode, id)
)/*keyed*/;
CREATE INDEX payment_events_by_time ON payment_events (at);

CREATE TABLE payment_holds (
  account_id ${ID} PRIMARY KEY,
  at BIGINT NOT NULL
)/*keyed*/;
`;

export const paymentTables: Migration = {
  version: 4,
  name: 'payments',
  sqlite: tables.replaceAll('/*id*/', '').replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables.replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"').replaceAll('/*keyed*/', ''),
};
