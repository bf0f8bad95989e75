import { defineSchema } from '../../../database/schema.ts';

export const mediaSchema = defineSchema(
  127,
  'media',
  `
CREATE TABLE media_items (
  id NUMBERED,
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
  email_norm ID,
  email_kind TEXT CHECK (email_kind IN ('desk', 'person')),
  form_url TEXT,
  phone TEXT,
  fax TEXT,
  contact_name TEXT,
  contact_role TEXT,
  url TEXT,
  url_key ID,
  name_key ID NOT NULL,
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
  vector BYTES NOT NULL
);

CREATE TABLE media_lists (
  id NUMBERED,
  company_id ID NOT NULL,
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
) KEYED;
CREATE INDEX media_list_members_by_place ON media_list_members (list_id, place, media_id);

CREATE TABLE media_exports (
  id NUMBERED,
  company_id ID NOT NULL,
  user_id BIGINT,
  list_id BIGINT,
  count BIGINT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX media_exports_by_company ON media_exports (company_id, id);
CREATE INDEX media_exports_by_time ON media_exports (at);

CREATE TABLE media_imports (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  lease_until BIGINT,
  ended_at BIGINT,
  result TEXT
);
INSERT INTO media_imports (id) VALUES (1);

CREATE TABLE consent_proofs (
  id NUMBERED,
  media_id BIGINT NOT NULL,
  email_norm ID NOT NULL,
  consent_basis TEXT NOT NULL,
  consent_source_url TEXT,
  consent_at BIGINT,
  consent_evidence TEXT NOT NULL,
  ended_at BIGINT NOT NULL
);
CREATE INDEX consent_proofs_by_address ON consent_proofs (email_norm);
CREATE INDEX consent_proofs_by_end ON consent_proofs (ended_at);

CREATE TABLE pitch_log (
  id NUMBERED,
  company_id ID NOT NULL,
  user_id BIGINT,
  article_id BIGINT NOT NULL,
  media_id BIGINT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX pitch_log_by_company ON pitch_log (company_id, id);
CREATE INDEX pitch_log_by_time ON pitch_log (at);
CREATE INDEX pitch_log_of_media ON pitch_log (media_id);
`,
);
