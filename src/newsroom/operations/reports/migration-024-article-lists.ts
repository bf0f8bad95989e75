/** The orders that operators list and count articles in. */
import type { Migration } from '../../../database/types.ts';

const indexes = `
CREATE INDEX articles_by_category ON articles (category, published_at, id);
CREATE INDEX articles_by_email ON articles (contact_email);
`;

// SQLite keeps long texts within their rows: what a report counts is read without them. Rows of an index have no limit there.
const report = 'CREATE INDEX articles_of_report ON articles (created_at, category, source_type, nq_score, tags);';

export const articleListIndexes: Migration = {
  version: 24,
  name: 'article lists',
  sqlite: `${indexes}${report}`,
  postgres: indexes,
};
