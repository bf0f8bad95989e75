/** Coming in with an invite and a code by mail, on both databases. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyBooks } from '../../../src/ledger/verification/verify.ts';
import { dailyEngines, type Engine, freshDatabase } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { codeIn, memberOf, type Newsroom, type Options, openNewsroom, waitFor } from '../auth/newsroom.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const DAY_MS = 86_400_000;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const openClosed = (engine: Engine, { env, ...options }: Options = {}): Promise<Newsroom> =>
  openNewsroom(engine, { env: { ADMIN_TOKEN, SIGNUP: 'closed', ...env }, ...options });

/** For one test. */
async function opened(engine: Engine, options: Options): Promise<Newsroom> {
  const room = await openClosed(engine, options);
  undo.push(() => room.stop());
  return room;
}

async function invite(room: Newsroom, body: object = {}): Promise<string> {
  const made = await room.ask('POST', '/admin/invites', { key: ADMIN_TOKEN, body });
  return String(made.body.code);
}

const claw = (room: Newsroom, operation: string, body: object): Promise<Answer> =>
  room.ask('POST', `/claw/${operation}`, { body });

async function codeFor(room: Newsroom, invite: string, email: string): Promise<string> {
  const before = (await room.mails(email)).length;
  const answer = await claw(room, 'send-code', { invite, email });
  expect(answer).toMatchObject({ status: 200, body: { sent: true, email } });
  return codeIn(await waitFor(async () => (await room.mails(email))[before]));
}

async function enter(room: Newsroom, invite: string, email: string): Promise<Answer> {
  return await claw(room, 'verify', { invite, email, code: await codeFor(room, invite, email) });
}

describe.each(dailyEngines(import.meta.url))('an invite on %s', (engine) => {
  let room: Newsroom;
  beforeAll(async () => {
    room = await openClosed(engine);
  });
  afterAll(() => room.stop());

  it('lets its holder in while sign-up is closed, with its credit, and to a key that works', async () => {
    const code = await invite(room, { uses: 2, grantUsd: 2.5 });
    const email = 'ada@studio.example';

    const uninvited = await room.ask('POST', '/auth/send-code', { body: { email: 'eve@studio.example' } });
    expect(uninvited).toMatchObject({ status: 200, body: { sent: true } });
    const entered = await enter(room, code, email);
    expect(await room.mails('eve@studio.example')).toEqual([]);
    expect(entered).toMatchObject({
      status: 200,
      body: { email, balance: 2.75, granted: 2.5 },
      headers: { 'cache-control': 'no-store' },
    });
    expect(entered.headers['access-control-allow-origin']).toBeUndefined();

    const [cookie = ''] = [entered.headers['set-cookie']].flat();
    expect(cookie).toMatch(/^farebox=fbp_[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    const headers = { cookie: cookie.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' };
    const made = await room.ask('POST', '/auth/api-keys', { headers, body: { name: 'mine' } });
    expect(made).toMatchObject({ status: 200, body: { kind: 'key', key: expect.stringMatching(/^fbx_live_/) } });
    const balance = await room.ask('GET', '/api/account/balance', { key: String(made.body.key) });
    expect(balance.body).toMatchObject({ agentId: entered.body.account_id, balance: 2.75 });
  });

  it('is used once by an account, however often its people come with it', async () => {
    const code = await invite(room, { uses: 2, grantUsd: 1 });
    const email = 'ida@weekly.example';
    expect((await enter(room, code, email)).body).toMatchObject({ balance: 1.25, granted: 1 });
    expect((await enter(room, code, email)).body).toMatchObject({ balance: 1.25, granted: 0 });
    expect((await enter(room, code, 'bob@press.example')).body).toMatchObject({ balance: 1.25, granted: 1 });
    // Those who are in come in again with it, though nobody else does.
    expect((await claw(room, 'send-code', { invite: code, email: 'cyd@news.example' })).body).toEqual({
      detail: 'This invite has reached its limit',
      code: 'invalid_code',
      invite: 'used_up',
    });
  });

  it('for three lets three in of fifty who come at once, and gives three grants', async () => {
    const database = await freshDatabase(engine);
    undo.push(() => database.drop());
    const room = await opened(engine, { database });
    const code = await invite(room, { uses: 3, grantUsd: 4 });
    const guests = Array.from({ length: 50 }, (_, i) => `guest${i}@house${i}.example`);
    // One after the other: each waits for its mail.
    const codes: string[] = [];
    for (const email of guests) codes.push(await codeFor(room, code, email));
    const answers = await Promise.all(
      guests.map((email, i) => claw(room, 'verify', { invite: code, email, code: codes[i] })),
    );
    const entered = answers.filter(({ status }) => status === 200);
    expect(entered.map(({ body }) => body.granted)).toEqual([4, 4, 4]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => `${status} ${body.invite}`)).toEqual(refused.map(() => '400 used_up'));
    const { body } = await room.ask('GET', '/admin/accounts', { key: ADMIN_TOKEN });
    const accounts = Array.isArray(body.items) ? body.items : [];
    expect(accounts.map((account: object) => memberOf(account, 'balance'))).toEqual([4.25, 4.25, 4.25]);
    expect(accounts.every((account: object) => memberOf(account, 'companyId') !== null)).toBe(true);
    await room.stop();
    const { dataDir, url } = database;
    expect(await verifyBooks({ dataDir, ...(url === undefined ? {} : { databaseUrl: url }) })).toMatchObject({
      ok: true,
    });
  });

  it('finds no way around the code: a wrong one counts, and uses nothing', async () => {
    const code = await invite(room);
    const email = 'kim@daily.example';
    const right = await codeFor(room, code, email);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    for (let i = 0; i < 5; i++) {
      expect(await claw(room, 'verify', { invite: code, email, code: wrong })).toMatchObject({
        status: 400,
        body: { code: 'invalid_code', detail: 'Invalid or expired code' },
      });
    }
    expect((await claw(room, 'verify', { invite: code, email, code: right })).status).toBe(429);
    expect((await claw(room, 'send-code', { invite: 'no-such-code', email })).body).toMatchObject({
      invite: 'unknown',
    });
    expect((await room.ask('GET', `/claw?code=${code}`)).status).toBe(200);
  });

  it('is not what an operator needs', async () => {
    const email = 'new@studio.example';
    await room.ask('POST', '/admin/operators', { key: ADMIN_TOKEN, body: { email } });
    const entered = await room.signIn(email);
    expect(entered.body).toMatchObject({ is_new_user: true, user: { operator: true } });
    const uninvited = await room.ask('POST', '/auth/send-code', { body: { email: 'zoe@studio.example' } });
    expect(uninvited).toMatchObject({ status: 200, body: { sent: true } });
    expect(await room.mails('zoe@studio.example')).toEqual([]);
  });

  it('of which the time has passed is over', async () => {
    const database = await freshDatabase(engine);
    undo.push(() => database.drop());
    const early = await opened(engine, { database });
    const code = await invite(early, { days: 1 });
    const email = 'ada@studio.example';
    const sent = await codeFor(early, code, email);
    await early.stop();
    const late = await opened(engine, { database, clockOffsetMs: DAY_MS });
    expect(await late.ask('GET', `/claw?code=${code}`)).toMatchObject({ status: 410 });
    expect((await claw(late, 'send-code', { invite: code, email })).body).toMatchObject({ invite: 'expired' });
    expect((await claw(late, 'verify', { invite: code, email, code: sent })).status).toBe(400);
  });
});

describe('the page of an invite', () => {
  let room: Newsroom;
  beforeAll(async () => {
    room = await openClosed('sqlite', { env: { OPERATOR_CONTACT: 'help@farebox.example' } });
  });
  afterAll(() => room.stop());

  const ask = async (room: Newsroom, code: string, language?: string): Promise<Answer> =>
    await room.ask(
      'GET',
      `/claw?code=${code}`,
      language === undefined ? {} : { headers: { 'accept-language': language } },
    );

  it('says what it brings, in the language of its reader', async () => {
    const code = await invite(room, { grantUsd: 2.5 });
    expect((await ask(room, code)).text).toMatch(/<html lang="en">[\s\S]*You're invited[\s\S]*\$2\.500/);
    expect((await ask(room, code, 'ja-JP,ja;q=0.9,en;q=0.8')).text).toMatch(/<html lang="ja">[\s\S]*ご招待/);
    expect((await ask(room, code, 'fr, zh-CN;q=0.8, en;q=0.2')).text).toMatch(/<html lang="zh">[\s\S]*您已受邀/);
    expect((await ask(room, code, '*;q=0.5,;;,ja;q=x')).text).toContain('<html lang="en">');
  });

  it('says what is wrong and what to do, when there is nothing to enter by', async () => {
    for (const [path, status, title, kept] of [
      ['/claw', 200, 'Enter your invite code', ''],
      ['/claw?code=', 200, 'Enter your invite code', ''],
      ['/claw?code=abc%22%3Cscript%3E', 404, 'Invite not found', 'abc&quot;&lt;script'],
      [`/claw?code=${'x'.repeat(5_000)}`, 200, 'Enter your invite code', ''],
      ['/claw?code=a&code=b', 404, 'Invite not found', 'b'],
    ] as const) {
      const page = await room.ask('GET', path);
      expect.soft(page.status, path).toBe(status);
      expect.soft(page.text, path).toContain(title);
      expect
        .soft(page.text, path)
        .toMatch(new RegExp(`<input[^>]* name="code"[^>]* value${kept === '' ? '' : `="${kept}`}`));
      expect.soft(page.text, path).toContain('href="mailto:help@farebox.example"');
      expect.soft(page.text, path).toContain('href="/login"');
    }
    for (const [language, title] of [
      ['ja', '招待コードの入力'],
      ['zh', '输入邀请码'],
    ]) {
      const page = await room.ask('GET', '/claw', { headers: { 'accept-language': language ?? '' } });
      expect.soft(page.text).toContain(title);
    }
    const code = await invite(room);
    await enter(room, code, 'ada@studio.example');
    const used = await ask(room, code);
    expect(used.status).toBe(410);
    expect(used.text).toContain('This invite has reached its limit');
  });

  it('may hold no script or style of its own, and is kept by nobody', async () => {
    const code = await invite(room);
    for (const path of [`/claw?code=${code}`, '/claw?code=none', '/claw/signed-in?code=a&state=b', '/login']) {
      const { headers, text } = await room.ask('GET', path);
      expect
        .soft(headers['content-security-policy'], path)
        .toMatch(/default-src 'none'; style-src 'self'; script-src 'self'/);
      expect.soft(headers['x-frame-options'], path).toBe('DENY');
      expect.soft(headers['cache-control'], path).toBe('no-store');
      expect.soft(text, path).not.toMatch(/<style|style="|<script(?!(?: type="module")? src="\/)|\son\w+="/);
      expect.soft(text, path).toContain('<meta name="robots" content="noindex"/>');
    }
  });
});
