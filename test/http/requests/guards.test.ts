/** Callers who try unknown keys are slowed down; callers with a valid key are not. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ADMIN_TOKEN, type Front, type FrontOptions, RICH_KEY, startFront } from '../a-front.ts';

const open: Front[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const front of open.splice(0)) await front.close();
});

async function front(options: FrontOptions = {}): Promise<Front> {
  const started = await startFront({ unknownKeysPerMinute: 3, ...options });
  open.push(started);
  return started;
}

const unknown = (i: number): string => `fbx_live_${String(i).padStart(43, '0')}`;

async function guess(at: Front, i: number, path = '/api/proxy/paid', headers = {}): Promise<number> {
  return (await at.send('POST', path, { key: unknown(i), headers, body: { text: 'x' } })).status;
}

describe('unknown keys', () => {
  it('are 401 a few times a minute, then 429 with the window that is used up', async () => {
    const limited = await front();
    expect([await guess(limited, 1), await guess(limited, 2), await guess(limited, 3)]).toEqual([401, 401, 401]);
    const { status, headers, json } = await limited.send('POST', '/api/proxy/paid', { key: unknown(4), body: {} });
    expect([status, Object(json.error).code]).toEqual([429, 'RATE_LIMITED']);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000);
  });

  it('count once each: a client that repeats its old key locks nobody out', async () => {
    const limited = await front();
    for (let i = 0; i < 10; i++) expect(await guess(limited, 1)).toBe(401);
    expect(await guess(limited, 2)).toBe(401);
  });

  it('count on every path, and over MCP', async () => {
    const limited = await front();
    expect(await guess(limited, 1, '/mcp/proxy')).toBe(401);
    expect((await limited.send('GET', '/metrics', { key: unknown(2) })).status).toBe(404);
    expect((await limited.send('GET', '/admin/status', { key: unknown(3) })).status).toBe(401);
    expect(await guess(limited, 4, '/mcp/proxy')).toBe(429);
    expect(await guess(limited, 5)).toBe(429);
    expect((await limited.send('GET', '/metrics', { key: unknown(6) })).status).toBe(429);
  });

  it('lock out no right key, but what could be a guess at the operator’s tokens is not even looked at', async () => {
    const limited = await front({ metricsToken: 'metrics-token-0123456789' });
    for (let i = 0; i < 5; i++) await guess(limited, i);
    const right = await limited.send('POST', '/api/proxy/paid', { key: RICH_KEY, body: { text: 'x' } });
    expect(right.status).toBe(200);
    expect((await limited.send('POST', '/api/proxy/echo', { body: {} })).status).toBe(200);
    expect((await limited.send('GET', '/admin/status', { key: ADMIN_TOKEN })).status).toBe(429);
    expect((await limited.send('GET', '/metrics', { key: 'a-guess-at-the-metrics-token' })).status).toBe(429);
  });

  it('are forgotten with their minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const limited = await front();
    for (let i = 0; i < 4; i++) await guess(limited, i);
    expect(await guess(limited, 5)).toBe(429);
    vi.setSystemTime(Date.now() + 61_000);
    expect((await limited.send('GET', '/admin/status', { key: ADMIN_TOKEN })).status).toBe(200);
    expect(await guess(limited, 6)).toBe(401);
  });

  it('are their own address’s affair', async () => {
    const limited = await front({ trustProxy: ['127.0.0.1'] });
    const from = (address: string, i: number): Promise<number> =>
      guess(limited, i, '/api/proxy/paid', { 'x-forwarded-for': address });
    for (let i = 0; i < 4; i++) await from('2001:db8::1', i);
    expect(await from('2001:db8::2', 5)).toBe(429);
    expect(await from('2001:db8:0:1::1', 5)).toBe(401);
  });
});
