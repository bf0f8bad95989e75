/** Browsers that are signed in by a cookie. */
import type { Migration } from '../../database/types.ts';

const tables = `
CREATE TABLE page_sessions (
  hash /*id*/TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('session', 'key')),
  bearer_hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
)/*keyed*/;
CREATE INDEX page_sessions_expiry ON page_sessions (expires_at);
`;

export const pageSessions: Migration = {
  version: 45,
  name: 'page sessions',
  sqlite: tables.replaceAll('/*id*/', '').replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables.replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"').replaceAll('/*keyed*/', ''),
};
