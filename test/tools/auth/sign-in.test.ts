import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { codeIn, memberOf, type Newsroom, openNewsroom, waitFor } from './newsroom.ts';

const WRONG = { detail: 'Invalid or expired code', code: 'invalid_code' };

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

/** Another code than this one. */
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe.each(dailyEngines(import.meta.url))('signing in on %s', (engine) => {
  let room: Newsroom;
  beforeAll(async () => {
    room = await openNewsroom(engine);
  });
  afterAll(() => room.stop());

  const verify = (email: string, code: unknown, fields: object = {}): Promise<Answer> =>
    room.ask('POST', '/auth/verify', { body: { email, code, ...fields } });

  it('makes user, company and account of somebody new, and knows them again', async () => {
    const email = 'Ada@Studio.example';
    const first = await room.signIn(email, { name: 'Ada', company_name: 'Studio 株式会社' });
    expect(first.token).toMatch(/^fbs_[\w-]{43}$/);
    expect(first.body).toMatchObject({
      token_type: 'bearer',
      expires_at: expect.stringMatching(/T.*\+09:00$/),
      user: { email, name: 'Ada', role: 'admin', operator: false, company_id: first.companyId, locale: 'ja' },
      company: { name: 'Studio 株式会社', plan: 'free', plan_status: 'active', timezone: 'Asia/Tokyo' },
      is_new_user: true,
      is_new_company: true,
      message: null,
    });
    const again = await room.signIn('ada@studio.EXAMPLE', { company_name: 'Another' });
    expect(again.body).toMatchObject({ is_new_user: false, is_new_company: false });
    expect(again.companyId).toBe(first.companyId);
    expect(memberOf(again.body.user, 'id')).toBe(memberOf(first.body.user, 'id'));
    const me = await room.ask('GET', '/auth/me', { key: first.token });
    expect(me).toMatchObject({
      status: 200,
      body: {
        user: { email },
        company: { id: first.companyId, account_id: expect.stringMatching(/^agt_/) },
        usage: { analyses_used: 0, analyses_limit: 50, analyses_remaining: 50, daily: [], currency: 'USD' },
        auth: { method: 'session', key_id: null, expires_at: first.body.expires_at },
      },
    });
  });

  it('names the company of a nameless founder after the domain, and reads spaces out of the code', async () => {
    const email = 'solo@solo-press.example';
    const code = await room.codeFor(email);
    const answer = await verify(email, ` ${code.slice(0, 3)} ${code.slice(3)}\n`);
    expect(answer.body.company).toMatchObject({ name: 'solo-press.example', domain: null });
  });

  it('uses a code up once, also when it comes twice at once', async () => {
    const email = 'twice@studio.example';
    const code = await room.codeFor(email);
    const both = await Promise.all(Array.from({ length: 6 }, () => verify(email, code)));
    expect(statuses(both).filter((status) => status === 200)).toHaveLength(1);
    expect(both.filter(({ status }) => status === 400).every(({ text }) => text === JSON.stringify(WRONG))).toBe(true);
    expect((await verify(email, code)).status).not.toBe(200);
  });

  it('sends no second code within a minute, but one for a code that was used', async () => {
    const email = 'hasty@studio.example';
    const code = await room.codeFor(email);
    const second = await room.ask('POST', '/auth/send-code', { body: { email } });
    expect(second).toMatchObject({ status: 200, body: { sent: false, email } });
    expect(Number(second.body.expires_in)).toBeGreaterThan(590);
    expect(Number(second.body.resend_after)).toBeLessThanOrEqual(60);
    expect((await verify(email, code)).status).toBe(200);
    expect(await room.codeFor(email)).toMatch(/^\d{6}$/);
    expect((await verify(email, code)).status).toBe(400);
  });

  it.each([
    ['an address with a code', true],
    ['an address that nobody knows', false],
  ])('takes five wrong tries and no sixth, one after another: %s', async (_what, hasCode) => {
    const email = `five-${hasCode}@studio.example`;
    const right = hasCode ? await room.codeFor(email) : '000000';
    const tries: Answer[] = [];
    for (let i = 0; i < 5; i++) tries.push(await verify(email, hasCode ? other(right) : right));
    expect(tries.map(({ status, text }) => [status, text])).toEqual(
      Array.from({ length: 5 }, () => [400, JSON.stringify(WRONG)]),
    );
    const sixth = await verify(email, right);
    expect(sixth).toMatchObject({ status: 429, body: { detail: 'Too many attempts', code: 'too_many_attempts' } });
    await room.ask('POST', '/auth/send-code', { body: { email } });
    expect((await verify(email, right)).status).toBe(hasCode ? 429 : 400);
  });

  it('takes five wrong tries and no more when they come all at once', async () => {
    const email = 'storm@studio.example';
    const right = await room.codeFor(email);
    const tries = await Promise.all(Array.from({ length: 40 }, () => verify(email, other(right))));
    expect(statuses(tries)).toEqual([...Array(5).fill(400), ...Array(35).fill(429)]);
    expect((await verify(email, right)).status).toBe(429);
  });

  it('answers known and unknown addresses with the same bytes', async () => {
    const known = 'known@studio.example';
    await room.signIn(known);
    const [a, b] = await Promise.all(
      ['known@studio.example', 'blank@studio.example'].map((email) =>
        room.ask('POST', '/auth/send-code', { body: { email } }),
      ),
    );
    const blind = (answer: Answer | undefined): string | undefined =>
      answer?.text
        .replace(/(known|blank)@/, 'x@')
        .replace(/"(expires_in|resend_after)":\d+/g, '"$1":0')
        .replace(/"attempt":"[\w]{22}"/, '"attempt":""');
    expect(blind(a)).toBe(blind(b));
    expect(Object.keys(a?.headers ?? {})).toEqual(Object.keys(b?.headers ?? {}));
    const wrong = await Promise.all([known, 'blank@studio.example'].map((email) => verify(email, '12345x')));
    expect(wrong.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([400, JSON.stringify(WRONG)]));
  });

  it('takes no look-alike of an address for it', async () => {
    const answer = await room.ask('POST', '/auth/send-code', { body: { email: 'ａda@studio.example' } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it('ends a session by logout, at once and once', async () => {
    const { token } = await room.signIn('leaver@studio.example');
    const out = await room.ask('POST', '/auth/logout', { key: token });
    expect(out).toMatchObject({ status: 200, body: { ok: true } });
    for (const [method, path] of [
      ['POST', '/auth/logout'],
      ['GET', '/auth/me'],
    ] as const) {
      const late = await room.ask(method, path, { key: token });
      expect(late).toMatchObject({ status: 401, body: { detail: 'Invalid or expired token' } });
    }
    expect((await room.ask('GET', '/auth/me')).body).toEqual({ detail: 'Not authenticated' });
    expect((await room.ask('GET', '/auth/me', { key: `fbs_${'x'.repeat(43)}` })).status).toBe(401);
  });

  it('never lets a session pay for a tool', async () => {
    const { token } = await room.signIn('thrifty@studio.example');
    const paid = await room.ask('POST', '/api/proxy/search-ai', { key: token, body: { query: 'x' } });
    expect(paid).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } });
    expect((await room.ask('GET', '/api/account/balance', { key: token })).status).toBe(200);
    expect((await room.ask('POST', '/api/proxy/account/rotate-key', { key: token })).status).toBe(401);
    expect((await room.ask('GET', '/api/account/keys', { key: token })).status).toBe(200);
  });

  it('counts codes for an address within an hour', async () => {
    const email = 'often@studio.example';
    const answers: Answer[] = [];
    for (let i = 0; i < 11; i++) answers.push(await room.ask('POST', '/auth/send-code', { body: { email } }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
    expect(answers[10]?.headers['retry-after']).toMatch(/^\d+$/);
  });
});

describe.each(dailyEngines(import.meta.url))('the time of codes and sessions on %s', (engine) => {
  const MINUTE_MS = 60_000;
  const DAY_MS = 86_400_000;
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(engine);
  });
  afterAll(() => database.drop());

  /** A server on the database whose clock is ahead; it is stopped again. */
  async function at<T>(clockOffsetMs: number, visit: (room: Newsroom) => Promise<T>): Promise<T> {
    const room = await openNewsroom(engine, { database, clockOffsetMs });
    try {
      return await visit(room);
    } finally {
      await room.stop();
    }
  }

  it('ends after ten minutes and after thirty days', async () => {
    const email = 'old@studio.example';
    const { code, token } = await at(0, async (room) => {
      const { token } = await room.signIn('long@studio.example');
      return { code: await room.codeFor(email), token };
    });
    await at(11 * MINUTE_MS, async (room) => {
      const late = await room.ask('POST', '/auth/verify', { body: { email, code } });
      expect(late).toMatchObject({ status: 400, body: WRONG });
      await room.signIn(email);
    });
    const statusAt = (clockOffsetMs: number): Promise<number> =>
      at(clockOffsetMs, async (room) => (await room.ask('GET', '/auth/me', { key: token })).status);
    expect(await statusAt(30 * DAY_MS - MINUTE_MS)).toBe(200);
    expect(await statusAt(30 * DAY_MS + MINUTE_MS)).toBe(401);
  });
});

describe('who may come', () => {
  it('SIGNUP=closed: only operators and who is invited; the others are told nothing', async () => {
    const room = await openNewsroom('sqlite', { env: { SIGNUP: 'closed', ADMIN_EMAILS: 'boss@studio.example' } });
    try {
      const boss = await room.signIn('boss@studio.example');
      expect(boss.body).toMatchObject({ is_new_company: true, user: { operator: true } });
      const sent = await room.ask('POST', '/auth/send-code', { body: { email: 'stranger@studio.example' } });
      const { attempt: _attempt, ...told } = sent.body;
      expect(told).toEqual({ sent: true, email: 'stranger@studio.example', expires_in: 600, resend_after: 60 });
      await room.ask('POST', '/auth/invite', { key: boss.token, body: { email: 'guest@studio.example' } });
      const guest = await room.signIn('guest@studio.example');
      expect(guest).toMatchObject({ companyId: boss.companyId, body: { user: { role: 'member', operator: false } } });
      expect(await room.mails('stranger@studio.example')).toEqual([]);
      const tried = await room.ask('POST', '/auth/verify', {
        body: { email: 'stranger@studio.example', code: '123456' },
      });
      expect(tried).toMatchObject({ status: 400, body: WRONG });
      await room.ask('DELETE', '/auth/team/guest@studio.example', { key: boss.token });
      const back = await room.ask('POST', '/auth/send-code', { body: { email: 'guest@studio.example' } });
      expect(back.body.sent).toBe(true);
      expect(await room.mails('guest@studio.example')).toHaveLength(2);
    } finally {
      await room.stop();
    }
  });

  it('an operator at a trusted address gets a session without a code, but never for a page of another origin', async () => {
    const env = {
      ADMIN_EMAILS: 'boss@studio.example',
      TRUSTED_ADMIN_IPS: '127.0.0.0/8',
      BASE_URL: 'https://news.example',
    };
    const room = await openNewsroom('sqlite', { env });
    const send = (email: string, headers: Record<string, string> = {}): Promise<Answer> =>
      room.ask('POST', '/auth/send-code', { body: { email }, headers });
    try {
      const direct = await send('Boss@studio.example');
      expect(direct.body).toMatchObject({ sent: false, direct: true, token_type: 'bearer', user: { operator: true } });
      const me = await room.ask('GET', '/auth/me', { key: String(direct.body.token) });
      expect(me.body).toMatchObject({ user: { email: 'Boss@studio.example', operator: true } });
      expect((await room.ask('GET', '/admin/accounts', { key: String(direct.body.token) })).status).toBe(200);
      expect((await send('boss@studio.example', { origin: 'https://news.example' })).body.direct).toBe(true);
      for (const origin of ['https://evil.example', 'null', 'https://news.example.evil.example']) {
        expect((await send('boss@studio.example', { origin })).body).not.toHaveProperty('token');
      }
      expect((await send('clerk@studio.example')).body).toMatchObject({ sent: true });
      const forwarded = await send('boss@studio.example', { 'x-forwarded-for': '203.0.113.9' });
      expect(forwarded.body.direct).toBe(true);
    } finally {
      await room.stop();
    }
  });

  it('a new company counts in the limit of sign-ups; the code stays usable', async () => {
    const room = await openNewsroom('sqlite', { env: { SIGNUP_PER_HOUR: '1', WELCOME_USD_PER_DAY: '0' } });
    try {
      const first = await room.signIn('first@studio.example');
      expect(first.body.message).toMatch(/starts at 0 USD/);
      const email = 'second@studio.example';
      const code = await room.codeFor(email);
      const refused = await room.ask('POST', '/auth/verify', { body: { email, code } });
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      await room.ask('POST', '/auth/invite', { key: first.token, body: { email } });
      const invited = await room.ask('POST', '/auth/verify', { body: { email, code } });
      expect(invited).toMatchObject({ status: 200, body: { is_new_company: false, user: { role: 'member' } } });
    } finally {
      await room.stop();
    }
  });

  it('goes to the company asked for, else to the last one, of those that an address belongs to', async () => {
    const room = await openNewsroom('sqlite');
    try {
      const own = await room.signIn('both@studio.example', { company_name: 'Own' });
      const host = await room.signIn('host@studio.example', { company_name: 'Host' });
      const outsider = await room.signIn('stranger@studio.example', { company_name: 'Strange' });
      await room.ask('POST', '/auth/invite', { key: host.token, body: { email: 'both@studio.example' } });
      expect((await room.signIn('both@studio.example')).companyId).toBe(own.companyId);
      expect((await room.signIn('both@studio.example', { company_id: outsider.companyId })).companyId).toBe(
        own.companyId,
      );
      const guest = await room.signIn('both@studio.example', { company_id: host.companyId });
      expect(guest).toMatchObject({ companyId: host.companyId, body: { user: { role: 'member' } } });
      expect((await room.signIn('both@studio.example')).companyId).toBe(host.companyId);
      expect((await room.ask('GET', '/auth/me', { key: own.token })).body.company).toMatchObject({ id: own.companyId });
      const asked = await room.ask('POST', '/auth/send-code', {
        body: { email: 'both@studio.example', company_id: own.companyId },
      });
      expect(asked.body.sent).toBe(true);
      const mails = await waitFor(async () => {
        const found = await room.mails('both@studio.example');
        return found.filter((mail) => mail.includes('sign-in code')).length === 6 ? found : undefined;
      });
      const code = codeIn(mails.filter((mail) => mail.includes('sign-in code')).at(-1) ?? '');
      const answer = await room.ask('POST', '/auth/verify', { body: { email: 'both@studio.example', code } });
      expect(answer.body.company).toMatchObject({ id: own.companyId });
    } finally {
      await room.stop();
    }
  });
});
