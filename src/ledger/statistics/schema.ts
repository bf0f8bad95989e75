/** Durations of tools and providers by day, and revenue and cost of closed calls: a rollup up to a call id. */
import { defineSchema } from '../../database/schema.ts';

export const statisticsSchema = defineSchema(
  104,
  'statistics',
  `
CREATE TABLE latency_days (
  mode ID NOT NULL,
  subject ID NOT NULL CHECK (subject IN ('tool', 'provider')),
  name ID NOT NULL,
  day ID NOT NULL,
  ms BIGINT NOT NULL,
  successes BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  PRIMARY KEY (mode, day, subject, name, ms)
) KEYED;
CREATE INDEX latency_days_by_day ON latency_days (day);

CREATE TABLE margin_days (
  day ID NOT NULL,
  mode ID NOT NULL,
  tool ID NOT NULL,
  outcome ID NOT NULL,
  calls BIGINT NOT NULL,
  paid BIGINT NOT NULL,
  revenue BIGINT NOT NULL,
  cost DOUBLE PRECISION NOT NULL,
  unknown BIGINT NOT NULL,
  PRIMARY KEY (day, mode, tool, outcome)
) KEYED;

CREATE TABLE margin_position (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  call_id ID NOT NULL
);
`,
);
