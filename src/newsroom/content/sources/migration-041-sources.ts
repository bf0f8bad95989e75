/** Sources with what they have brought, and what articles know of their way through the pipeline. */
import type { Migration } from '../../../database/types.ts';

const ID = '/*id*/TEXT';

const columns = [
  'duplicate_of BIGINT',
  'skip_reason TEXT',
  'analyze_due INTEGER',
  'push_due INTEGER',
  'analyze_failures INTEGER NOT NULL DEFAULT 0',
  'analyze_error TEXT',
  'degraded_reason TEXT',
];

const tables = `
CREATE TABLE sources (
  source_type ${ID} PRIMARY KEY,
  name TEXT NOT NULL,
  country TEXT,
  language TEXT,
  homepage_url TEXT,
  feed_url TEXT,
  method TEXT NOT NULL CHECK (method IN ('rss', 'html', 'api', 'internal')),
  status TEXT NOT NULL CHECK (status IN ('active', 'paused', 'planned', 'retired')),
  interval_minutes BIGINT NOT NULL,
  body_policy TEXT NOT NULL CHECK (body_policy IN ('summary', 'full')),
  terms_note TEXT NOT NULL,
  notes TEXT NOT NULL,
  owner TEXT,
  tags TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  asked_at BIGINT,
  first_run_at BIGINT,
  last_run_at BIGINT,
  last_job_id TEXT,
  last_success_at BIGINT,
  last_item_at BIGINT,
  consecutive_failures INTEGER NOT NULL DEFAULT 0,
  fault TEXT,
  fault_status INTEGER,
  fault_message TEXT,
  fault_at BIGINT,
  retry_at BIGINT,
  robots TEXT NOT NULL DEFAULT 'unknown' CHECK (robots IN ('allowed', 'disallowed', 'unknown')),
  fetched_url TEXT,
  etag TEXT,
  last_modified TEXT,
  fill_title DOUBLE PRECISION,
  fill_body DOUBLE PRECISION,
  fill_email DOUBLE PRECISION
)/*keyed*/;
CREATE TABLE source_hours (
  source_type ${ID} NOT NULL,
  day ${ID} NOT NULL,
  hour INTEGER NOT NULL,
  landed BIGINT NOT NULL,
  errors BIGINT NOT NULL,
  entries BIGINT NOT NULL,
  titles BIGINT NOT NULL,
  bodies BIGINT NOT NULL,
  emails BIGINT NOT NULL,
  PRIMARY KEY (source_type, day, hour)
)/*keyed*/;
CREATE INDEX source_hours_by_day ON source_hours (day);
CREATE TABLE source_errors (
  id /*serial*/,
  source_type ${ID} NOT NULL,
  at BIGINT NOT NULL,
  fault TEXT NOT NULL,
  http_status INTEGER,
  message TEXT NOT NULL
);
CREATE INDEX source_errors_by_source ON source_errors (source_type, id);

${columns.map((column) => `ALTER TABLE articles ADD COLUMN ${column};`).join('\n')}
CREATE INDEX articles_by_address ON articles (canonical_url) WHERE company_id IS NULL AND canonical_url IS NOT NULL;
CREATE INDEX articles_by_content ON articles (content_hash) WHERE company_id IS NULL AND content_hash IS NOT NULL;
CREATE INDEX articles_to_analyze ON articles (id) WHERE analyze_due IS NOT NULL;
CREATE INDEX articles_to_push ON articles (id) WHERE push_due IS NOT NULL;
CREATE INDEX articles_by_arrival ON articles (source_type, created_at);

CREATE TABLE article_translation_gaps (
  article_id BIGINT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('ja', 'zh', 'en')),
  due INTEGER DEFAULT 1,
  failures INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  PRIMARY KEY (article_id, language)
)/*keyed*/;
CREATE INDEX article_translation_gaps_by_language ON article_translation_gaps (language, article_id)
  WHERE due IS NOT NULL;
INSERT INTO article_translation_gaps (article_id, language)
  SELECT articles.id, languages.language
  FROM articles CROSS JOIN (SELECT 'ja' AS language UNION ALL SELECT 'en' UNION ALL SELECT 'zh') AS languages
  WHERE articles.analyzed_at IS NOT NULL AND articles.is_demo = 0 AND articles.language <> languages.language
    AND NOT EXISTS (
      SELECT 1 FROM article_translations AS known
      WHERE known.article_id = articles.id AND known.language = languages.language
        AND known.source_hash = articles.content_hash
    );
`;

export const sourceTables: Migration = {
  version: 41,
  name: 'sources',
  sqlite: tables
    .replaceAll('/*id*/', '')
    .replaceAll('/*serial*/', 'INTEGER PRIMARY KEY AUTOINCREMENT')
    .replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables
    .replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"')
    .replaceAll('/*serial*/', 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replaceAll('/*keyed*/', ''),
};
