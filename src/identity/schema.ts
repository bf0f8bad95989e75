/** Ids that callers see as numbers are never reused. Rows that hold a credential hold only its hash. Logos are apart from their companies, which are read with every request. */
import { defineSchema } from '../database/schema.ts';

export const identitySchema = defineSchema(
  108,
  'identity',
  `
CREATE TABLE users (
  id NUMBERED,
  email TEXT NOT NULL,
  email_norm ID NOT NULL UNIQUE,
  name TEXT NOT NULL,
  locale TEXT NOT NULL,
  is_operator INTEGER NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  last_login_at BIGINT
);
CREATE INDEX users_operators ON users (email_norm) WHERE is_operator = 1;

CREATE TABLE companies (
  id ID PRIMARY KEY,
  account_id ID NOT NULL UNIQUE,
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
  shop_slug ID UNIQUE,
  created_at BIGINT NOT NULL,
  test_account_id ID,
  logo_at BIGINT
) KEYED;
CREATE UNIQUE INDEX companies_by_test_account ON companies (test_account_id) WHERE test_account_id IS NOT NULL;
CREATE INDEX companies_by_sender ON companies (lower(sender_email));
CREATE INDEX companies_by_answers ON companies (lower(sender_reply_to));
CREATE INDEX companies_by_creation ON companies (created_at);

CREATE TABLE company_logos (
  company_id ID PRIMARY KEY,
  type TEXT NOT NULL,
  bytes BYTES NOT NULL
);

CREATE TABLE memberships (
  company_id ID NOT NULL,
  user_id BIGINT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('admin', 'member')),
  joined_at BIGINT NOT NULL,
  last_login_at BIGINT NOT NULL,
  PRIMARY KEY (company_id, user_id)
) KEYED;
CREATE INDEX memberships_by_user ON memberships (user_id, last_login_at);

CREATE TABLE invitations (
  company_id ID NOT NULL,
  email_norm ID NOT NULL,
  email TEXT NOT NULL,
  invited_by BIGINT,
  invited_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (company_id, email_norm)
) KEYED;
CREATE INDEX invitations_by_address ON invitations (email_norm, invited_at);
CREATE INDEX invitations_expiry ON invitations (expires_at);

CREATE TABLE login_codes (
  email_norm ID PRIMARY KEY,
  mac TEXT,
  company_id ID,
  sent_at BIGINT,
  expires_at BIGINT NOT NULL,
  tries INTEGER NOT NULL
) KEYED;
CREATE INDEX login_codes_expiry ON login_codes (expires_at);

CREATE TABLE login_attempts (
  id ID PRIMARY KEY,
  email_norm ID NOT NULL,
  asker TEXT NOT NULL,
  mac TEXT,
  company_id ID,
  sent_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  tries INTEGER NOT NULL
) KEYED;
CREATE INDEX login_attempts_by_address ON login_attempts (email_norm, sent_at);
CREATE INDEX login_attempts_expiry ON login_attempts (expires_at);

CREATE TABLE sessions (
  id ID PRIMARY KEY,
  hash ID NOT NULL UNIQUE,
  user_id BIGINT NOT NULL,
  company_id ID NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ended_at BIGINT
) KEYED;
CREATE INDEX sessions_live ON sessions (company_id, user_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE company_keys (
  id NUMBERED,
  company_id ID NOT NULL,
  key_id ID NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('key', 'root', 'oauth')),
  created_by BIGINT
);
CREATE INDEX company_keys_by_company ON company_keys (company_id, id);
`,
);
