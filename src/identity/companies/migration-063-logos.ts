/** Logos of companies, apart from their rows: those are read with every request. */
import type { Migration } from '../../database/types.ts';

const tables = (id: string, bytes: 'BLOB' | 'BYTEA'): string => `
ALTER TABLE companies ADD COLUMN logo_at BIGINT;
CREATE TABLE company_logos (
  company_id ${id} PRIMARY KEY,
  type TEXT NOT NULL,
  bytes ${bytes} NOT NULL
);
`;

export const companyLogos: Migration = {
  version: 63,
  name: 'company-logos',
  sqlite: tables('TEXT', 'BLOB'),
  postgres: tables('TEXT COLLATE "C"', 'BYTEA'),
};
