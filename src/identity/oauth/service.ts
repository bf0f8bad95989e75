/** The authorization server behind the tools of `tools/oauth`. Rules: mcp.md §3, security.md 10, newsroom.md §4.1. */

import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Identify, Limiter } from '../../kernel/ports.ts';
import type { Principal } from '../../kernel/principal.ts';
import { maskAddress } from '../../ledger/accounts/accounts.ts';
import { createTimeOrderedId, sha256Hex } from '../../lib/ids.ts';
import { toHostKey } from '../../lib/network.ts';
import { readMetadata } from './client-metadata.ts';
import { registerOAuthClient } from './client-writes.ts';
import { Clients } from './clients.ts';
import { createOAuthError } from './errors.ts';
import { buildAnswerUrl, chooseRedirect, PAID_MCP, readRequest } from './requests.ts';
import { openTicket, type Seal, sealTicket } from './tickets.ts';
import { answerTokenRequest, generateSecret, revokeToken } from './tokens.ts';
import type { ClientRegistration, ConsentRequest, OAuth, OAuthApproval, Scope } from './types.ts';
import { type ApproveOAuthInput, approveOAuth } from './writes.ts';

const CODE_MS = 60_000;
/** Clients that one address may register in an hour, how long one is kept unused, and how many of those there may be. */
const REGISTRATIONS_PER_HOUR = 60;
/** Of one network, a /24 or a /56. */
const REGISTRATIONS_PER_NETWORK = 120;
const UNUSED_CLIENT_MS = 86_400_000;
/** Few enough to be counted with each registration. */
const UNUSED_CLIENTS_MAX = 2_000;

export interface OAuthDeps {
  database: Pick<Database, 'db' | 'now' | 'write'>;
  limiter: Limiter;
  seal: Seal;
  /** For the keys that fetch tokens for themselves. */
  identify: Identify;
  readsDocuments: boolean;
  /** Without a slash at the end: the issuer. */
  baseUrl: string;
}

export function openOAuth(options: OAuthDeps): OAuth {
  const { database, limiter, seal, identify, readsDocuments, baseUrl: issuer } = options;
  const resources = [issuer, `${issuer}${PAID_MCP}`];
  const clients = new Clients({ database, limiter, readsDocuments });
  const deps = { write: database.write, clients, identify, limiter, resources };
  return {
    issuer,
    resources,
    readsDocuments,
    async prepareConsent(parameters, ip, ctx) {
      if (!parameters.client_id) throw createOAuthError('invalid_request', 'client_id is missing');
      const client = await clients.find(parameters.client_id, ip, ctx);
      const redirectUri = chooseRedirect(client, parameters);
      const lead = { redirectUri, state: parameters.state ?? null };
      try {
        const request = readRequest(client, redirectUri, parameters, resources);
        return buildConsentRequest(request, seal, buildAnswerUrl(lead, issuer, DENIED));
      } catch (thrown) {
        if (!(thrown instanceof FareboxError) || thrown.facts.reason === undefined) throw thrown;
        const { reason, message = '' } = thrown.facts;
        return { leadTo: buildAnswerUrl(lead, issuer, { error: reason, error_description: message }), message };
      }
    },
    approve: (principal, approval) => approve({ database, seal, issuer }, principal, approval),
    answerTokenRequest: (parameters, ip) => answerTokenRequest(deps, parameters, ip),
    register: (metadata, ip) => register({ database, limiter }, metadata, ip),
    revoke: (parameters) => revokeToken(deps, parameters),
  };
}

const DENIED = { error: 'access_denied', error_description: 'Access was denied' };

function buildConsentRequest(request: ConsentRequest['request'], seal: Seal, denied: string): ConsentRequest {
  return { request, ticket: sealTicket(request, seal, Date.now()), denied };
}

async function approve(
  { database, seal, issuer }: Pick<OAuthDeps, 'database' | 'seal'> & { issuer: string },
  principal: Principal,
  { ticket, caps, scopes: selection }: OAuthApproval,
): Promise<string> {
  const { by, accountId, userId } = requireApprover(principal);
  const request = openTicket(ticket, seal, Date.now());
  const { client, redirectUri, challenge, resource } = request;
  const scopes = chooseScopes(request.scopes, selection);
  const code = generateSecret('c_');
  const isKept = await database.write(approveOAuth, {
    by,
    code: {
      hash: sha256Hex(code),
      client_id: client.id,
      client_name: client.name,
      redirect_uri: redirectUri,
      challenge,
      scopes: scopes.join(' '),
      resource,
      refreshes: client.refreshes ? 1 : 0,
      account_id: accountId,
      user_id: userId,
      cap_total: caps.totalMicros ?? null,
      cap_per_day: caps.perDayMicros ?? null,
      cap_per_call: caps.perCallMicros ?? null,
    },
    codeMs: CODE_MS,
  });
  if (!isKept) throw new FareboxError('UNAUTHENTICATED', { message: 'This session has ended.' });
  return buildAnswerUrl(request, issuer, { code });
}

/** Scopes that the reader leaves of those the client asked for. */
function chooseScopes(requested: readonly Scope[], selection: readonly Scope[] = requested): readonly Scope[] {
  const scopes = requested.filter((scope) => selection.includes(scope));
  if (scopes.length > 0) return scopes;
  throw createOAuthError('invalid_scope', 'None of the requested scopes is available');
}

/** Behind `key-maker`: the session of a member, or the root key of an account that belongs to no company. */
function requireApprover(principal: Principal): {
  by: ApproveOAuthInput['by'];
  accountId: string;
  userId: number | null;
} {
  if (principal.kind !== 'session' && principal.kind !== 'account') throw new FareboxError('UNAUTHENTICATED');
  const { status, accountId } = principal;
  if (status !== 'active') throw new FareboxError('ACCOUNT_SUSPENDED', { reason: 'account_suspended' });
  if (principal.kind === 'account') return { by: { keyId: principal.keyId }, accountId, userId: null };
  const { sessionId, email, userId } = principal;
  return { by: { sessionId, email }, accountId, userId };
}

async function register(
  { database, limiter }: Pick<OAuthDeps, 'database' | 'limiter'>,
  value: unknown,
  ip: string,
): Promise<ClientRegistration> {
  const { name, redirectUris, refreshes, authMethod } = readMetadata(value);
  for (const [name, limit] of [
    [toHostKey(ip), REGISTRATIONS_PER_HOUR],
    [`network ${maskAddress(ip)}`, REGISTRATIONS_PER_NETWORK],
  ] as const) {
    const window = await limiter.consume(`oauth register ${name}`, limit, 3_600);
    if (!window.isAllowed) throw new FareboxError('RATE_LIMITED', { retryAfterSeconds: window.resetSeconds });
  }
  // RFC 7591: who says nothing gets a secret.
  const method = authMethod ?? 'client_secret_basic';
  const secret = method === 'none' ? null : generateSecret('s_');
  const id = createTimeOrderedId('cli_');
  const client = {
    id,
    name: name ?? 'A client without a name',
    redirect_uris: redirectUris.join(' '),
    refreshes: refreshes ? 1 : 0,
    secret_hash: secret === null ? null : sha256Hex(secret),
    unusedMs: UNUSED_CLIENT_MS,
    unusedMax: UNUSED_CLIENTS_MAX,
  } as const;
  const isKept = await database.write(registerOAuthClient, client);
  if (!isKept) throw createOAuthError('temporarily_unavailable', 'Too many clients have registered without being used');
  return {
    client_id: id,
    client_id_issued_at: Math.floor((await database.now()) / 1000),
    client_name: client.name,
    redirect_uris: redirectUris,
    grant_types: refreshes ? ['authorization_code', 'refresh_token'] : ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
    ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
  };
}
