import type { Migration } from '../../../database/types.ts';

const table = `
CREATE TABLE search_announcements (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  number BIGINT NOT NULL,
  failures INTEGER NOT NULL,
  next_at BIGINT NOT NULL,
  tried_at BIGINT,
  http_status INTEGER,
  error TEXT,
  told_at BIGINT
);
`;

export const announcementTable: Migration = { version: 29, name: 'announcements', sqlite: table, postgres: table };
