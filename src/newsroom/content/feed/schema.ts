import { defineSchema } from '../../../database/schema.ts';

export const feedSchema = defineSchema(
  120,
  'feed',
  `
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
  category ID,
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

CREATE TABLE shops (
  id NUMBERED,
  slug ID NOT NULL UNIQUE,
  company_id ID UNIQUE,
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
`,
);
