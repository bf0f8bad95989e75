import { defineSchema } from '../../database/schema.ts';

export const costSchema = defineSchema(
  118,
  'costs',
  `
CREATE TABLE upstream_costs (
  id NUMBERED,
  at BIGINT NOT NULL,
  day ID NOT NULL,
  provider TEXT NOT NULL,
  service TEXT NOT NULL,
  operation TEXT NOT NULL,
  company_id ID,
  article_id BIGINT,
  job_id ID,
  input_tokens BIGINT NOT NULL DEFAULT 0,
  output_tokens BIGINT NOT NULL DEFAULT 0,
  cost_micros BIGINT NOT NULL CHECK (cost_micros >= 0),
  market_micros BIGINT NOT NULL,
  is_estimated INTEGER NOT NULL,
  status ID NOT NULL,
  latency_ms BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX upstream_costs_by_time ON upstream_costs (at);
CREATE INDEX upstream_costs_by_status ON upstream_costs (status, at);

CREATE TABLE cost_days (
  day ID NOT NULL,
  service ID NOT NULL,
  provider ID NOT NULL,
  operation ID NOT NULL,
  calls BIGINT NOT NULL,
  errors BIGINT NOT NULL,
  input_tokens BIGINT NOT NULL,
  output_tokens BIGINT NOT NULL,
  cost_micros BIGINT NOT NULL,
  market_micros BIGINT NOT NULL,
  latency_ms BIGINT NOT NULL,
  estimates BIGINT NOT NULL,
  PRIMARY KEY (day, service, provider, operation)
) KEYED;

CREATE TABLE cost_months (
  month ID PRIMARY KEY,
  spent_micros BIGINT NOT NULL CHECK (spent_micros >= 0)
) KEYED;
`,
);
