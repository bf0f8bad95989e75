/** Automatic top-ups: at most one charge of an account is pending at a time. A top-up is a checkout whose session is the payment. */
import { defineSchema } from '../../../database/schema.ts';

export const topUpSchema = defineSchema(
  170,
  'auto top-ups',
  `
ALTER TABLE checkouts ADD COLUMN kind TEXT NOT NULL DEFAULT 'page' CHECK (kind IN ('page', 'top_up'));

CREATE TABLE auto_top_ups (
  account_id ID PRIMARY KEY,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
  state TEXT NOT NULL CHECK (state IN ('off', 'on', 'paused')),
  threshold BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  monthly_limit BIGINT NOT NULL,
  customer_id ID,
  card_id ID,
  card TEXT,
  setup_id ID,
  setup_session ID,
  setup_url TEXT,
  setup_until BIGINT NOT NULL,
  pending_id ID,
  pending_card ID,
  next_at BIGINT NOT NULL,
  tries INTEGER NOT NULL,
  reason TEXT,
  limit_month ID,
  news TEXT,
  updated_at BIGINT NOT NULL
) KEYED;
CREATE INDEX auto_top_ups_on ON auto_top_ups (account_id) WHERE state = 'on';
CREATE INDEX auto_top_ups_pending ON auto_top_ups (next_at) WHERE pending_id IS NOT NULL;
CREATE INDEX auto_top_ups_news ON auto_top_ups (account_id) WHERE news IS NOT NULL;
CREATE UNIQUE INDEX auto_top_ups_setups ON auto_top_ups (setup_session) WHERE setup_session IS NOT NULL;
`,
);
