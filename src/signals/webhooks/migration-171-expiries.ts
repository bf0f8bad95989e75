/** Keys whose expiry was told ahead of time. */
import { defineSchema } from '../../database/schema.ts';

export const expirySchema = defineSchema(
  171,
  'told expiries',
  `
CREATE TABLE told_expiries (
  key_id ID PRIMARY KEY,
  account_id ID NOT NULL,
  expires_at BIGINT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'resolved'))
) KEYED;
CREATE INDEX told_expiries_open ON told_expiries (key_id) WHERE state = 'open';
CREATE INDEX told_expiries_by_time ON told_expiries (expires_at);
CREATE INDEX api_keys_by_expiry ON api_keys (expires_at) WHERE expires_at IS NOT NULL;
`,
);
