/** Coverage of releases. */
import { defineSchema } from '../../../database/schema.ts';

export const coverage = defineSchema(
  205,
  'release coverage',
  `
CREATE TABLE release_coverage (
  id NUMBERED,
  company_id ID NOT NULL,
  release_id BIGINT NOT NULL,
  url TEXT NOT NULL,
  url_key ID NOT NULL,
  title TEXT,
  outlet TEXT,
  published_on TEXT,
  note TEXT,
  media_id BIGINT,
  origin TEXT NOT NULL CHECK (origin IN ('noted', 'found')),
  state TEXT NOT NULL CHECK (state IN ('suggested', 'confirmed', 'dismissed')),
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX release_coverage_by_url ON release_coverage (release_id, url_key);
CREATE INDEX release_coverage_of_release ON release_coverage (release_id, id);

CREATE TABLE coverage_scan (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  number BIGINT NOT NULL
);
INSERT INTO coverage_scan (id, number) VALUES (1, 0);
`,
);
