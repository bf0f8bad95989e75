import { defineSchema } from '../../../database/schema.ts';

export const outreachSchema = defineSchema(
  133,
  'outreach',
  `
CREATE TABLE newsroom_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
  minute INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 59),
  categories TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  updated_by TEXT,
  schedule_changed_at BIGINT NOT NULL DEFAULT 0,
  missed_day TEXT
);
INSERT INTO newsroom_settings (id, hour, minute, categories, updated_at) VALUES (1, 10, 0, '[]', 0);
`,
);
