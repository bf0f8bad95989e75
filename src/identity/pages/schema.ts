import { defineSchema } from '../../database/schema.ts';

export const pageSessionSchema = defineSchema(
  113,
  'page sessions',
  `
CREATE TABLE page_sessions (
  hash ID PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('session', 'key')),
  bearer_hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
) KEYED;
CREATE INDEX page_sessions_expiry ON page_sessions (expires_at);
`,
);
