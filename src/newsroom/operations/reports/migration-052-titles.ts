/** The order of articles by their titles, as `article-reads.ts` sorts them: a title may be longer than an entry of an index. */
import type { Migration } from '../../../database/types.ts';

export const titleOrder: Migration = {
  version: 52,
  name: 'titles',
  sqlite: 'CREATE INDEX articles_by_title ON articles (substr(title, 1, 200), id);',
  postgres: 'CREATE INDEX articles_by_title ON articles ((substr(title, 1, 200)), id);',
};
