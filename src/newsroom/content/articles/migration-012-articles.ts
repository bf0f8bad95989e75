/** Articles: one numbering for everything that the newsroom can recommend, translate and publish. Ids are never used twice. */
import type { Migration } from '../../../database/types.ts';

const tables = `
CREATE TABLE articles (
  id /*serial*/,
  company_id /*id*/TEXT,
  source_type TEXT NOT NULL,
  title TEXT NOT NULL,
  subtitle TEXT,
  body TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('ja', 'zh', 'en')),
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
`;

export const articleTables: Migration = {
  version: 12,
  name: 'articles',
  sqlite: tables.replace('/*serial*/', 'INTEGER PRIMARY KEY AUTOINCREMENT').replace('/*id*/', ''),
  postgres: tables
    .replace('/*serial*/', 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replace('/*id*/TEXT', 'TEXT COLLATE "C"'),
};
