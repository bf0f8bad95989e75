/** Files that tools have made, kept for an hour under an address that can't be guessed. */
import type { Migration } from '../database/types.ts';

const tables = (bytes: 'BLOB' | 'BYTEA'): string => `
CREATE TABLE media (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  type TEXT NOT NULL,
  filename TEXT NOT NULL,
  size BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  bytes ${bytes} NOT NULL
);
CREATE INDEX media_expiry ON media (expires_at);
CREATE INDEX media_by_account ON media (account_id, expires_at, size);
`;

export const mediaTable: Migration = { version: 3, name: 'media', sqlite: tables('BLOB'), postgres: tables('BYTEA') };
