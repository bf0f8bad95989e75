/** OAuth clients, codes and tokens. A granted permission is an API key with a `client_id`. Rows that hold a credential hold only its hash. */
import { defineSchema } from '../../database/schema.ts';

export const oauthSchema = defineSchema(
  112,
  'oauth',
  `
CREATE TABLE oauth_clients (
  id ID PRIMARY KEY,
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  refreshes INTEGER NOT NULL,
  secret_hash TEXT,
  used_at BIGINT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
) KEYED;
CREATE INDEX oauth_clients_expiry ON oauth_clients (expires_at);
CREATE INDEX oauth_clients_unused ON oauth_clients (created_at) WHERE used_at IS NULL;

CREATE TABLE oauth_codes (
  hash ID PRIMARY KEY,
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  challenge TEXT NOT NULL,
  scopes TEXT NOT NULL,
  resource TEXT NOT NULL,
  refreshes INTEGER NOT NULL,
  account_id ID NOT NULL,
  user_id BIGINT,
  cap_total BIGINT,
  cap_per_day BIGINT,
  cap_per_call BIGINT,
  key_id ID,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
) KEYED;
CREATE INDEX oauth_codes_expiry ON oauth_codes (expires_at);

CREATE TABLE oauth_tokens (
  hash ID PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
  key_id ID NOT NULL,
  client_id TEXT NOT NULL,
  scopes TEXT NOT NULL,
  resource TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ended_at BIGINT
) KEYED;
CREATE INDEX oauth_tokens_expiry ON oauth_tokens (expires_at);
`,
);
