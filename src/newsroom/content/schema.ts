import { defineSchema } from '../../database/schema.ts';

export const articleSchema = defineSchema(
  119,
  'articles',
  `
CREATE TABLE articles (
  id NUMBERED,
  company_id ID,
  source_type TEXT NOT NULL,
  title TEXT NOT NULL,
  subtitle TEXT,
  body TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('ja', 'zh', 'en')),
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  source_name TEXT,
  external_id ID,
  url TEXT,
  canonical_url ID,
  summary TEXT,
  author TEXT,
  company_name TEXT,
  company_url TEXT,
  contact_email TEXT,
  category ID,
  categories TEXT NOT NULL DEFAULT '[]',
  tags TEXT NOT NULL DEFAULT '[]',
  faq TEXT NOT NULL DEFAULT '[]',
  facts TEXT NOT NULL DEFAULT '[]',
  image_url TEXT,
  content_hash TEXT,
  nq_score DOUBLE PRECISION,
  engine TEXT,
  shows_body INTEGER NOT NULL DEFAULT 1,
  is_public INTEGER NOT NULL DEFAULT 0,
  is_demo INTEGER NOT NULL DEFAULT 0,
  published_at BIGINT,
  fetched_at BIGINT,
  analyzed_at BIGINT,
  duplicate_of BIGINT,
  skip_reason TEXT,
  analyze_due INTEGER,
  push_due INTEGER,
  analyze_failures INTEGER NOT NULL DEFAULT 0,
  analyze_error TEXT,
  degraded_reason TEXT,
  contact_basis TEXT NOT NULL DEFAULT 'none',
  contact_basis_url TEXT,
  contact_basis_at BIGINT,
  contact_refuses INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX articles_by_source ON articles (source_type, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX articles_of_demo ON articles (id) WHERE is_demo = 1;
CREATE INDEX articles_by_category ON articles (category, published_at, id);
CREATE INDEX articles_by_email ON articles (contact_email);
CREATE INDEX articles_by_contact ON articles (lower(contact_email));
CREATE INDEX articles_by_address ON articles (canonical_url) WHERE company_id IS NULL AND canonical_url IS NOT NULL;
CREATE INDEX articles_by_content ON articles (content_hash) WHERE company_id IS NULL AND content_hash IS NOT NULL;
CREATE INDEX articles_to_analyze ON articles (id) WHERE analyze_due IS NOT NULL;
CREATE INDEX articles_to_push ON articles (id) WHERE push_due IS NOT NULL;
CREATE INDEX articles_by_arrival ON articles (source_type, created_at);
CREATE INDEX articles_by_time ON articles (published_at, id);
CREATE INDEX articles_by_score ON articles (nq_score, id);
CREATE INDEX articles_by_creation ON articles (created_at, id);
CREATE INDEX articles_by_analysis ON articles (analyzed_at);
CREATE INDEX articles_collected ON articles (published_at, source_type, category)
  WHERE company_id IS NULL AND is_demo = 0 AND duplicate_of IS NULL;
CREATE INDEX articles_with_contact ON articles (published_at, id)
  WHERE contact_basis <> 'none' AND contact_refuses = 0 AND skip_reason IS NULL AND analyzed_at IS NOT NULL;
CREATE INDEX articles_by_title ON articles (substr(title, 1, 200), id);

CREATE TABLE article_translations (
  article_id BIGINT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('ja', 'zh', 'en')),
  title TEXT NOT NULL,
  summary TEXT,
  body TEXT NOT NULL,
  faq TEXT NOT NULL,
  engine TEXT NOT NULL,
  source_hash TEXT NOT NULL,
  checks TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (article_id, language)
);

CREATE TABLE company_glossaries (
  company_id ID PRIMARY KEY,
  terms TEXT NOT NULL
);

CREATE TABLE article_translation_gaps (
  article_id BIGINT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('ja', 'zh', 'en')),
  due INTEGER DEFAULT 1,
  failures INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  PRIMARY KEY (article_id, language)
) KEYED;
CREATE INDEX article_translation_gaps_by_language ON article_translation_gaps (language, article_id)
  WHERE due IS NOT NULL;
`,
  {
    sqlite: `
-- SQLite keeps long texts within their rows; a report reads this index instead. PostgreSQL limits the size of an entry.
CREATE INDEX articles_of_report ON articles (created_at, category, source_type, nq_score, tags);
`,
  },
);
