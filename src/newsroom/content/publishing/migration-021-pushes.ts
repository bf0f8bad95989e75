import type { Migration } from '../../../database/types.ts';

const tables = `
CREATE TABLE article_pushes (
  article_id BIGINT PRIMARY KEY,
  hash TEXT NOT NULL,
  pushed_hash TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'pushed', 'failed')),
  attempts INTEGER NOT NULL,
  next_at BIGINT,
  owner /*id*/TEXT,
  http_status INTEGER,
  duration_ms BIGINT,
  error TEXT,
  tried_at BIGINT
);
CREATE INDEX article_pushes_due ON article_pushes (next_at);
CREATE INDEX article_pushes_by_owner ON article_pushes (owner);
`;

export const pushTables: Migration = {
  version: 21,
  name: 'article pushes',
  sqlite: tables.replace('/*id*/', '').replace('article_id BIGINT PRIMARY KEY', 'article_id INTEGER PRIMARY KEY'),
  postgres: tables.replace('/*id*/TEXT', 'TEXT COLLATE "C"'),
};
