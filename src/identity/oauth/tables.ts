/** The tables of OAuth; the conventions are those of the ledger's `tables.ts`. Lists are texts with a space between. */
import type { Flag } from '../../database/types.ts';

/** A client that registered itself. One that is never used goes away after a day. */
export interface OAuthClientRow {
  /** `cli_…` */
  id: string;
  name: string;
  redirect_uris: string;
  /** It wants refresh tokens. */
  refreshes: Flag;
  /** SHA-256 of its secret, in hex; null for a public client. */
  secret_hash: string | null;
  /** When it last got a token. */
  used_at: number | null;
  created_at: number;
  expires_at: number;
}

/** Consent of a user, until the client fetches it; kept for a while so that a second fetch is noticed. */
export interface OAuthCodeRow {
  /** SHA-256 of the code, in hex. */
  hash: string;
  client_id: string;
  client_name: string;
  redirect_uri: string;
  /** PKCE, S256. */
  challenge: string;
  scopes: string;
  resource: string;
  refreshes: Flag;
  account_id: string;
  /** The member who consented; null when the root key did. */
  user_id: number | null;
  cap_total: number | null;
  cap_per_day: number | null;
  cap_per_call: number | null;
  /** The key that was made of it; null while nobody has fetched it. */
  key_id: string | null;
  created_at: number;
  expires_at: number;
}

/** Works as long as its key does. A refresh token that was used stays, so that a second use is noticed. */
export interface OAuthTokenRow {
  /** SHA-256 of the token, in hex. */
  hash: string;
  kind: 'access' | 'refresh';
  key_id: string;
  /** Of a grant; the key's own id for a token that a key has fetched for itself. */
  client_id: string;
  scopes: string;
  /** Absolute address without a slash at its end. */
  resource: string;
  created_at: number;
  expires_at: number;
  /** Revoked, or replaced by another refresh token. */
  ended_at: number | null;
}

declare module '../../database/types.ts' {
  interface Tables {
    oauth_clients: OAuthClientRow;
    oauth_codes: OAuthCodeRow;
    oauth_tokens: OAuthTokenRow;
  }
}
