import { defineSchema } from '../../../database/schema.ts';

export const announcementSchema = defineSchema(
  123,
  'announcements',
  `
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
`,
);
