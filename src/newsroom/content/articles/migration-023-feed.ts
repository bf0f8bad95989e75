/**
 * What is known of articles beside their texts, their translations, and the public feed: one counter, one line for each
 * article that is or was public, and its documents as they are read.
 */
import type { Migration } from '../../../database/types.ts';

const SERIAL = '/*serial*/';
const ID = '/*id*/TEXT';

const columns = [
  'source_name TEXT',
  `external_id ${ID}`,
  'url TEXT',
  `canonical_url ${ID}`,
  'summary TEXT',
  'author TEXT',
  'company_name TEXT',
  'company_url TEXT',
  'contact_email TEXT',
  `category ${ID}`,
  "categories TEXT NOT NULL DEFAULT '[]'",
  "tags TEXT NOT NULL DEFAULT '[]'",
  "faq TEXT NOT NULL DEFAULT '[]'",
  "facts TEXT NOT NULL DEFAULT '[]'",
  'image_url TEXT',
  'content_hash TEXT',
  'nq_score DOUBLE PRECISION',
  'engine TEXT',
  'shows_body INTEGER NOT NULL DEFAULT 1',
  'is_public INTEGER NOT NULL DEFAULT 0',
  'is_demo INTEGER NOT NULL DEFAULT 0',
  'published_at BIGINT',
  'fetched_at BIGINT',
  'analyzed_at BIGINT',
];

const tables = `
${columns.map((column) => `ALTER TABLE articles ADD COLUMN ${column};`).join('\n')}
CREATE UNIQUE INDEX articles_by_source ON articles (source_type, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX articles_of_demo ON articles (id) WHERE is_demo = 1;

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
  company_id ${ID} PRIMARY KEY,
  terms TEXT NOT NULL
);

CREATE TABLE shops (
  id ${SERIAL},
  slug ${ID} NOT NULL UNIQUE,
  company_id ${ID} UNIQUE,
  name TEXT NOT NULL,
  description TEXT,
  url TEXT,
  prefecture TEXT,
  address TEXT,
  logo_url TEXT,
  is_demo INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE TABLE feed_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch BIGINT NOT NULL,
  number BIGINT NOT NULL,
  horizon BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);
INSERT INTO feed_state (id, epoch, number, horizon, changed_at) VALUES (1, 1, 0, 0, 0);
CREATE TABLE feed_entries (
  article_id BIGINT PRIMARY KEY,
  number BIGINT NOT NULL UNIQUE,
  rev BIGINT NOT NULL,
  hash TEXT NOT NULL,
  language TEXT NOT NULL,
  category ${ID},
  shop_id BIGINT,
  published_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  reason TEXT CHECK (reason IN ('unpublished', 'deleted')),
  deleted_at BIGINT
);
CREATE INDEX feed_entries_public ON feed_entries (published_at, article_id) WHERE reason IS NULL;
CREATE INDEX feed_entries_by_shop ON feed_entries (shop_id, published_at, article_id) WHERE reason IS NULL;
CREATE INDEX feed_entries_expiry ON feed_entries (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE TABLE feed_documents (
  article_id BIGINT NOT NULL,
  language TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (article_id, language)
);
`;

export const feedTables: Migration = {
  version: 23,
  name: 'feed',
  sqlite: tables.replaceAll(SERIAL, 'INTEGER PRIMARY KEY AUTOINCREMENT').replaceAll('/*id*/', ''),
  postgres: tables
    .replaceAll(SERIAL, 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replaceAll(ID, 'TEXT COLLATE "C"'),
};
