/** What one network may use up of what is there for everybody: codes by mail, and registrations of OAuth clients. */
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farebox, startFarebox } from '../../harness/farebox.ts';

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
