/** What the durable changes of OAuth are told, and what they say: between who asks for them and who makes them. */
import type { OAuthClientRow, OAuthCodeRow } from './oauth-rows.ts';

/** What of a new key is stored. */
interface NewKey {
  id: string;
  hash: string;
  last4: string;
}

export type RegisterClientInput = Omit<OAuthClientRow, 'used_at' | 'created_at' | 'expires_at'> & {
  /** How long it is kept unused. */
  unusedMs: number;
  /** Unused clients there may be. */
  unusedMax: number;
};

export interface ApproveOAuthInput {
  /** The root key that consents, or the session of a member of the account's company. */
  by: { keyId: string } | { sessionId: string; email: string };
  code: Omit<OAuthCodeRow, 'key_id' | 'created_at' | 'expires_at'>;
  codeMs: number;
}

export type TokenVerdict =
  | { is: 'granted'; accessMs: number; scopes: string; refreshes: boolean }
  /** `reused`: what had come of it has ended now. */
  | { is: 'refused'; why: TokenFault };

export type TokenFault =
  | 'unknown'
  | 'expired'
  | 'reused'
  | 'client'
  | 'redirect'
  | 'verifier'
  | 'ended'
  | 'scope'
  | 'resource';

export interface ExchangeOAuthCodeInput {
  codeHash: string;
  clientId: string;
  /** As sent; null: not sent. */
  redirectUri: string | null;
  resource: string | null;
  /** Of the verifier that was sent. */
  challenge: string;
  newKey: NewKey;
  accessHash: string;
  refreshHash: string;
}

export interface RefreshOAuthInput {
  refreshHash: string;
  clientId: string;
  /** As asked for; null: those of the grant. */
  scopes: readonly string[] | null;
  resource: string | null;
  newAccessHash: string;
  newRefreshHash: string;
}

export interface IssueOAuthTokenInput {
  accountId: string;
  /** The key that fetches a token for itself; the token dies with it. */
  keyId: string;
  accessHash: string;
  clientId: string;
  scopes: string;
  resource: string;
}

export interface RevokeOAuthInput {
  tokenHash: string;
  /** Who says so; null: whoever holds the token. */
  clientId: string | null;
}

/** The ledger's `write`, as far as OAuth goes. */
export interface WriteOAuth {
  (name: 'registerOAuthClient', input: RegisterClientInput): Promise<boolean>;
  (name: 'approveOAuth', input: ApproveOAuthInput): Promise<boolean>;
  (name: 'exchangeOAuthCode', input: ExchangeOAuthCodeInput): Promise<TokenVerdict>;
  (name: 'refreshOAuth', input: RefreshOAuthInput): Promise<TokenVerdict>;
  (name: 'issueOAuthToken', input: IssueOAuthTokenInput): Promise<{ accessMs: number }>;
  (name: 'revokeOAuth', input: RevokeOAuthInput): Promise<boolean>;
}
