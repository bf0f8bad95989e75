/** Rows of receipts and billing details; the SQL is in `schema.ts`. */
import type { Mode } from '../kernel/principal.ts';

/** A numbered receipt of a deposit: what stands on it never changes. */
export interface DepositReceiptRow {
  mode: Mode;
  /** 1, 2, 3, … without gaps. */
  number: number;
  /** `transfer_id` of the deposit. */
  deposit_id: string;
  account_id: string;
  /** JSON of a `Party`: the operator, and the customer, as they were when it was issued. */
  seller: string;
  buyer: string;
  issued_at: number;
}

/** The last number that was given to a receipt. */
export interface ReceiptNumberRow {
  mode: Mode;
  last: number;
}

export interface BillingDetailsRow {
  account_id: string;
  name: string;
  address: string;
  tax_id: string;
  updated_at: number;
}

declare module '../database/types.ts' {
  interface Tables {
    deposit_receipts: DepositReceiptRow;
    receipt_numbers: ReceiptNumberRow;
    billing_details: BillingDetailsRow;
  }
}
