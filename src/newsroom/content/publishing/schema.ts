import { defineSchema } from '../../../database/schema.ts';

export const pushSchema = defineSchema(
  122,
  'article pushes',
  `
CREATE TABLE article_pushes (
  article_id ROW_ID,
  hash TEXT NOT NULL,
  pushed_hash TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'pushed', 'failed')),
  attempts INTEGER NOT NULL,
  next_at BIGINT,
  owner ID,
  http_status INTEGER,
  duration_ms BIGINT,
  error TEXT,
  tried_at BIGINT
);
CREATE INDEX article_pushes_due ON article_pushes (next_at);
CREATE INDEX article_pushes_by_owner ON article_pushes (owner);
CREATE INDEX article_pushes_by_state ON article_pushes (state, tried_at);
CREATE INDEX article_pushes_by_try ON article_pushes (tried_at);
`,
);
