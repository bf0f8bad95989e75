/** Card deposits, their refunds and disputes. Ids are the payment provider's; each mode has its own, so sandbox rows never meet live ones. */
import { defineSchema } from '../../database/schema.ts';

export const paymentSchema = defineSchema(
  103,
  'payments',
  `
CREATE TABLE checkouts (
  id ID PRIMARY KEY,
  account_id ID NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
  amount BIGINT NOT NULL CHECK (amount > 0),
  state TEXT NOT NULL CHECK (state IN ('open', 'pending', 'paid', 'refused', 'failed', 'expired')),
  session_id ID UNIQUE,
  url TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
) KEYED;
CREATE UNIQUE INDEX checkouts_open ON checkouts (account_id, amount) WHERE state = 'open';
CREATE INDEX checkouts_by_time ON checkouts (mode, created_at);
CREATE INDEX checkouts_by_account ON checkouts (account_id, created_at);

CREATE TABLE payments (
  mode TEXT NOT NULL,
  id ID NOT NULL,
  checkout_id ID,
  account_id ID,
  amount BIGINT NOT NULL DEFAULT 0,
  refunded BIGINT NOT NULL DEFAULT 0,
  taken BIGINT NOT NULL DEFAULT 0,
  at BIGINT NOT NULL,
  PRIMARY KEY (mode, id)
) KEYED;
CREATE INDEX payments_by_account ON payments (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX payments_by_checkout ON payments (checkout_id) WHERE checkout_id IS NOT NULL;

CREATE TABLE refunds (
  mode TEXT NOT NULL,
  id ID NOT NULL,
  payment_id ID NOT NULL,
  amount BIGINT NOT NULL,
  failed_at BIGINT,
  at BIGINT NOT NULL,
  PRIMARY KEY (mode, id)
) KEYED;
CREATE INDEX refunds_by_payment ON refunds (payment_id);

CREATE TABLE refund_totals (
  mode TEXT NOT NULL,
  payment_id ID NOT NULL,
  at BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  PRIMARY KEY (mode, payment_id, at, amount)
) KEYED;

CREATE TABLE disputes (
  mode TEXT NOT NULL,
  id ID NOT NULL,
  payment_id ID NOT NULL,
  amount BIGINT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'won', 'lost')),
  at BIGINT NOT NULL,
  withheld BIGINT NOT NULL DEFAULT 0,
  told_at BIGINT NOT NULL DEFAULT 0,
  told_rank INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (mode, id)
) KEYED;
CREATE INDEX disputes_by_payment ON disputes (payment_id);

CREATE TABLE payment_events (
  mode TEXT NOT NULL,
  id ID NOT NULL,
  type TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('done', 'failed')),
  outcome TEXT NOT NULL,
  tries INTEGER NOT NULL,
  at BIGINT NOT NULL,
  digest TEXT,
  alert INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (mode, id)
) KEYED;
CREATE INDEX payment_events_by_time ON payment_events (at);
CREATE INDEX payment_alerts ON payment_events (at) WHERE alert = 1;

CREATE TABLE payment_holds (
  account_id ID PRIMARY KEY,
  at BIGINT NOT NULL
) KEYED;
`,
);
