/** Files that tools have made are called so; `media` are the journalists' from now on. */
import type { Migration } from '../database/types.ts';

const renaming = `
ALTER TABLE media RENAME TO files;
DROP INDEX media_expiry;
DROP INDEX media_by_account;
CREATE INDEX files_expiry ON files (expires_at);
CREATE INDEX files_by_account ON files (account_id, expires_at, size);
`;

export const fileTable: Migration = { version: 14, name: 'files', sqlite: renaming, postgres: renaming };
