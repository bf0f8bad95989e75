/** Webhook endpoints, messages and attempts, and how far the events of each account have been told. */
import { defineSchema } from '../../database/schema.ts';

export const webhookSchema = defineSchema(
  137,
  'webhooks',
  `
CREATE TABLE webhook_endpoints (
  id ID PRIMARY KEY,
  account_id ID NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  description TEXT NOT NULL,
  secret TEXT NOT NULL,
  old_secret TEXT,
  old_secret_until BIGINT,
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  disabled_reason TEXT,
  created_at BIGINT NOT NULL,
  last_success_at BIGINT
);
CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (account_id, id);

CREATE TABLE account_watches (
  account_id ID PRIMARY KEY,
  seq BIGINT NOT NULL,
  refused_at BIGINT NOT NULL,
  low_balance BIGINT,
  low_balance_email INTEGER NOT NULL,
  is_low INTEGER NOT NULL,
  created_at BIGINT NOT NULL
) KEYED;

CREATE TABLE watched_calls (
  account_id ID NOT NULL,
  call_id ID NOT NULL,
  PRIMARY KEY (account_id, call_id)
) KEYED;

CREATE TABLE told_caps (
  account_id ID NOT NULL,
  lineage ID NOT NULL,
  cap ID NOT NULL,
  day ID NOT NULL,
  PRIMARY KEY (day, account_id, lineage, cap)
) KEYED;

CREATE TABLE webhook_deliveries (
  id ID PRIMARY KEY,
  endpoint_id ID NOT NULL,
  event ID NOT NULL,
  payload TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL,
  next_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  ended_at BIGINT
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at, id) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (ended_at);

CREATE TABLE webhook_attempts (
  delivery_id ID NOT NULL,
  at BIGINT NOT NULL,
  status INTEGER,
  cause ID,
  ms BIGINT NOT NULL,
  PRIMARY KEY (delivery_id, at)
) KEYED;
`,
);
