/** A company may own a test account beside its live one. */
import type { Migration } from '../../database/types.ts';

const tables = `
ALTER TABLE companies ADD COLUMN test_account_id /*id*/TEXT;
CREATE UNIQUE INDEX companies_by_test_account ON companies (test_account_id) WHERE test_account_id IS NOT NULL;
`;

export const testAccounts: Migration = {
  version: 17,
  name: 'test accounts of companies',
  sqlite: tables.replaceAll('/*id*/', ''),
  postgres: tables.replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"'),
};
