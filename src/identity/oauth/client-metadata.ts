/** Client metadata, from a metadata document or from registration (RFC 7591). */
import { z } from 'zod';
import { cutCodePoints } from '../../text/truncate.ts';
import { createOAuthError } from './errors.ts';
import { findRedirectFault } from './redirects.ts';

const NAME_CHARS_MAX = 100;
const REDIRECTS_MAX = 20;
const METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;
type AuthMethod = (typeof METHODS)[number];

export interface ClientMetadata {
  /** Null when it has none. */
  name: string | null;
  redirectUris: string[];
  refreshes: boolean;
  /** As it says; null when it does not. */
  authMethod: AuthMethod | null;
}

const words = z.array(z.string().max(200)).max(50).optional();
const text = z.string().max(2_000).optional();
const metadataSchema = z.looseObject({
  client_name: text,
  redirect_uris: z.array(z.string()).min(1).max(REDIRECTS_MAX),
  grant_types: words,
  response_types: words,
  token_endpoint_auth_method: text,
});

/** Throws `invalid_redirect_uri` or `invalid_client_metadata`. */
export function readMetadata(value: unknown): ClientMetadata {
  const parsed = metadataSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = String(issue?.path[0] ?? 'body').replace(/[^\w.-]/g, '');
    const word = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw createOAuthError(word, `The client metadata is not valid: see ${field}`);
  }
  const { client_name, redirect_uris, grant_types, response_types, token_endpoint_auth_method } = parsed.data;
  for (const uri of redirect_uris) {
    const fault = findRedirectFault(uri);
    if (fault !== null) throw createOAuthError('invalid_redirect_uri', fault);
  }
  if (grant_types && !grant_types.includes('authorization_code')) {
    throw createOAuthError('invalid_client_metadata', 'grant_types must contain authorization_code');
  }
  if (response_types && !response_types.includes('code')) {
    throw createOAuthError('invalid_client_metadata', 'response_types must contain code');
  }
  const authMethod = METHODS.find((one) => one === token_endpoint_auth_method) ?? null;
  if (authMethod === null && token_endpoint_auth_method !== undefined) {
    throw createOAuthError(
      'invalid_client_metadata',
      `token_endpoint_auth_method must be one of ${METHODS.join(', ')}`,
    );
  }
  return {
    name: cleanName(client_name ?? ''),
    redirectUris: [...new Set(redirect_uris)],
    refreshes: grant_types?.includes('refresh_token') ?? true,
    authMethod,
  };
}

/** Without characters that hide, turn or break text; null when nothing is left. */
function cleanName(name: string): string | null {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return cutCodePoints(clean, NAME_CHARS_MAX).trim() || null;
}
