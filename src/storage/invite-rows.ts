/** The tables of invites and of finished writes; the conventions are those of `schema.ts`. */

export interface InviteRow {
  /** `inv_…` */
  id: string;
  /** SHA-256 of the code, in hex. */
  code_hash: string;
  uses: number;
  used: number;
  /** Credited to the account of each use; may be 0. */
  grant_amount: number;
  /** Who made it, as in the audit. */
  created_by: string;
  created_at: number;
  expires_at: number;
}

/** An account uses an invite once, however often its people follow the link. */
export interface InviteUseRow {
  invite_id: string;
  account_id: string;
  at: number;
}

/** A write that an idempotency key was sent with, recorded in the transaction that did it. */
export interface FinishedWriteRow {
  /** Whose key: `operator ADMIN_TOKEN`, `operator ada@example.com`. */
  scope: string;
  key: string;
  fingerprint: string;
  /** JSON of what the operation answered. */
  answer: string;
  expires_at: number;
}
