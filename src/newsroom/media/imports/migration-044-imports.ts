/** One import of media at a time, over all servers, and what the last one did. */
import type { Migration } from '../../../database/types.ts';

const tables = `
CREATE TABLE media_imports (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  lease_until BIGINT,
  ended_at BIGINT,
  result TEXT
);
INSERT INTO media_imports (id) VALUES (1);
`;

export const importTables: Migration = { version: 44, name: 'media imports', sqlite: tables, postgres: tables };
