/** Tables of numbered deposit receipts and of customers' billing details. */
import { defineSchema } from '../database/schema.ts';

export const statementSchema = defineSchema(
  139,
  'statements',
  `
CREATE TABLE deposit_receipts (
  mode ID NOT NULL,
  number BIGINT NOT NULL,
  deposit_id ID NOT NULL UNIQUE,
  account_id ID NOT NULL,
  seller TEXT NOT NULL,
  buyer TEXT NOT NULL,
  issued_at BIGINT NOT NULL,
  PRIMARY KEY (mode, number)
) KEYED;
CREATE INDEX deposit_receipts_by_account ON deposit_receipts (account_id);

CREATE TABLE receipt_numbers (
  mode ID PRIMARY KEY,
  last BIGINT NOT NULL
) KEYED;

CREATE TABLE billing_details (
  account_id ID PRIMARY KEY,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  tax_id TEXT NOT NULL,
  updated_at BIGINT NOT NULL
) KEYED;
`,
);
