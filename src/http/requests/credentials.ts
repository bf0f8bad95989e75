/** Finds the credential of a request. Who it belongs to is for `Identify` to say. */
import type { IncomingHttpHeaders } from 'node:http';
import { PAID_MCP_PATH } from '../../describe/mcp-servers.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { createUnknownCredentialError } from '../../kernel/errors/refusal.ts';
import type { Identify } from '../../kernel/ports.ts';
import { identifyForResources } from '../../kernel/tool/access.ts';
import { isUnder } from '../rules.ts';

export const QUERY_KEY = 'apiKey';

const ACCOUNT_KEY = /^fbx_(?:live|test)_/;
const BEARER = /^bearer +(\S+) *$/i;

/** The token of `Authorization: Bearer …`; another scheme or an empty one is no credential of ours. */
export function parseBearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  // The usual spelling without a regular expression: this runs on every request.
  if (authorization.startsWith('Bearer ') && authorization.indexOf(' ', 7) === -1) {
    return authorization.length > 7 ? authorization.slice(7) : undefined;
  }
  return BEARER.exec(authorization)?.[1];
}

/**
 * The token of a request to where a key is welcome: `X-API-Key` says the same as a bearer. Throws
 * UNAUTHENTICATED for a header without a key, and INVALID_INPUT for two that differ.
 */
export function readWelcomeToken({ authorization, 'x-api-key': header }: IncomingHttpHeaders): string | undefined {
  const token = parseBearerToken(authorization);
  if (header === undefined) return token;
  const key = String(header).trim();
  if (token !== undefined && token !== key) throw createTwoKeysError('Send one of them.');
  if (key === '') throw new FareboxError('UNAUTHENTICATED', { message: 'X-API-Key is empty.' });
  return key;
}

function createTwoKeysError(next: string): FareboxError {
  return new FareboxError('INVALID_INPUT', { message: 'The request has two different API keys.', next });
}

/**
 * Takes `apiKey` out of the query and settles it with the header's token. A key in the query may end up in other
 * people's logs, so it opens only what `accepted` says.
 */
export function chooseToken(
  headerToken: string | undefined,
  query: URLSearchParams,
  accepted: boolean,
): string | undefined {
  const queryKeys = query.getAll(QUERY_KEY);
  if (queryKeys.length === 0) return headerToken;
  query.delete(QUERY_KEY);
  const tokens = new Set(headerToken === undefined ? queryKeys : [headerToken, ...queryKeys]);
  if (tokens.size > 1) {
    throw createTwoKeysError('Send one key, in the Authorization header.');
  }
  if (headerToken !== undefined) return headerToken;
  if (!accepted) {
    throw new FareboxError('UNAUTHENTICATED', { message: 'This endpoint does not accept the API key in the query.' });
  }
  const [key = ''] = queryKeys;
  // A session or an OAuth token opens more than a key with caps does: it is not even looked up.
  if (key !== '' && !ACCOUNT_KEY.test(key)) throw createUnknownCredentialError(key);
  return key === '' ? undefined : key;
}

/** Finds the credential of a request, valid or not. */
export function findCredential({ authorization, 'x-api-key': header }: IncomingHttpHeaders): string | undefined {
  return header === undefined ? parseBearerToken(authorization) : String(header).trim();
}

/** Identifies callers by path: an OAuth token works on the whole server, or on the paid MCP server alone. */
export function createIdentifyByPath(baseUrl: string, identify: Identify): (pathname: string) => Identify {
  const [there, elsewhere] = [
    identifyForResources([`${baseUrl}${PAID_MCP_PATH}`, baseUrl], identify),
    identifyForResources([baseUrl], identify),
  ];
  return (pathname) => (isUnder(pathname, PAID_MCP_PATH) ? there : elsewhere);
}
