/** What has proved the consent for an address that is used no longer. */
import type { Migration } from '../../../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE consent_proofs (
  id /*serial*/,
  media_id BIGINT NOT NULL,
  email_norm ${ID} NOT NULL,
  consent_basis TEXT NOT NULL,
  consent_source_url TEXT,
  consent_at BIGINT,
  consent_evidence TEXT NOT NULL,
  ended_at BIGINT NOT NULL
);
CREATE INDEX consent_proofs_by_address ON consent_proofs (email_norm);
CREATE INDEX consent_proofs_by_end ON consent_proofs (ended_at);
`;

export const consentProofs: Migration = {
  version: 46,
  name: 'proofs of consent',
  sqlite: tables.replace('/*serial*/', 'INTEGER PRIMARY KEY AUTOINCREMENT').replace('/*id*/', ''),
  postgres: tables
    .replace('/*serial*/', 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replace('/*id*/TEXT', 'TEXT COLLATE "C"'),
};
