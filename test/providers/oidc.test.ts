/** Failures of an identity provider. Successful sign-in is tested with a real one: test/tools/entrance. */
import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import oidc, { type SignInBinding } from '../../src/providers/oidc.ts';
import { createAddressGuard } from '../../src/providers/shared/network/guard.ts';
import { createLiveTransport } from '../../src/providers/shared/network/transport.ts';
import { contextFor, failureOf } from '../harness/context.ts';

const undo: (() => unknown)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

const binding: SignInBinding = {
  state: 'state',
  nonce: 'nonce',
  codeVerifier: 'v'.repeat(43),
  redirectUri: 'https://farebox.example/claw/signed-in',
};

/** A provider that answers so; its context for us. */
async function provider(answers: Record<string, RequestListener>, timeoutMs = 2_000) {
  const server = createServer((req, res) => (answers[req.url ?? ''] ?? notFound)(req, res)).listen(0, '127.0.0.1');
  undo.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const issuer = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  const transport = createLiveTransport({ guard: createAddressGuard({ allowHosts: [] }), userAgent: 'test' });
  undo.push(() => transport.close());
  const settings = { oidc: { issuer, clientId: 'farebox', clientSecret: 'secret', baseUrl: '' } };
  return { issuer, ctx: contextFor({ settings, transport, timeoutMs }) };
}

const notFound: RequestListener = (_req, res) => res.writeHead(404).end('<html>not here</html>');
const json =
  (status: number, body: () => object): RequestListener =>
  (_req, res) =>
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body()));

const METADATA = '/.well-known/openid-configuration';
const metadataOf = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
});

describe('oidc', () => {
  it('is not there without its settings', async () => {
    expect(await failureOf(oidc.begin(binding, contextFor()))).toMatchObject({ kind: 'unconfigured' });
  });

  it('must be who it says it is', async () => {
    const { ctx } = await provider({ [METADATA]: json(200, () => metadataOf('https://issuer.example')) });
    expect(await failureOf(oidc.begin(binding, ctx))).toMatchObject({ kind: 'malformed' });
  });

  it('is waited for within the time of the call', async () => {
    const { ctx } = await provider({ [METADATA]: () => {} }, 300);
    expect(await failureOf(oidc.begin(binding, ctx))).toMatchObject({ kind: 'timeout' });
  });

  it('is asked for its metadata once an hour', async () => {
    let asked = 0;
    let issuer = '';
    const made = await provider({
      [METADATA]: json(200, () => {
        asked++;
        return metadataOf(issuer);
      }),
    });
    ({ issuer } = made);
    for (let i = 0; i < 3; i++) expect(await oidc.begin(binding, made.ctx)).toContain(`${issuer}/auth?`);
    expect(asked).toBe(1);
  });

  it.each([
    ['a code that is over', 400, 'invalid_grant', 'not_found'],
    ['a client that it does not know', 401, 'invalid_client', 'auth'],
    ['a failure of its own', 503, 'temporarily_unavailable', 'overloaded'],
  ])('tells %s', async (_what, status, error, kind) => {
    let issuer = '';
    const made = await provider({
      [METADATA]: json(200, () => metadataOf(issuer)),
      '/token': json(status, () => ({ error })),
    });
    ({ issuer } = made);
    expect(await failureOf(oidc.finish('code=c&state=state', binding, made.ctx))).toMatchObject({ kind });
  });
});
