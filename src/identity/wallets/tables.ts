/** Sign-ins with wallets; the SQL is in `schema.ts`. */

/** A challenge that has signed somebody in. Challenges before that aren't stored: the server recognizes its own. */
export interface WalletChallengeRow {
  nonce: string;
  used_at: number;
  expires_at: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    wallet_challenges: WalletChallengeRow;
  }
}
