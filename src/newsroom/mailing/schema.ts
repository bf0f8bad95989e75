import { defineSchema } from '../../database/schema.ts';

export const mailingStateSchema = defineSchema(
  129,
  'mailing state',
  `
CREATE TABLE mail_state (
  id INTEGER PRIMARY KEY,
  paused INTEGER NOT NULL,
  paused_reason TEXT,
  daily_limit BIGINT NOT NULL,
  transport_errors INTEGER NOT NULL,
  claims BIGINT NOT NULL,
  next_at BIGINT NOT NULL,
  salt TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  updated_by TEXT,
  resumed_at BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE mail_brakes (
  company_id ID PRIMARY KEY,
  paused_at BIGINT NOT NULL,
  lifted_at BIGINT
);
`,
);
