/** Signing in with an OpenID Connect provider: the round trip, and every way in which it is not the right one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { type ElsewhereWorld, openElsewhereWorld, signInElsewhere } from './world.ts';

const BINDING = 'a-secret-of-this-browser-of-32-bytes-or-more';
const OTHER = 'a-secret-of-another-browser-just-as-long-as-it';

describe.each(dailyEngines(import.meta.url))('signing in elsewhere on %s', (engine) => {
  let world: ElsewhereWorld;
  beforeAll(async () => {
    world = await openElsewhereWorld(engine);
  });
  afterAll(() => world.close());

  const begin = async (invite: string, binding = BINDING): Promise<URL> => {
    const begun = await world.server.request('POST', '/claw/begin', { body: { invite, binding } });
    expect(begun).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    return new URL(String(begun.body.url));
  };
  const finish = (answer: string, binding = BINDING): Promise<Answer> =>
    world.server.request('POST', '/claw/finish', { body: { answer, binding } });
  const over = { status: 400, body: { code: 'invalid_code', invite: 'sign_in' } };

  it('asks with PKCE, state and nonce, and says nothing that could be read on the way', async () => {
    const invite = await world.invite();
    const url = await begin(invite);
    expect(url.href.startsWith(world.issuer)).toBe(true);
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      client_id: 'farebox',
      response_type: 'code',
      redirect_uri: `${world.server.url}/claw/signed-in`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    expect(code_challenge).toMatch(/^[\w-]{43}$/);
    expect(nonce).toMatch(/^[\w-]{43}$/);
    expect(state).toMatch(/^[\w-]{8}\.[\w-]{200,}$/);
    const read = Buffer.from(String(state).split('.')[1] ?? '', 'base64url').toString('latin1');
    for (const secret of [invite, nonce ?? '', BINDING, 'codeVerifier']) expect(read).not.toContain(secret);
    expect((await begin(invite)).searchParams.get('state')).not.toBe(state);
  });

  it('lets in whoever has a verified address, and uses the invite', async () => {
    const invite = await world.invite({ grantUsd: 3 });
    const answer = await signInElsewhere((await begin(invite)).href, 'ada@studio.example');
    expect(new URLSearchParams(answer).get('iss')).toBe(world.issuer);
    const entered = await finish(answer);
    expect(entered).toMatchObject({
      status: 200,
      body: { email: 'ada@studio.example', balance: 3.25, granted: 3 },
    });
    const [cookie = ''] = [entered.headers['set-cookie']].flat();
    const headers = { cookie: cookie.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' };
    const me = await world.server.request('GET', '/auth/me', { headers });
    expect(me.body).toMatchObject({ user: { email: 'ada@studio.example', name: 'Ada Lovelace' } });
    expect((await world.server.request('GET', `/claw?code=${invite}`)).status).toBe(410);
    // The code of the provider is good for one exchange.
    expect(await finish(answer)).toMatchObject(over);
  });

  it('knows the same person by e-mail code and from elsewhere', async () => {
    const invite = await world.invite({ uses: 5 });
    const first = await finish(await signInElsewhere((await begin(invite)).href, 'bob@press.example'));
    const second = await finish(await signInElsewhere((await begin(invite)).href, 'Bob@Press.example'));
    expect(second.body.account_id).toBe(first.body.account_id);
  });

  it('lets nobody in whose address the provider has not verified', async () => {
    const invite = await world.invite();
    const answer = await signInElsewhere((await begin(invite)).href, 'unverified@studio.example');
    expect(await finish(answer)).toMatchObject({
      status: 400,
      body: {
        detail: 'The sign-in provider has not verified your email address',
        code: 'invalid_code',
        invite: 'unverified',
      },
    });
    expect((await world.server.request('GET', `/claw?code=${invite}`)).status).toBe(200);
  });

  it('is for the browser that began, with the answer as it came', async () => {
    const invite = await world.invite({ uses: 9 });
    const email = 'eve@studio.example';
    const fresh = async (): Promise<URLSearchParams> =>
      new URLSearchParams(await signInElsewhere((await begin(invite)).href, email));
    const changed = async (change: (answer: URLSearchParams) => void): Promise<Answer> => {
      const answer = await fresh();
      change(answer);
      return await finish(answer.toString());
    };
    expect(await finish((await fresh()).toString(), OTHER), 'another browser').toMatchObject(over);
    const mine = await fresh();
    const others = await fresh();
    mine.set('code', others.get('code') ?? '');
    expect(await finish(mine.toString()), 'the code of another round trip').toMatchObject(over);
    const wrong: Record<string, (answer: URLSearchParams) => void> = {
      'another issuer': (answer) => answer.set('iss', 'https://issuer.example'),
      'no issuer': (answer) => answer.delete('iss'),
      'a changed state': (answer) => answer.set('state', `${answer.get('state')?.slice(0, -2)}AA`),
      'no state': (answer) => answer.delete('state'),
      'a code that is none': (answer) => answer.set('code', 'none'),
      'no code': (answer) => answer.delete('code'),
      'a refusal': (answer) => {
        answer.delete('code');
        answer.set('error', 'access_denied');
      },
    };
    for (const [what, change] of Object.entries(wrong)) expect.soft(await changed(change), what).toMatchObject(over);
    const twice = await fresh();
    expect(await finish(`${twice}&code=${twice.get('code')}`), 'two codes').toMatchObject(over);
  });

  it('needs an invite that is open, at the beginning and at the end', async () => {
    const body = { binding: BINDING, invite: 'no-such-invite' };
    expect(await world.server.request('POST', '/claw/begin', { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_code', invite: 'unknown' },
    });
    const invite = await world.invite();
    const answers = [
      await signInElsewhere((await begin(invite)).href, 'fay@one.example'),
      await signInElsewhere((await begin(invite)).href, 'gil@two.example'),
    ];
    const entered = await Promise.all(answers.map((answer) => finish(answer)));
    expect(entered.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(entered.find(({ status }) => status === 400)?.body).toMatchObject({ invite: 'used_up' });
  });
});

describe('without a sign-in provider', () => {
  it('there is nowhere to go, and the page has the form for an e-mail code', async () => {
    const world = await openElsewhereWorld('sqlite', { OIDC_ISSUER: '' });
    try {
      const invite = await world.invite();
      const begun = await world.server.request('POST', '/claw/begin', { body: { invite, binding: BINDING } });
      expect(begun).toMatchObject({ status: 503, body: { code: 'no_provider' } });
      expect(begun.text).toContain('OIDC_ISSUER');
      expect((await world.server.request('GET', `/claw?code=${invite}`)).text).toContain('id="address-form"');
    } finally {
      await world.close();
    }
  });

  it('answers what it can when the provider is not there', async () => {
    const world = await openElsewhereWorld('sqlite', { OIDC_ISSUER: 'http://127.0.0.1:1/' });
    try {
      const invite = await world.invite();
      const begun = await world.server.request('POST', '/claw/begin', { body: { invite, binding: BINDING } });
      expect(begun).toMatchObject({ status: 502, body: { code: 'upstream_failed' } });
      expect(begun.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1:1/);
    } finally {
      await world.close();
    }
  });
});
