/** Limits per network on login codes and OAuth registrations. */
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Farebox, startFarebox } from '../../harness/farebox.ts';
import { codeIn, type Newsroom, openNewsroom, waitFor } from './newsroom.ts';

describe('one network', () => {
  let farebox: Farebox;
  beforeAll(async () => {
    farebox = await startFarebox({ env: { TRUST_PROXY: '127.0.0.1', SIGNUP: 'closed' } });
  });
  afterAll(() => farebox.stop());

  /** The statuses of requests from hosts of 192.0.2.0/24, and that of one from elsewhere after them. */
  async function flood(path: string, count: number, build: (index: number) => object): Promise<[number[], number]> {
    const send = async (ip: string, index: number): Promise<number> =>
      (await farebox.request('POST', path, { body: build(index), headers: { 'x-forwarded-for': ip } })).status;
    const statuses: number[] = [];
    for (let i = 0; i < count; i += 20) {
      const batch = Array.from({ length: 20 }, (_, at) => send(`192.0.2.${(i + at) % 11}`, i + at));
      statuses.push(...(await Promise.all(batch)));
    }
    return [statuses, await send('198.51.100.1', count)];
  }

  it('is refused further login codes, and others are not', async () => {
    const [statuses, elsewhere] = await flood('/auth/send-code', 240, (i) => ({
      email: `somebody${i}@studio.example`,
    }));
    expect(statuses.filter((status) => status === 200)).toHaveLength(200);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    expect(elsewhere).toBe(200);
  });

  it('is refused further registrations, and others are not', async () => {
    const client = { redirect_uris: ['http://127.0.0.1/callback'], token_endpoint_auth_method: 'none' };
    const [statuses, elsewhere] = await flood('/oauth/register', 140, () => client);
    expect(statuses.filter((status) => status === 201)).toHaveLength(120);
    expect(elsewhere).toBe(201);
  });

  it('refreshes tokens so often an hour from one host', async () => {
    const body = 'grant_type=refresh_token&client_id=https://client.example/metadata.json&refresh_token=fbo_r_none';
    const refresh = async (ip: string): Promise<number> => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': ip };
      const reply = await request(new URL('/oauth/token', farebox.url), { method: 'POST', headers, body });
      await reply.body.dump();
      return reply.statusCode;
    };
    const statuses = new Set<number>();
    for (let i = 0; i < 600; i += 40) {
      for (const status of await Promise.all(Array.from({ length: 40 }, () => refresh('192.0.2.1'))))
        statuses.add(status);
    }
    expect([...statuses]).toEqual([400]);
    expect([await refresh('192.0.2.1'), await refresh('192.0.2.2')]).toEqual([429, 400]);
  });
});

describe('a stranger who tries to shut somebody out of a mailbox', () => {
  let room: Newsroom;
  beforeAll(async () => {
    room = await openNewsroom('sqlite', { env: { TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => room.stop());

  const ask = (path: string, ip: string, body: object): Promise<Answer> =>
    room.ask('POST', path, { body, headers: { 'x-forwarded-for': ip } });
  const send = (ip: string, email: string, more: object = {}) => ask('/auth/send-code', ip, { email, ...more });
  /** The codes of a mailbox, oldest first, when there are so many. */
  const readCodes = async (email: string, count: number): Promise<string[]> => {
    await waitFor(async () => ((await room.mails(email)).length >= count ? 'all' : undefined));
    return (await room.mails(email)).map(codeIn);
  };

  it('does not use up its owner’s tries', async () => {
    const email = 'victim@studio.example';
    const outsider = await send('198.51.100.1', email);
    const owner = await send('192.0.2.1', email);
    expect(owner).toMatchObject({ status: 200, body: { sent: true, attempt: expect.stringMatching(/^\w{22}$/) } });
    const { attempt } = owner.body;
    expect(await send('192.0.2.1', email, { attempt })).toMatchObject({ body: { sent: false, attempt } });
    const codes = await readCodes(email, 2);
    const wrong = ['000000', '000001', '000002', '000003', '000004', '000005', '000006'].filter(
      (code) => !codes.includes(code),
    );
    for (const code of wrong.slice(0, 5)) {
      await ask('/auth/verify', '198.51.100.1', { email, code });
      await ask('/auth/verify', '198.51.100.1', { email, code, attempt: outsider.body.attempt });
    }
    const [foreignCode = '', own = ''] = codes;
    const late = await ask('/auth/verify', '198.51.100.1', {
      email,
      code: foreignCode,
      attempt: outsider.body.attempt,
    });
    expect(late).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect((await ask('/auth/verify', '198.51.100.1', { email, code: own })).status).toBe(429);
    const foreign = { email, code: own, attempt: 'of-nobody' };
    expect((await ask('/auth/verify', '192.0.2.1', foreign)).status).toBe(400);
    expect((await ask('/auth/verify', '192.0.2.1', { email, code: own, attempt })).status).toBe(200);
    expect((await ask('/auth/verify', '192.0.2.1', { email, code: own, attempt })).status).toBe(400);
  });

  it('is refused, and slows its owner down at most', async () => {
    const email = 'slow@studio.example';
    const codes: number[] = [];
    for (let i = 0; i < 11; i++) codes.push((await send('198.51.100.1', email)).status);
    expect(codes).toEqual([...Array(10).fill(200), 429]);
    expect(await send('192.0.2.1', email)).toMatchObject({ status: 200, body: { sent: true } });
    const hasty = await send('203.0.113.1', email);
    expect(hasty.status).toBe(429);
    expect(Number(hasty.headers['retry-after'])).toBeLessThanOrEqual(60);
  });
});
