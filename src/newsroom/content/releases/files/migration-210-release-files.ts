/** Pictures and attachments of releases. The bytes come last: what stands before them is read without them. */
import { defineSchema } from '../../../../database/schema.ts';

export const releaseFiles = defineSchema(
  210,
  'release files',
  `
CREATE TABLE release_files (
  id NUMBERED,
  company_id ID NOT NULL,
  press_release_id BIGINT NOT NULL,
  article_id BIGINT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('picture', 'attachment')),
  place INTEGER NOT NULL,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  alt TEXT,
  caption TEXT,
  credit TEXT,
  width INTEGER,
  height INTEGER,
  size BIGINT NOT NULL,
  hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  bytes BYTES NOT NULL
);
CREATE INDEX release_files_by_release ON release_files (press_release_id, kind, place);
CREATE INDEX release_files_by_article ON release_files (article_id, kind, place);
CREATE INDEX release_files_by_company ON release_files (company_id, size);
`,
);
