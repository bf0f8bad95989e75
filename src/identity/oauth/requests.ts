/** Validates authorization requests of OAuth clients (RFC 6749 §4.1.1, RFC 7636, RFC 8707, RFC 9207). */
import { createOAuthError } from './errors.ts';
import { buildRedirect, isRedirectAllowed } from './redirects.ts';
import { type AccessRequest, type Client, type Parameters, SCOPES, type Scope } from './types.ts';

const STATE_CHARS_MAX = 4_000;
/** The path of the MCP server that needs a token. */
export const PAID_MCP = '/mcp/proxy';

/** Chooses the client's redirect address. Throws errors that must not be sent to an unverified address. */
export function chooseRedirect(client: Client, { redirect_uri: redirectUri }: Parameters): string {
  const [only, ...others] = client.redirectUris;
  if (redirectUri === undefined || redirectUri === '') {
    if (only !== undefined && others.length === 0) return only;
    throw createOAuthError('invalid_request', 'redirect_uri is missing');
  }
  if (isRedirectAllowed(redirectUri, client.redirectUris)) return redirectUri;
  throw createOAuthError('invalid_request', 'This redirect_uri is not registered for this client');
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

/** Null when no scope of ours is named: others, such as `offline_access` and `openid`, are ignored (RFC 6749 §3.3). */
export function readScopes(text: string | undefined): Scope[] | null {
  const names = (text ?? '').split(' ');
  const scopes = SCOPES.filter((scope) => names.includes(scope));
  return scopes.length > 0 ? scopes : null;
}

/**
 * The one of `resources` that an address belongs to; null when none is named. Clients send the address that they connect
 * to, with its query and list choice and in their own spelling. Throws `invalid_target`.
 */
export function readResource(text: string | undefined, resources: readonly string[]): string | null {
  if (text === undefined || text === '') return null;
  const address = text.includes('#') ? null : readAddress(text);
  const resource = resources.find((one) => {
    const own = readAddress(one);
    return address === own || (one.endsWith(PAID_MCP) && address?.startsWith(`${own}/`));
  });
  if (resource === undefined) throw createOAuthError('invalid_target', `The resources are ${resources.join(' and ')}`);
  return resource;
}

/** Without query and final slash, spelled as URL parsers do; null for what is no address or holds credentials. */
function readAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, pathname, username, password } = new URL(text);
  return username === '' && password === '' ? `${origin}${pathname.replace(/\/$/, '')}` : null;
}

/** The resource of a token that is requested with `asked`: a grant of the whole server covers its MCP server. */
export function narrowResource(granted: string, asked: string | null): string | null {
  if (asked === null || asked === granted) return granted;
  return asked.startsWith(`${granted}/`) ? asked : null;
}

/** The address that tells the client `code`, or `error` and `error_description`. */
export function buildAnswerUrl(
  { redirectUri, state }: Pick<AccessRequest, 'redirectUri' | 'state'>,
  issuer: string,
  answer: { code: string } | { error: string; error_description: string },
): string {
  return buildRedirect(redirectUri, { ...answer, state, iss: issuer });
}
