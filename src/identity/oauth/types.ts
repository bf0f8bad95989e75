/** Types of the authorization server, and `ctx.services.oauth`. mcp.md §3, security.md 10. */

import type { Principal } from '../../kernel/principal.ts';
import type { Micros } from '../../lib/money.ts';
import type { RequestContext } from '../../providers/shared/network/exchange.ts';

export const SCOPES = ['tools', 'account', 'newsroom'] as const;
export type Scope = (typeof SCOPES)[number];

/** Application that asks for access. */
export interface Client {
  /** The address of its metadata document, or the id it was given when it registered itself. */
  id: string;
  /** As it calls itself: 1 to 100 characters, without any that hide or turn text. */
  name: string;
  /** The host that vouches for the name, which is that of the document; null for a client that registered itself. */
  host: string | null;
  redirectUris: readonly string[];
  /** It wants refresh tokens. */
  refreshes: boolean;
  /** SHA-256 of its secret, in hex; null for a public client. */
  secretHash: string | null;
}

/** A request for access that may be shown to somebody. */
export interface AccessRequest {
  client: Pick<Client, 'id' | 'name' | 'host' | 'refreshes'>;
  redirectUri: string;
  scopes: readonly Scope[];
  resource: string;
  /** PKCE, S256. */
  challenge: string;
  state: string | null;
}

/** Data that the consent page shows and returns. */
export interface ConsentRequest {
  request: AccessRequest;
  /** The request, sealed for half an hour. */
  ticket: string;
  /** Where the browser goes when the answer is no. */
  denied: string;
}

export interface SpendingCaps {
  totalMicros?: Micros;
  perDayMicros?: Micros;
  perCallMicros?: Micros;
}

export interface Tokens {
  access_token: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
  scope: string;
  refresh_token?: string;
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

/** A client's own word for each thing, as RFC 7591 names them. */
export interface ClientRegistration {
  client_id: string;
  client_id_issued_at: number;
  client_name: string;
  redirect_uris: string[];
  grant_types: string[];
  response_types: string[];
  token_endpoint_auth_method: string;
  client_secret?: string;
  client_secret_expires_at?: number;
}

/** The fields of a request, by their names in the RFCs; one that was not sent is absent. */
export type Parameters = Readonly<Record<string, string | undefined>>;

export interface OAuthApproval {
  /** Of the request, as the page of consent was given it. */
  ticket: string;
  caps: SpendingCaps;
  /** Absent: all that the client asked for. */
  scopes?: readonly Scope[] | undefined;
}

/** `ctx.services.oauth`. Every method throws a FareboxError whose `reason` is the word of RFC 6749, 7591 or 8707. */
export interface OAuth {
  /** Names every endpoint; RFC 8414. */
  readonly issuer: string;
  /** The places where tokens work, without a slash at the end. */
  readonly resources: readonly string[];
  /** Whether a client may be described by the document that its id is the address of. */
  readonly readsDocuments: boolean;
  /**
   * Reads a request for access. What the client is to hear comes as the address that tells it, and in words; what it must
   * not hear (an unknown client, a strange redirect) is thrown.
   */
  prepareConsent(
    parameters: Parameters,
    ip: string,
    ctx: RequestContext,
  ): Promise<ConsentRequest | { leadTo: string; message: string }>;
  /** Consent: where to lead the browser, with a code that works for a minute. */
  approve(principal: Principal, approval: OAuthApproval): Promise<string>;
  answerTokenRequest(parameters: Parameters, ip: string): Promise<Tokens>;
  register(metadata: unknown, ip: string): Promise<ClientRegistration>;
  revoke(parameters: Parameters): Promise<void>;
}

declare module '../../kernel/tool/context.ts' {
  interface Services {
    oauth: OAuth;
  }
}
