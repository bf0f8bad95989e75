import { defineSchema } from '../database/schema.ts';

export const fileSchema = defineSchema(
  115,
  'files',
  `
CREATE TABLE files (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  type TEXT NOT NULL,
  filename TEXT NOT NULL,
  size BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  bytes BYTES NOT NULL
);
CREATE INDEX files_expiry ON files (expires_at);
CREATE INDEX files_by_account ON files (account_id, expires_at, size);
`,
);
