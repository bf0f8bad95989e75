/** The tables of invites; the conventions are those of the ledger's `tables.ts`. */

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

declare module '../../database/types.ts' {
  interface Tables {
    invites: InviteRow;
    invite_uses: InviteUseRow;
  }
}
