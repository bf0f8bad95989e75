/** Alerts with what operators were told of them, and what each server sees for itself. */
import { defineSchema } from '../../database/schema.ts';

export const alertSchema = defineSchema(
  138,
  'alerts',
  `
CREATE TABLE alerts (
  code ID NOT NULL,
  subject ID NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('info', 'warn', 'error')),
  text TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'resolved')),
  opened_at BIGINT NOT NULL,
  resolved_at BIGINT,
  told TEXT CHECK (told IN ('open', 'resolved')),
  told_open_at BIGINT,
  version BIGINT NOT NULL,
  PRIMARY KEY (code, subject)
) KEYED;
CREATE INDEX alerts_by_state ON alerts (state, opened_at);
CREATE INDEX alerts_resolved ON alerts (resolved_at);

CREATE TABLE server_signals (
  owner ID NOT NULL,
  code ID NOT NULL,
  subject ID NOT NULL,
  severity TEXT NOT NULL,
  text TEXT NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (owner, code, subject)
) KEYED;
CREATE INDEX server_signals_by_time ON server_signals (seen_at);
`,
);
