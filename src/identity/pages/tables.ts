/** The sessions of pages; the conventions are those of the ledger's `tables.ts`. */

/** Sign-in or key behind a browser's cookie; the cookie ends with it. */
export interface PageSessionRow {
  /** SHA-256 of the cookie, in hex. */
  hash: string;
  kind: 'session' | 'key';
  /** SHA-256 of the session's token or of the key: as `sessions.hash` and `api_keys.hash` have it. */
  bearer_hash: string;
  created_at: number;
  expires_at: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    page_sessions: PageSessionRow;
  }
}
