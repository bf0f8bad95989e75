/** Reads what a client asks for when it sends somebody here (RFC 6749 §4.1.1, RFC 7636, RFC 8707, RFC 9207). */
import { createOAuthError } from './errors.ts';
import { buildRedirect, isRedirectAllowed } from './redirects.ts';
import { type AccessRequest, type Client, type Parameters, SCOPES, type Scope } from './types.ts';

const STATE_CHARS_MAX = 4_000;

/** Where the client hears of it; throws what it must not hear because nobody knows whether the address is its own. */
export function chooseRedirect(client: Client, { redirect_uri: redirectUri }: Parameters): string {
  const [only, ...others] = client.redirectUris;
  if (redirectUri === undefined || redirectUri === '') {
    if (only !== undefined && others.length === 0) return only;
    throw createOAuthError('invalid_request', 'redirect_uri is missing');
  }
  if (isRedirectAllowed(redirectUri, client.redirectUris)) return redirectUri;
  throw createOAuthError('invalid_request', 'This client has not named this redirect_uri');
}

/** Throws what the client may hear. */
export function readRequest(
  client: Client,
  redirectUri: string,
  parameters: Parameters,
  resources: readonly string[],
): AccessRequest {
  const { response_type, code_challenge, code_challenge_method, scope, resource, state } = parameters;
  if (!response_type) throw createOAuthError('invalid_request', 'response_type is missing');
  if (response_type !== 'code') throw createOAuthError('unsupported_response_type', 'response_type must be code');
  if (!code_challenge) throw createOAuthError('invalid_request', 'code_challenge is missing: PKCE is required');
  if (code_challenge_method !== 'S256') throw createOAuthError('invalid_request', 'code_challenge_method must be S256');
  if (!/^[\w-]{43}$/.test(code_challenge)) throw createOAuthError('invalid_request', 'code_challenge is not valid');
  if (state !== undefined && state.length > STATE_CHARS_MAX)
    throw createOAuthError('invalid_request', 'state is too long');
  const [, mcp = ''] = resources;
  const { id, name, host, refreshes } = client;
  return {
    client: { id, name, host, refreshes },
    redirectUri,
    scopes: readScopes(scope) ?? ['tools'],
    resource: readResource(resource, resources) ?? mcp,
    challenge: code_challenge,
    state: state ?? null,
  };
}

/** Null when none is named. Throws `invalid_scope`. */
export function readScopes(text: string | undefined): Scope[] | null {
  const names = (text ?? '').split(' ').filter((word) => word !== '');
  if (names.length === 0) return null;
  if (names.some((word) => !SCOPES.some((one) => one === word))) {
    throw createOAuthError('invalid_scope', `The scopes are ${SCOPES.join(', ')}`);
  }
  return SCOPES.filter((scope) => names.includes(scope));
}

/** Null when none is named. A slash at the end, as URL parsers add one, is no difference. Throws `invalid_target`. */
export function readResource(text: string | undefined, resources: readonly string[]): string | null {
  if (text === undefined || text === '') return null;
  const resource = resources.find((one) => one === text || `${one}/` === text);
  if (resource === undefined) throw createOAuthError('invalid_target', `The resources are ${resources.join(' and ')}`);
  return resource;
}

/** The address that tells the client `code`, or `error` and `error_description`. */
export function buildAnswerUrl(
  { redirectUri, state }: Pick<AccessRequest, 'redirectUri' | 'state'>,
  issuer: string,
  answer: { code: string } | { error: string; error_description: string },
): string {
  return buildRedirect(redirectUri, { ...answer, state, iss: issuer });
}
