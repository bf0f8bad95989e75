/** The media database, the companies' lists, and what companies have had to do with media. Ids are never used twice. */
import type { Migration } from '../../../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE media_items (
  id /*serial*/,
  revision BIGINT NOT NULL,
  name TEXT NOT NULL,
  name_kana TEXT,
  publisher TEXT,
  type TEXT NOT NULL,
  scope TEXT NOT NULL,
  prefecture TEXT,
  prefecture_code TEXT,
  region TEXT,
  country TEXT NOT NULL,
  language TEXT NOT NULL,
  industry TEXT NOT NULL,
  topics TEXT NOT NULL,
  delivery TEXT NOT NULL,
  email TEXT,
  email_norm ${ID},
  email_kind TEXT CHECK (email_kind IN ('desk', 'person')),
  form_url TEXT,
  phone TEXT,
  fax TEXT,
  contact_name TEXT,
  contact_role TEXT,
  url TEXT,
  url_key ${ID},
  name_key ${ID} NOT NULL,
  reach BIGINT,
  reach_unit TEXT,
  reach_source TEXT,
  reach_as_of TEXT,
  profile TEXT,
  profile_status TEXT NOT NULL,
  recent_articles TEXT NOT NULL,
  accepts_pitches INTEGER NOT NULL,
  refuses_ads INTEGER NOT NULL,
  consent_basis TEXT NOT NULL,
  consent_source_url TEXT,
  consent_at BIGINT,
  consent_evidence TEXT,
  verified_at BIGINT,
  is_demo INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX media_items_by_revision ON media_items (revision, id);
CREATE INDEX media_items_by_address ON media_items (email_norm, id);
CREATE INDEX media_items_by_url ON media_items (url_key, id);
CREATE INDEX media_items_by_name ON media_items (name_key, id);

CREATE TABLE media_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  revision BIGINT NOT NULL
);
INSERT INTO media_state (id, revision) VALUES (1, 0);

CREATE TABLE media_removals (
  media_id BIGINT PRIMARY KEY,
  revision BIGINT NOT NULL
);
CREATE INDEX media_removals_by_revision ON media_removals (revision, media_id);

CREATE TABLE media_vectors (
  media_id BIGINT PRIMARY KEY,
  model TEXT NOT NULL,
  text_hash TEXT NOT NULL,
  vector /*bytes*/ NOT NULL
);

CREATE TABLE media_contacts (
  company_id ${ID} NOT NULL,
  media_id BIGINT NOT NULL,
  sent BIGINT NOT NULL,
  human_opens BIGINT NOT NULL,
  clicks BIGINT NOT NULL,
  replies BIGINT NOT NULL,
  placements BIGINT NOT NULL,
  last_contacted_at BIGINT,
  PRIMARY KEY (company_id, media_id)
)/*keyed*/;

CREATE TABLE media_lists (
  id /*serial*/,
  company_id ${ID} NOT NULL,
  name TEXT NOT NULL,
  created_by BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX media_lists_by_company ON media_lists (company_id, id);

CREATE TABLE media_list_members (
  list_id BIGINT NOT NULL,
  media_id BIGINT NOT NULL,
  place BIGINT NOT NULL,
  added_at BIGINT NOT NULL,
  PRIMARY KEY (list_id, media_id)
)/*keyed*/;
CREATE INDEX media_list_members_by_place ON media_list_members (list_id, place, media_id);

CREATE TABLE media_exports (
  id /*serial*/,
  company_id ${ID} NOT NULL,
  user_id BIGINT,
  list_id BIGINT,
  count BIGINT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX media_exports_by_company ON media_exports (company_id, id);
CREATE INDEX media_exports_by_time ON media_exports (at);

CREATE TABLE pitch_log (
  id /*serial*/,
  company_id ${ID} NOT NULL,
  user_id BIGINT,
  article_id BIGINT NOT NULL,
  media_id BIGINT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX pitch_log_by_company ON pitch_log (company_id, id);
CREATE INDEX pitch_log_by_time ON pitch_log (at);
`;

export const contactTables: Migration = {
  version: 31,
  name: 'media database',
  sqlite: tables
    .replaceAll('/*serial*/', 'INTEGER PRIMARY KEY AUTOINCREMENT')
    .replaceAll('/*id*/', '')
    .replaceAll('/*bytes*/', 'BLOB')
    .replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables
    .replaceAll('/*serial*/', 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"')
    .replaceAll('/*bytes*/', 'BYTEA')
    .replaceAll('/*keyed*/', ''),
};
