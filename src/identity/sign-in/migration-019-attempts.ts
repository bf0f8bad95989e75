/** Sign-ins that somebody has begun: each with a code of its own, which a stranger's tries leave alone. */
import type { Migration } from '../../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE login_attempts (
  id ${ID} PRIMARY KEY,
  email_norm ${ID} NOT NULL,
  asker TEXT NOT NULL,
  mac TEXT,
  company_id ${ID},
  sent_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  tries INTEGER NOT NULL
)/*keyed*/;
CREATE INDEX login_attempts_by_address ON login_attempts (email_norm, sent_at);
CREATE INDEX login_attempts_expiry ON login_attempts (expires_at);
`;

export const attemptTables: Migration = {
  version: 19,
  name: 'attempts',
  sqlite: tables.replaceAll('/*id*/', '').replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables.replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"').replaceAll('/*keyed*/', ''),
};
