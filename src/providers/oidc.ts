/** Sign-in with an OpenID Connect provider, the operator's own choice. https://openid.net/specs/openid-connect-core-1_0.html */
import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { createFetch, unwrapFailure } from './shared/network/fetch.ts';
import { defineProvider, type ProviderReply, type RequestContext, settingsOf } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'oidc',
  title: 'OpenID Connect',
  tier: 'T0',
  about: 'Sign-in with an identity provider; without it people get a code by email',
  baseUrl: '',
  settings: {
    issuer: {
      kind: 'url',
      about: 'Issuer of the identity provider, such as https://accounts.google.com',
      required: true,
    },
    clientId: {
      kind: 'text',
      about: 'Client ID, registered with the redirect address <BASE_URL>/claw/signed-in',
      required: true,
    },
    clientSecret: { kind: 'secret', about: 'Client secret; leave empty for a public client' },
  },
};

const SCOPE = 'openid email profile';
const METADATA_MS = 3_600_000;

/** Secrets that tie one sign-in together, from beginning to end. */
export interface SignInBinding {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
}

export interface VerifiedIdentity {
  email: string;
  name: string;
}

/** Address at which the browser signs in. */
async function beginSignIn(binding: SignInBinding, ctx: RequestContext): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await loadLibrary();
  const url = buildAuthorizationUrl(await configureClient(ctx), {
    scope: SCOPE,
    redirect_uri: binding.redirectUri,
    state: binding.state,
    nonce: binding.nonce,
    code_challenge: await calculatePKCECodeChallenge(binding.codeVerifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

/**
 * Finishes a sign-in by the query with which the browser returned. Null when the provider has verified no address of
 * the user. A failure of kind `not_found` when the answer does not belong to this sign-in, or is over.
 */
async function finishSignIn(
  answer: string,
  binding: SignInBinding,
  ctx: RequestContext,
): Promise<VerifiedIdentity | null> {
  const client = await loadLibrary();
  const config = await configureClient(ctx);
  const url = new URL(binding.redirectUri);
  url.search = answer;
  const checks = {
    expectedState: binding.state,
    expectedNonce: binding.nonce,
    pkceCodeVerifier: binding.codeVerifier,
    idTokenExpected: true,
  };
  const claims = await withFailureKind('not_found', async () => {
    const tokens = await client.authorizationCodeGrant(config, url, checks);
    const idClaims = tokens.claims();
    if (!idClaims) throw new Error('There is no ID token');
    // Many providers tell the address at their second door only.
    return idClaims.email === undefined
      ? await client.fetchUserInfo(config, tokens.access_token, idClaims.sub)
      : idClaims;
  });
  const proved = verifiedClaims.safeParse(claims);
  return proved.success ? { email: proved.data.email, name: proved.data.name ?? '' } : null;
}

const verifiedClaims = z.object({
  email: z.string().min(3).max(320),
  email_verified: z.literal(true),
  name: z.string().max(200).optional().catch(undefined),
});

/** Errors of openid-client itself contain no failure of ours: they are of this kind. */
async function withFailureKind<T>(kind: FailureKind, run: () => Promise<T>): Promise<T> {
  try {
    return await unwrapFailure(run);
  } catch (thrown) {
    if (thrown instanceof UpstreamFailure) throw thrown;
    throw new UpstreamFailure(kind, facts.id, { cause: thrown });
  }
}

/** Loaded with the first sign-in: a server without one does not carry it. */
const loadLibrary = () => import('openid-client');

interface KnownMetadata {
  metadata: ServerMetadata;
  atMs: number;
}

/** The issuer's metadata seldom changes. */
const knownMetadata = new WeakMap<ProviderSettings, KnownMetadata>();

async function configureClient(ctx: RequestContext): Promise<Configuration> {
  const client = await loadLibrary();
  const settings = settingsOf(facts, ctx);
  const { issuer = '', clientId = '', clientSecret } = settings;
  const isPlain = issuer.startsWith('http:');
  const sendRequest = createFetch(facts, ctx, { classify });
  const send: CustomFetch = (url, { method, headers, body }) =>
    sendRequest(url, { method, headers, ...(body ? { body } : {}) });
  const options = { [client.customFetch]: send, ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}) };
  const cachedMetadata = knownMetadata.get(settings);
  const isFresh = cachedMetadata !== undefined && Date.now() - cachedMetadata.atMs < METADATA_MS;
  const discover = () => client.discovery(new URL(issuer), clientId, undefined, client.None(), options);
  const metadata = isFresh ? cachedMetadata.metadata : (await withFailureKind('malformed', discover)).serverMetadata();
  if (!isFresh) knownMetadata.set(settings, { metadata, atMs: Date.now() });
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = metadata;
  const prove = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
  const config = new client.Configuration(
    metadata,
    clientId,
    undefined,
    clientSecret === undefined ? client.None() : prove(clientSecret),
  );
  config[client.customFetch] = send;
  if (isPlain) client.allowInsecureRequests(config);
  client.enableNonRepudiationChecks(config);
  return config;
}

const refusal = z.object({ error: z.string() });

/** A code that is used or too old is the caller's affair, a client that is not known ours. */
function classify({ status, json }: ProviderReply): FailureKind | undefined {
  if (status < 400) return undefined;
  const result = refusal.safeParse(json);
  if (!result.success) return undefined;
  return result.data.error === 'invalid_client'
    ? 'auth'
    : result.data.error === 'invalid_grant'
      ? 'not_found'
      : undefined;
}

export default defineProvider(facts, { begin: beginSignIn, finish: finishSignIn });
