/** The token endpoint: issues tokens for a code, a refresh token or a key, and revokes them. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Identify, Limiter } from '../../kernel/ports.ts';
import type { AccountPrincipal } from '../../kernel/principal.ts';
import { isKeyLike } from '../../ledger/keys/keys.ts';
import { createTimeOrderedId, sha256Hex } from '../../lib/ids.ts';
import { toHostKey } from '../../lib/network.ts';
import type { Clients } from './clients.ts';
import { createOAuthError } from './errors.ts';
import { readResource, readScopes } from './requests.ts';
import { type Parameters, SCOPES, type TokenFault, type Tokens, type TokenVerdict } from './types.ts';
import { exchangeOAuthCode, issueOAuthToken, refreshOAuth, revokeOAuth } from './writes.ts';

/** Tokens that one key may fetch for itself in an hour. */
const KEY_TOKENS_PER_HOUR = 120;
/** Refreshes of one address in an hour: a client that serves many people refreshes for all of them. */
const REFRESHES_PER_HOUR = 600;

export interface TokensDeps {
  write: Database['write'];
  clients: Clients;
  identify: Identify;
  limiter: Limiter;
  resources: readonly string[];
}

/** All begin like an access token, so that no log line holds one. */
export const generateSecret = (kind: '' | 'c_' | 'r_' | 's_'): string =>
  `fbo_${kind}${randomBytes(32).toString('base64url')}`;

export async function answerTokenRequest(deps: TokensDeps, form: Parameters, ip: string): Promise<Tokens> {
  switch (form.grant_type) {
    case 'authorization_code':
      return await exchangeCode(deps, form);
    case 'refresh_token':
      return await refreshTokens(deps, form, ip);
    case 'client_credentials':
      return await issueTokenForKey(deps, form, ip);
    case undefined:
      throw createOAuthError('invalid_request', 'grant_type is missing');
    default:
      throw createOAuthError(
        'unsupported_grant_type',
        'The grant types are authorization_code, refresh_token, client_credentials',
      );
  }
}

async function exchangeCode(deps: TokensDeps, form: Parameters): Promise<Tokens> {
  const clientId = await authenticateClient(deps.clients, form);
  const { code, code_verifier: verifier, redirect_uri: redirectUri = null, resource } = form;
  if (code === undefined) throw createOAuthError('invalid_request', 'code is missing');
  if (verifier === undefined) throw createOAuthError('invalid_request', 'code_verifier is missing');
  if (!/^[\w.~-]{43,128}$/.test(verifier)) throw createOAuthError('invalid_request', 'code_verifier is not valid');
  const access = generateSecret('');
  const refreshToken = generateSecret('r_');
  const verdict = await deps
    .write(exchangeOAuthCode, {
      codeHash: sha256Hex(code),
      clientId,
      redirectUri,
      resource: readResource(resource, deps.resources),
      challenge: createHash('sha256').update(verifier).digest('base64url'),
      // The key of a grant has no secret: this is the hash of something that nobody has seen.
      newKey: { id: createTimeOrderedId('key_'), hash: sha256Hex(randomBytes(32)), last4: '' },
      accessHash: sha256Hex(access),
      refreshHash: sha256Hex(refreshToken),
    })
    .catch((thrown: unknown) => {
      if (!(thrown instanceof FareboxError) || thrown.code !== 'CONFLICT') throw thrown;
      throw createOAuthError('invalid_grant', 'This account has reached its maximum number of keys', thrown);
    });
  return buildTokens(verdict, access, refreshToken);
}

async function refreshTokens(deps: TokensDeps, form: Parameters, ip: string): Promise<Tokens> {
  const clientId = await authenticateClient(deps.clients, form);
  const { refresh_token: refreshToken, scope, resource } = form;
  if (refreshToken === undefined) throw createOAuthError('invalid_request', 'refresh_token is missing');
  const window = await deps.limiter.consume(`oauth refresh ${toHostKey(ip)}`, REFRESHES_PER_HOUR, 3_600);
  if (!window.isAllowed) throw new FareboxError('RATE_LIMITED', { retryAfterSeconds: window.resetSeconds });
  const access = generateSecret('');
  const next = generateSecret('r_');
  const verdict = await deps.write(refreshOAuth, {
    refreshHash: sha256Hex(refreshToken),
    clientId,
    scopes: readScopes(scope),
    resource: readResource(resource, deps.resources),
    newAccessHash: sha256Hex(access),
    newRefreshHash: sha256Hex(next),
  });
  return buildTokens(verdict, access, next);
}

const FAULTS: Readonly<Record<TokenFault, string>> = {
  unknown: 'It is unknown',
  expired: 'It has expired',
  reused: 'It was already used, so the access derived from it was revoked',
  client: 'It was issued to another client',
  redirect: 'redirect_uri does not match the request',
  verifier: 'code_verifier does not match',
  ended: 'The access has been revoked',
  scope: 'It was not issued for this scope',
  resource: 'It was not issued for this resource',
};

function buildTokens(verdict: TokenVerdict, access: string, refreshToken: string): Tokens {
  if (verdict.is === 'refused') {
    const { why } = verdict;
    throw createOAuthError(
      why === 'scope' ? 'invalid_scope' : why === 'resource' ? 'invalid_target' : 'invalid_grant',
      FAULTS[why],
    );
  }
  const { accessMs, scopes, refreshes } = verdict;
  const tokens = { access_token: access, token_type: 'Bearer', expires_in: accessMs / 1000, scope: scopes } as const;
  return refreshes ? { ...tokens, refresh_token: refreshToken } : tokens;
}

/** The id of the client that asks; a client with a secret proves that it has it. Throws `invalid_client`. */
async function authenticateClient(clients: Clients, form: Parameters): Promise<string> {
  const { client_id: clientId, client_secret: clientSecret = '' } = form;
  if (clientId === undefined) throw createOAuthError('invalid_request', 'client_id is missing');
  // A client with a metadata document has no secret, and got its code or token as the holder of this very id.
  if (clientId.includes(':')) return clientId;
  const client = await clients.findRegistered(clientId);
  if (!client) throw createOAuthError('invalid_client', 'This client is not registered or was deleted');
  if (client.secretHash !== null && !isSameHash(client.secretHash, sha256Hex(clientSecret))) {
    throw createOAuthError('invalid_client', 'The secret of this client is missing or wrong');
  }
  return clientId;
}

function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** A key as the secret of the client `key_…`: for machines that speak OAuth only. newsroom.md §4.1. */
async function issueTokenForKey(deps: TokensDeps, form: Parameters, ip: string): Promise<Tokens> {
  const { client_id: clientId, client_secret: clientSecret, scope, resource: resourceUri } = form;
  if (clientId === undefined || clientSecret === undefined) {
    throw createOAuthError(
      'invalid_client',
      'Send the ID of a key (key_...) as client_id and the key as client_secret',
    );
  }
  const key = await identifyKey(deps, clientSecret, ip);
  // Who names none gets all; who names only scopes that we don't know gets the least.
  const scopes = (readScopes(scope) ?? (scope === undefined ? SCOPES : ['tools'])).join(' ');
  const resource = readResource(resourceUri, deps.resources) ?? deps.resources[0] ?? '';
  const window = await deps.limiter.consume(`oauth key ${key.lineage}`, KEY_TOKENS_PER_HOUR, 3_600);
  if (!window.isAllowed) throw new FareboxError('RATE_LIMITED', { retryAfterSeconds: window.resetSeconds });
  const access = generateSecret('');
  const { accountId, keyId } = key;
  const accessHash = sha256Hex(access);
  const issued = await deps.write(issueOAuthToken, { accountId, keyId, clientId, accessHash, scopes, resource });
  if (issued === null) throw createOAuthError('invalid_client', 'client_id does not match this key');
  return { access_token: access, token_type: 'Bearer', expires_in: issued.accessMs / 1000, scope: scopes };
}

async function identifyKey({ identify }: TokensDeps, secret: string, ip: string): Promise<AccountPrincipal> {
  // Nothing else that opens something is even compared here: this is no place to guess at the operator's token.
  if (!isKeyLike(secret)) throw createOAuthError('invalid_client', 'client_secret must be the key of an account');
  const principal = await (async () => identify(secret, ip))().catch((thrown: unknown) => {
    if (!(thrown instanceof FareboxError) || thrown.code !== 'UNAUTHENTICATED') throw thrown;
    // The fact that this was a guess stays with the error: the door counts those.
    throw new FareboxError('UNAUTHENTICATED', {
      ...thrown.facts,
      reason: 'invalid_client',
      message: 'This key is invalid',
    });
  });
  if (principal.kind !== 'account') throw createOAuthError('invalid_client', 'This is not the key of an account');
  return principal;
}

/** RFC 7009: what is not known (any more) counts as revoked. */
export async function revokeToken({ clients, write }: TokensDeps, form: Parameters): Promise<void> {
  const { token, client_id: claimed = null } = form;
  if (token === undefined) throw createOAuthError('invalid_request', 'token is missing');
  // Whoever holds a token may end it; who says to be a client must be the one that it was given to.
  const isClient = claimed !== null && !claimed.startsWith('key_');
  const clientId = isClient ? await authenticateClient(clients, form) : claimed;
  const isOwn = await write(revokeOAuth, { tokenHash: sha256Hex(token), clientId });
  if (!isOwn) throw createOAuthError('invalid_grant', 'This token was issued to another client');
}
