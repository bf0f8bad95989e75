import type { Migration } from '../../../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE suppressions (
  id /*serial*/,
  scope TEXT NOT NULL CHECK (scope IN ('company', 'global')),
  company_id ${ID} NOT NULL,
  address_hash ${ID} NOT NULL,
  address_norm ${ID},
  reason TEXT NOT NULL CHECK (reason IN ('hard_bounce', 'soft_bounce', 'complaint', 'unsubscribed', 'manual', 'refused')),
  source_mail_id BIGINT,
  created_at BIGINT NOT NULL,
  until BIGINT
);
CREATE UNIQUE INDEX suppressions_by_address ON suppressions (address_hash, scope, company_id);
CREATE INDEX suppressions_of_company ON suppressions (company_id, id);
CREATE INDEX suppressions_ended ON suppressions (until);
`;

export const suppressionTables: Migration = {
  version: 35,
  name: 'suppressions',
  sqlite: tables.replace('/*serial*/', 'INTEGER PRIMARY KEY AUTOINCREMENT').replaceAll('/*id*/', ''),
  postgres: tables
    .replace('/*serial*/', 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"'),
};
