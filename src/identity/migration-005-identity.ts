/**
 * Users, companies and who belongs to them, login codes, sessions, and what a company knows about the keys of its
 * account. Ids that callers see as numbers are never used twice. Rows that hold a credential hold its hash alone.
 */
import type { Migration } from '../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE users (
  id /*serial*/,
  email TEXT NOT NULL,
  email_norm ${ID} NOT NULL UNIQUE,
  name TEXT NOT NULL,
  locale TEXT NOT NULL,
  is_operator INTEGER NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  last_login_at BIGINT
);

CREATE TABLE companies (
  id ${ID} PRIMARY KEY,
  account_id ${ID} NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_en TEXT,
  domain TEXT,
  plan TEXT NOT NULL CHECK (plan IN ('free', 'pro', 'business')),
  plan_status TEXT NOT NULL CHECK (plan_status IN ('active', 'past_due', 'canceled')),
  plan_until BIGINT,
  timezone TEXT NOT NULL,
  sender_name TEXT,
  sender_email TEXT,
  sender_postal_address TEXT,
  sender_reply_to TEXT,
  sender_verified INTEGER NOT NULL DEFAULT 0,
  individual_tracking INTEGER NOT NULL DEFAULT 1,
  prtimes_company_id BIGINT,
  shop_slug ${ID} UNIQUE,
  created_at BIGINT NOT NULL
)/*keyed*/;

CREATE TABLE memberships (
  company_id ${ID} NOT NULL,
  user_id BIGINT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('admin', 'member')),
  joined_at BIGINT NOT NULL,
  last_login_at BIGINT NOT NULL,
  PRIMARY KEY (company_id, user_id)
)/*keyed*/;
CREATE INDEX memberships_by_user ON memberships (user_id, last_login_at);

CREATE TABLE invitations (
  company_id ${ID} NOT NULL,
  email_norm ${ID} NOT NULL,
  email TEXT NOT NULL,
  invited_by BIGINT,
  invited_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (company_id, email_norm)
)/*keyed*/;
CREATE INDEX invitations_by_address ON invitations (email_norm, invited_at);
CREATE INDEX invitations_expiry ON invitations (expires_at);

CREATE TABLE login_codes (
  email_norm ${ID} PRIMARY KEY,
  mac TEXT,
  company_id ${ID},
  sent_at BIGINT,
  expires_at BIGINT NOT NULL,
  tries INTEGER NOT NULL
)/*keyed*/;
CREATE INDEX login_codes_expiry ON login_codes (expires_at);

CREATE TABLE sessions (
  id ${ID} PRIMARY KEY,
  hash ${ID} NOT NULL UNIQUE,
  user_id BIGINT NOT NULL,
  company_id ${ID} NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ended_at BIGINT
)/*keyed*/;
CREATE INDEX sessions_live ON sessions (company_id, user_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE company_keys (
  id /*serial*/,
  company_id ${ID} NOT NULL,
  key_id ${ID} NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('key', 'root', 'oauth')),
  created_by BIGINT
);
CREATE INDEX company_keys_by_company ON company_keys (company_id, id);
`;

export const identityTables: Migration = {
  version: 5,
  name: 'identity',
  sqlite: tables
    .replaceAll('/*serial*/', 'INTEGER PRIMARY KEY AUTOINCREMENT')
    .replaceAll('/*id*/', '')
    .replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables
    .replaceAll('/*serial*/', 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"')
    .replaceAll('/*keyed*/', ''),
};
