/** What came back, and since when mails are counted for the rule that stops all mailing. */
import type { Migration } from '../../../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE bounces (
  id /*serial*/,
  fingerprint ${ID} NOT NULL UNIQUE,
  mail_id BIGINT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('hard', 'soft', 'complaint', 'unsubscribe', 'unclassified')),
  action TEXT NOT NULL CHECK (action IN ('suppressed', 'recorded')),
  status TEXT,
  diagnostic TEXT,
  subject TEXT,
  excerpt TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX bounces_of_mail ON bounces (mail_id);
CREATE INDEX bounces_by_time ON bounces (created_at);
CREATE INDEX bounces_by_kind ON bounces (kind, id);
CREATE INDEX suppressions_by_norm ON suppressions (address_norm);
CREATE INDEX suppressions_by_reason ON suppressions (reason, id);
ALTER TABLE mail_state ADD COLUMN resumed_at BIGINT NOT NULL DEFAULT 0;
`;

export const bounceTables: Migration = {
  version: 37,
  name: 'bounces',
  sqlite: tables.replace('/*serial*/', 'INTEGER PRIMARY KEY AUTOINCREMENT').replaceAll('/*id*/', ''),
  postgres: tables
    .replace('/*serial*/', 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"'),
};
