/** Sign-in on several servers of one database and on a server started as a process. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type Answer, ask, startFareboxProcess } from '../../harness/farebox.ts';
import { type Newsroom, openNewsroom } from './newsroom.ts';

describe('two servers of one database', () => {
  let database: FreshDatabase;
  let one: Newsroom;
  let two: Newsroom;
  beforeAll(async () => {
    database = await freshDatabase('postgres');
    one = await openNewsroom('postgres', { database });
    two = await openNewsroom('postgres', { database });
  });
  afterAll(async () => {
    await one.stop();
    await two.stop();
    await database.drop();
  });

  const statusOf = async (room: Newsroom, key: string): Promise<number> =>
    (await room.ask('GET', '/auth/me', { key })).status;

  it('agree on a session from its first to its last request', async (test) => {
    if (!database.shared) return test.skip();
    const { token } = await one.signIn('ada@servers.example');
    expect(await statusOf(two, token)).toBe(200);
    await two.ask('POST', '/auth/logout', { key: token });
    expect(await statusOf(one, token)).toBe(401);
  });

  it('agree on who was removed, and on a key that has ended', async (test) => {
    if (!database.shared) return test.skip();
    const admin = await one.signIn('boss@servers.example');
    await two.ask('POST', '/auth/invite', { key: admin.token, body: { email: 'guest@servers.example' } });
    const guest = await one.signIn('guest@servers.example');
    const made = await two.ask('POST', '/auth/api-keys', { key: guest.token, body: {} });
    const key = String(made.body.key);
    expect([await statusOf(one, guest.token), await statusOf(one, key)]).toEqual([200, 200]);
    await two.ask('DELETE', '/auth/team/guest@servers.example?keys=keep', { key: admin.token });
    expect([await statusOf(one, guest.token), await statusOf(one, key)]).toEqual([401, 200]);
    await one.ask('DELETE', `/auth/api-keys/${made.body.key_id}`, { key: admin.token });
    expect(await statusOf(two, key)).toBe(401);
  });

  it('use a code up once, and count its tries together', async (test) => {
    if (!database.shared) return test.skip();
    const right = await one.codeFor('both@servers.example');
    const verify = (room: Newsroom, email: string, code: string): Promise<Answer> =>
      room.ask('POST', '/auth/verify', { body: { email, code } });
    const answers = await Promise.all([one, two, one, two].map((room) => verify(room, 'both@servers.example', right)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const code = await one.codeFor('guess@servers.example');
    const wrong = code === '000000' ? '000001' : '000000';
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => verify(i % 2 === 0 ? one : two, 'guess@servers.example', wrong)),
    );
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(15);
  });
});

describe('the log of a server', () => {
  it.each([
    ['development', true],
    ['production', false],
  ])('in %s holds no code and no address, says where the code is: %s', async (nodeEnv, tells) => {
    const farebox = await startFareboxProcess({ env: { LOG_LEVEL: 'info', NODE_ENV: nodeEnv } });
    try {
      const email = 'ada@log.example';
      await ask(farebox.url, 'POST', '/auth/send-code', { body: { email } });
      await expect.poll(() => farebox.output().includes('send-code')).toBe(true);
      expect(farebox.output().includes('sign-in code written to the outbox')).toBe(tells);
      expect(farebox.output()).not.toMatch(/"code":"\d{6}"|ada@log\.example/);
      const token = `fbs_${'a'.repeat(43)}`;
      await ask(farebox.url, 'GET', '/auth/me', { key: token });
      expect(farebox.output()).not.toContain(token);
    } finally {
      await farebox.stop();
    }
  });
});
