/** Limits of new accounts and of operators' pages reach those who cause them, not everybody who shares their network. */
import { expect, it } from 'vitest';
import { type Newsroom, openNewsroom } from '../tools/auth/newsroom.ts';

const ADMIN_TOKEN = 'the-right-token-of-the-operator';
const OPERATOR = 'boss@studio.example';

const create = (room: Newsroom, mode: 'live' | 'test', key?: string) =>
  room.ask('POST', '/api/proxy/account/create', {
    body: { name: 'one more', mode },
    ...(key === undefined ? {} : { key }),
  });

it('counts live accounts, test accounts and companies apart, and neither invited nor signed-in people', async () => {
  const limits = { ACCOUNT_CREATE_PER_HOUR: '2', TEST_ACCOUNT_CREATE_PER_HOUR: '3', SIGNUP_PER_HOUR: '1' };
  const room = await openNewsroom('sqlite', { env: { ...limits, ADMIN_TOKEN } });
  try {
    const statuses = async (mode: 'live' | 'test', count: number): Promise<number[]> => {
      const made = await Promise.all(Array.from({ length: count }, () => create(room, mode)));
      return made.map(({ status }) => status).sort();
    };
    expect(await statuses('test', 4)).toEqual([200, 200, 200, 429]);
    expect(await statuses('live', 3)).toEqual([200, 200, 429]);
    const first = await room.signIn('first@studio.example');
    const email = 'second@studio.example';
    const code = await room.codeFor(email);
    const full = await room.ask('POST', '/auth/verify', { body: { email, code } });
    expect(full).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(full.body.detail).toMatch(
      /^The limit of 1 new companies per hour and network is reached\. Wait (59|60) minutes, then call again\.$/,
    );

    const invite = await room.ask('POST', '/admin/invites', { key: ADMIN_TOKEN, body: { uses: 1 } });
    const invited = { email, code, invite: invite.body.code };
    expect((await room.ask('POST', '/claw/verify', { body: invited })).status).toBe(200);
    await room.ask('POST', '/auth/invite', { key: first.token, body: { email: 'third@studio.example' } });
    expect((await room.signIn('third@studio.example')).body.is_new_company).toBe(false);

    for (const mode of ['live', 'test'] as const) expect((await create(room, mode, first.token)).status).toBe(200);
    expect((await create(room, 'live', first.token)).status).toBe(200);
    const own = await create(room, 'live', first.token);
    expect(own).toMatchObject({ status: 429, headers: { 'x-ratelimit-limit': '2' } });
    expect(own.body.error).toMatchObject({
      message: 'The limit of 2 new live accounts per hour and person is reached.',
      next: expect.stringMatching(/^Wait (59|60) minutes, then call again\.$/),
    });
  } finally {
    await room.stop();
  }
});

it('serves forty views of an operator in a minute, and still stops who has no credential', async () => {
  const room = await openNewsroom('sqlite', {
    env: { ADMIN_EMAILS: OPERATOR, ADMIN_RATE_LIMIT_PER_MINUTE: '60', ADMIN_KEY_RATE_LIMIT_PER_MINUTE: '600' },
  });
  try {
    const code = await room.codeFor(OPERATOR);
    const entered = await room.ask('POST', '/login/verify', { body: { email: OPERATOR, code } });
    const [cookie = ''] = String(entered.headers['set-cookie']).split(';');
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const view = ['dashboard', 'alerts', 'cost', 'accounts', 'settings'].map((name) => `/admin/${name}`);
    for (let views = 0; views < 40; views++) {
      const answers = await Promise.all(view.map((path) => room.ask('GET', path, { headers })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    }
    const outsiders = await Promise.all(Array.from({ length: 70 }, () => room.ask('GET', '/admin/accounts')));
    expect(outsiders.filter(({ status }) => status === 429)).toHaveLength(10);
  } finally {
    await room.stop();
  }
});
