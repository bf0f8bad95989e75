import { defineSchema } from '../../database/schema.ts';

export const recordSchema = defineSchema(
  105,
  'records',
  `
CREATE TABLE upstream_days (
  mode ID NOT NULL,
  provider ID NOT NULL,
  day ID NOT NULL,
  requests BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  refusals BIGINT NOT NULL,
  latency_ms BIGINT NOT NULL,
  latency_ms_max BIGINT NOT NULL,
  PRIMARY KEY (mode, provider, day)
) KEYED;
CREATE INDEX upstream_days_by_day ON upstream_days (day);

CREATE TABLE book_checks (
  kind ID PRIMARY KEY CHECK (kind IN ('verify', 'reconcile')),
  ok INTEGER NOT NULL,
  lines TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  ended_at BIGINT NOT NULL
) KEYED;
`,
);
