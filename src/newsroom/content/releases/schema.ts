import { defineSchema } from '../../../database/schema.ts';

export const releaseSchema = defineSchema(
  121,
  'releases',
  `
CREATE TABLE press_releases (
  id NUMBERED,
  company_id ID NOT NULL,
  article_id BIGINT NOT NULL UNIQUE,
  title ID NOT NULL,
  subtitle TEXT,
  body TEXT NOT NULL,
  contact_info TEXT,
  source_type TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'ready', 'embargoed', 'published')),
  language TEXT NOT NULL CHECK (language IN ('ja', 'zh', 'en')),
  nq_score DOUBLE PRECISION,
  nq_source TEXT CHECK (nq_source IN ('client', 'rules', 'rules+llm')),
  nq_dimensions TEXT,
  nq_stale INTEGER NOT NULL,
  ai_engine TEXT,
  embargo_until BIGINT,
  word_count BIGINT NOT NULL,
  char_count BIGINT NOT NULL,
  search TEXT NOT NULL,
  version BIGINT NOT NULL,
  created_by BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX press_releases_by_company ON press_releases (company_id, created_at, id);
CREATE INDEX press_releases_by_change ON press_releases (company_id, updated_at, id);
`,
);
