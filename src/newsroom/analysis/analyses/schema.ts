import { defineSchema } from '../../../database/schema.ts';

export const analysisSchema = defineSchema(
  125,
  'analyses',
  `
CREATE TABLE analyses (
  id ID PRIMARY KEY,
  company_id ID NOT NULL,
  mode TEXT NOT NULL,
  title TEXT,
  language TEXT NOT NULL,
  nq_score DOUBLE PRECISION,
  source_kind TEXT NOT NULL CHECK (source_kind IN ('text', 'url')),
  url TEXT,
  engine TEXT NOT NULL,
  document TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX analyses_by_company ON analyses (company_id, id);
CREATE INDEX analyses_by_url ON analyses (substr(url, 1, 200));

CREATE TABLE analysis_feedback (
  id NUMBERED,
  result_id ID NOT NULL,
  company_id ID NOT NULL,
  voter ID NOT NULL,
  user_id BIGINT,
  rating INTEGER NOT NULL CHECK (rating IN (1, -1)),
  comment TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  UNIQUE (result_id, voter)
);
`,
);
