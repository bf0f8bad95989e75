/** What operators set for the newsroom beside the mailing's own state, and the orders that their lists and reports read in. */
import type { Migration } from '../../../database/types.ts';

const tables = `
CREATE TABLE newsroom_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
  minute INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 59),
  categories TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  updated_by TEXT
);
INSERT INTO newsroom_settings (id, hour, minute, categories, updated_at) VALUES (1, 10, 0, '[]', 0);
CREATE INDEX mail_items_of_kind ON mail_items (kind, status, id);
CREATE INDEX articles_by_time ON articles (published_at, id);
CREATE INDEX articles_by_score ON articles (nq_score, id);
CREATE INDEX articles_by_creation ON articles (created_at, id);
CREATE INDEX articles_by_analysis ON articles (analyzed_at);
CREATE INDEX companies_by_creation ON companies (created_at);
CREATE INDEX article_pushes_by_state ON article_pushes (state, tried_at);
CREATE INDEX article_pushes_by_try ON article_pushes (tried_at);
`;

export const reportTables: Migration = { version: 43, name: 'reports', sqlite: tables, postgres: tables };
