import { defineSchema } from '../../database/schema.ts';

export const quotaSchema = defineSchema(
  114,
  'quota',
  `
CREATE TABLE quota_months (
  company_id ID NOT NULL,
  unit ID NOT NULL,
  month ID NOT NULL,
  used BIGINT NOT NULL CHECK (used >= 0),
  PRIMARY KEY (company_id, unit, month)
) KEYED;

CREATE TABLE quota_calls (
  id ID PRIMARY KEY,
  company_id ID NOT NULL,
  unit ID NOT NULL,
  month ID NOT NULL,
  tool TEXT NOT NULL,
  owner ID NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'settled', 'released')),
  claim_scope ID,
  claim_key ID,
  fingerprint TEXT,
  joiners INTEGER NOT NULL DEFAULT 0,
  answer TEXT,
  failure TEXT,
  due_at BIGINT NOT NULL
) KEYED;
CREATE UNIQUE INDEX quota_calls_claim ON quota_calls (claim_scope, claim_key);
CREATE INDEX quota_calls_owner ON quota_calls (owner, state);
CREATE INDEX quota_calls_expiry ON quota_calls (due_at);

CREATE TABLE usage_days (
  company_id ID NOT NULL,
  day ID NOT NULL,
  kind ID NOT NULL,
  count BIGINT NOT NULL,
  input_tokens BIGINT NOT NULL,
  output_tokens BIGINT NOT NULL,
  cost_micros BIGINT NOT NULL,
  PRIMARY KEY (company_id, day, kind)
) KEYED;
`,
);
