/** Limits with a window of their own, and answers that tell nobody what exists. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Farebox, startFarebox } from '../harness/farebox.ts';

let server: Farebox;
beforeAll(async () => {
  server = await startFarebox({ env: { TEST_ACCOUNT_CREATE_PER_HOUR: '4', REFUNDS_PER_HOUR: '1' } });
});
afterAll(() => server.stop());

const secondsFromNow = ({ headers }: Answer): number => Number(headers['x-ratelimit-reset']) - Date.now() / 1000;

/** All that a caller could tell two refusals apart by. */
function shown({ status, headers, body }: Answer): unknown {
  const { requestId, ...rest } = body;
  const names = Object.keys(headers).filter(
    (name) => !/^(date|x-request-id|x-ratelimit-remaining|x-ratelimit-reset)$/.test(name),
  );
  return { status, body: rest, headers: names.map((name) => [name, headers[name]]) };
}

describe('a window of its own', () => {
  it('shows in the headers of refund limits and of account creation', async () => {
    const { apiKey } = await server.account('test');
    const failing = (): Promise<Answer> =>
      server.request('POST', '/api/proxy/search-ai', { key: apiKey, body: { query: 'sandbox:down' } });
    const refunded = await failing();
    expect(refunded.status).toBe(502);
    expect(refunded.headers['x-ratelimit-limit']).toBe('1000000');
    const limited = await failing();
    expect([limited.status, Object(limited.body.error).code]).toEqual([429, 'REFUND_LIMIT']);
    expect(limited.headers).toMatchObject({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(Math.abs(secondsFromNow(limited) - Number(limited.headers['retry-after']))).toBeLessThan(3);
  });

  it('of refunds leaves other tools open to who sends messages that no tool fits', async () => {
    const { apiKey } = await server.account('test');
    const greet = (): Promise<Answer> =>
      server.request('POST', '/api/v2/smart', { key: apiKey, body: { message: 'asdkjh qwe zxc' } });
    const greeted = await Promise.all(Array.from({ length: 30 }, greet));
    expect(greeted.every(({ status }) => status >= 400)).toBe(true);
    for (const [path, body] of [
      ['/api/proxy/search-ai', { query: 'night trains' }],
      ['/api/v2/search', { query: 'night trains' }],
      ['/api/v2/smart', { tools: [{ tool: 'search-ai', input: { query: 'night trains' } }] }],
    ] as const) {
      expect((await server.request('POST', path, { key: apiKey, body })).status, path).toBe(200);
    }
  });

  it('tells what exists to nobody else', async () => {
    const [one, two] = [await server.account('test'), await server.account('test')];
    const paid = await server.request('POST', '/api/proxy/search-ai', { key: one.apiKey, body: { query: 'x' } });
    const { callId } = Object(paid.body.receipt);
    const made = await server.request('POST', '/api/account/keys', { key: one.apiKey, body: { name: 'sub' } });
    const paths: [string, string, string][] = [
      ['GET', `/api/account/receipts/${callId}`, '/api/account/receipts/call_0000000000000000000000000000'],
      ['DELETE', `/api/account/keys/${made.body.id}`, '/api/account/keys/key_0000000000000000000000000000'],
    ];
    for (const [method, others, nobodys] of paths) {
      const [a, b] = [
        await server.request(method, others, { key: two.apiKey }),
        await server.request(method, nobodys, { key: two.apiKey }),
      ];
      expect(a.status).toBe(404);
      expect(shown(a)).toEqual(shown(b));
    }
    expect((await server.request('GET', `/api/account/receipts/${callId}`, { key: one.apiKey })).status).toBe(200);
  });

  it('is the same refusal for any key that never was', async () => {
    const keys = [
      `fbx_live_${'a'.repeat(43)}`,
      `fbx_test_${'b'.repeat(43)}`,
      'fbx_live_short',
      'nonsense',
      'fbs_nobody-at-all',
    ];
    const answers = await Promise.all(keys.map((key) => server.request('GET', '/api/account/balance', { key })));
    expect(new Set(answers.map((answer) => JSON.stringify(shown(answer)))).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
  });

  it('of account creation is an hour', async () => {
    const { status, headers, body } = await server.request('POST', '/api/proxy/account/create', {
      body: { name: 'five', mode: 'test' },
    });
    expect([status, Object(body.error).code]).toEqual([429, 'RATE_LIMITED']);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '4', 'x-ratelimit-remaining': '0' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
    expect(Number(headers['x-ratelimit-reset']) - Date.now() / 1000).toBeGreaterThan(3_000);
  });
});
