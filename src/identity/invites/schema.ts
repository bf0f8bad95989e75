import { defineSchema } from '../../database/schema.ts';

export const inviteSchema = defineSchema(
  111,
  'invites',
  `
CREATE TABLE invites (
  id ID PRIMARY KEY,
  code_hash ID NOT NULL UNIQUE,
  uses INTEGER NOT NULL CHECK (uses > 0),
  used INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0 AND used <= uses),
  grant_amount BIGINT NOT NULL CHECK (grant_amount >= 0),
  created_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
) KEYED;
CREATE INDEX invites_by_time ON invites (created_at, id);

CREATE TABLE invite_uses (
  invite_id ID NOT NULL,
  account_id ID NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (invite_id, account_id)
) KEYED;
`,
);
