import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { formatYaml } from '../../src/http/documents/yaml.ts';
import { ADMIN_TOKEN, type Front, RICH_KEY, type Sent, startFront } from './a-front.ts';

let front: Front;
beforeAll(async () => {
  front = await startFront({ metricsToken: 'metrics-token-0123456789' });
});
afterAll(() => front.close());

const code = (json: Record<string, unknown>): unknown => Object(json.error).code;

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-xss-protection': '1; mode=block',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

describe('every answer', () => {
  it('has the security headers and a request id', async () => {
    const sent = await Promise.all([
      front.send('POST', '/api/proxy/echo', { body: {} }),
      front.send('POST', '/api/proxy/echo', { body: '{' }),
      front.send('POST', '/api/proxy/paid'),
      front.send('GET', '/nowhere'),
      front.send('DELETE', '/api/proxy/echo'),
      front.send('OPTIONS', '/api/proxy/echo'),
      front.send('GET', '/api/lists/7/'),
      front.send('GET', '/health/live'),
      front.send('GET', '/hello'),
      front.send('POST', '/mcp/free', { body: {} }),
      front.send('POST', '/mcp/proxy', { body: {} }),
      front.send('GET', '/openapi.json'),
    ]);
    for (const { headers } of sent) {
      expect(headers).toMatchObject(SECURITY);
      expect(headers['x-request-id']).toMatch(/^req_/);
      expect(headers['x-ratelimit-limit']).toBe('100000');
    }
    expect(new Set(sent.map(({ headers }) => headers['x-request-id'])).size).toBe(sent.length);
  });

  it('keeps the request id of the caller when it is harmless', async () => {
    const idOf = async (given: string): Promise<unknown> =>
      (await front.send('GET', '/nowhere', { headers: { 'x-request-id': given } })).headers['x-request-id'];
    expect(await idOf('my-id.42')).toBe('my-id.42');
    for (const wrong of [RICH_KEY, 'a b', 'x'.repeat(65), '{"a":1}', 'é']) expect(await idOf(wrong)).toMatch(/^req_/);
  });
});

describe('routes', () => {
  it('name the nearest tools when there is none of that name', async () => {
    const { status, json } = await front.send('POST', '/api/proxy/ehco', { body: {} });
    expect([status, code(json)]).toEqual([404, 'UNKNOWN_TOOL']);
    expect(Object(json.error).details.nearest).toHaveLength(3);
    expect(Object(json.error).details.nearest[0]).toBe('echo');
    const smart = await front.send('POST', '/api/v2/translat');
    expect(Object(smart.json.error).details.nearest[0]).toBe('smart-translate');
  });

  it('answer 404 in the shape of the path', async () => {
    const elsewhere = await front.send('GET', '/api/nothing');
    expect([elsewhere.status, elsewhere.json]).toEqual([404, { detail: 'Not Found' }]);
    const gateway = await front.send('GET', '/api/proxy/a/b/c');
    expect([gateway.status, code(gateway.json)]).toEqual([404, 'NOT_FOUND']);
    const own = await front.send('GET', '/api/lists/404', { key: RICH_KEY });
    expect([own.status, own.json]).toEqual([404, { detail: 'List not found' }]);
  });

  it('answer 405 with every method of the path', async () => {
    const gateway = await front.send('GET', '/api/proxy/echo');
    expect([gateway.status, gateway.headers.allow, code(gateway.json)]).toEqual([
      405,
      'OPTIONS, POST',
      'METHOD_NOT_ALLOWED',
    ]);
    const listTools = await front.send('DELETE', '/api/lists/7');
    expect([listTools.status, listTools.headers.allow, listTools.json]).toEqual([
      405,
      'GET, HEAD, OPTIONS, PATCH',
      { detail: 'Method Not Allowed' },
    ]);
    expect((await front.send('OPTIONS', '/hello')).headers.allow).toBe('GET, HEAD');
    expect((await front.send('POST', '/health')).headers.allow).toBe('GET, HEAD');
    // A literal path beside a parameter still takes the methods of the other.
    const patched = await front.send('PATCH', '/api/lists/summary', { key: RICH_KEY, body: { name: 'x' } });
    expect(patched.status).toBe(422);
  });

  it('put literal segments before parameters', async () => {
    expect((await front.send('GET', '/api/lists/summary', { key: RICH_KEY })).json).toEqual({ summary: true });
  });

  it('send a trailing slash away with the query kept, and nowhere else', async () => {
    const list = await front.send('GET', '/api/lists/7/?page=2');
    expect([list.status, list.headers.location, list.text]).toEqual([307, '/api/lists/7?page=2', '']);
    const mcp = await front.send('POST', '/mcp/free/');
    expect([mcp.status, mcp.headers.location]).toEqual([307, '/mcp/free']);
    for (const path of ['//evil.example/', '/nothing/', '/api/lists/7//']) {
      expect([path, (await front.send('GET', path)).status]).toEqual([path, 404]);
    }
  });

  it('answer HEAD like GET without a body', async () => {
    const get = await front.send('GET', '/api/lists/7', { key: RICH_KEY });
    const head = await front.send('HEAD', '/api/lists/7', { key: RICH_KEY });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect((await front.send('HEAD', '/api/proxy/echo')).status).toBe(405);
  });

  it('do not fit paths that are not well encoded, and read the others', async () => {
    expect((await front.send('GET', '/go/%E0%A4%A')).status).toBe(404);
    expect((await front.send('GET', '/go/%E3%81%82')).headers.location).toBe('https://elsewhere.example/%E3%81%82');
    expect((await front.send('GET', '/go/../admin/status')).status).not.toBe(200);
  });
});

describe('rate limits', () => {
  const limited = ({ status, headers }: Sent): unknown => [status, headers['x-ratelimit-remaining']];

  it('count tools and MCP together, also what does not exist there', async () => {
    const strict = await startFront({ rateLimitPerMinute: 4, otherRateLimitPerMinute: 2 });
    const paths = ['/api/proxy/echo', '/api/v2/none', '/mcp/free', '/api/proxy/none', '/api/proxy/echo', '/mcp/free'];
    const sent: Sent[] = [];
    for (const path of paths) sent.push(await strict.send('POST', path, { body: {} }));
    expect(sent.map(limited)).toEqual([
      [200, '3'],
      [404, '2'],
      [200, '1'],
      [404, '0'],
      [429, '0'],
      [429, '0'],
    ]);
    const [first, , , , refused, mcp] = sent;
    const resetSeconds = Number(refused?.headers['x-ratelimit-reset']) - Math.floor(Date.now() / 1000);
    expect(resetSeconds).toBeGreaterThan(50);
    expect(resetSeconds).toBeLessThanOrEqual(61);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(50);
    expect(first?.headers['x-ratelimit-limit']).toBe('4');
    expect(code(refused?.json ?? {})).toBe('RATE_LIMITED');
    expect(mcp?.json.jsonrpc).toBe('2.0');
    // Other paths have a window of their own; what does not exist there stays 404.
    const other = [];
    for (const path of ['/hello', '/hello', '/hello', '/nowhere']) other.push(await strict.send('GET', path));
    expect(other.map(({ status }) => status)).toEqual([200, 200, 429, 404]);
    expect(other[2]?.json).toMatchObject({ detail: 'Too many requests', code: 'rate_limited' });
    await strict.close();
  });

  it('give operator paths their own window', async () => {
    const strict = await startFront({ adminRateLimitPerMinute: 1, adminKeyRateLimitPerMinute: 1 });
    expect((await strict.send('GET', '/admin/status', { key: ADMIN_TOKEN })).status).toBe(200);
    expect((await strict.send('GET', '/admin/status', { key: ADMIN_TOKEN })).status).toBe(429);
    expect((await strict.send('GET', '/hello')).status).toBe(200);
    await strict.close();
  });

  it('can not be dodged by inventing addresses', async () => {
    const strict = await startFront({ rateLimitPerMinute: 2 });
    const statuses: number[] = [];
    for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      const { status } = await strict.send('POST', '/api/proxy/echo', { body: {}, headers: { 'x-forwarded-for': ip } });
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    const warnings = strict.logs().filter(({ msg }) => String(msg).includes('TRUST_PROXY'));
    expect(warnings).toHaveLength(1);
    await strict.close();
  });

  it('count each message of a batch', async () => {
    const strict = await startFront({ rateLimitPerMinute: 5 });
    const batch = (messages: number) => strict.send('POST', '/mcp/free', { body: Array(messages).fill({ id: 1 }) });
    const first = await batch(4);
    expect([first.status, first.headers['x-ratelimit-remaining']]).toEqual([200, '1']);
    expect((await batch(2)).status).toBe(429);
    await strict.close();
  });

  it('believe the proxies that are named, and only what they added', async () => {
    const behind = await startFront({ rateLimitPerMinute: 1, trustProxy: ['127.0.0.0/8', '10.0.0.1'] });
    const from = async (forwarded: string): Promise<number> =>
      (await behind.send('POST', '/api/proxy/echo', { body: {}, headers: { 'x-forwarded-for': forwarded } })).status;
    expect(await from('192.0.2.1')).toBe(200);
    expect(await from('192.0.2.2, 10.0.0.1')).toBe(200);
    expect(await from('198.51.100.9, 192.0.2.1')).toBe(429);
    expect(await from('198.51.100.10, 192.0.2.2, 10.0.0.1')).toBe(429);
    expect(await from('2001:db8::1')).toBe(200);
    // The rest of the same /64, and the same address in another form.
    expect(await from('2001:db8::2')).toBe(429);
    expect(await from('[2001:db8::3]:4711')).toBe(429);
    expect(await from('::ffff:192.0.2.1')).toBe(429);
    await behind.close();
  });
});

describe('webhooks', () => {
  it('are never refused for their number where they say so', async () => {
    const strict = await startFront({ otherRateLimitPerMinute: 1 });
    for (let i = 0; i < 3; i++) {
      const { status, headers } = await strict.send('POST', '/billing/webhook', { body: '{}' });
      expect([status, headers['x-ratelimit-limit']]).toEqual([200, undefined]);
    }
    const hooked = await Promise.all([1, 2].map(() => strict.send('POST', '/billing/hook', { body: '{}' })));
    expect(hooked.map(({ status }) => status).sort()).toEqual([200, 429]);
    await strict.close();
  });
});

describe('health', () => {
  it('says whether the server lives and whether it is ready', async () => {
    expect((await front.send('GET', '/health/live')).json).toEqual({ status: 'ok' });
    expect((await front.send('GET', '/health/ready')).json).toEqual({ status: 'ok', checks: { ledger: 'ok' } });
    expect((await front.send('GET', '/health')).json).toEqual({
      status: 'ok',
      version: '9.9.9',
      checks: { ledger: 'ok' },
    });
    for (const readiness of [
      () => ({ isReady: false, checks: { ledger: 'failed' } }) as const,
      () => Promise.reject(new Error('database words')),
    ]) {
      const sick = await startFront({ checkReadiness: readiness });
      const { status, json, text } = await sick.send('GET', '/health/ready');
      expect([status, json.status]).toEqual([503, 'unavailable']);
      expect(text).not.toContain('database words');
      expect((await sick.send('GET', '/health/live')).status).toBe(200);
      await sick.close();
    }
  });
});

describe('metrics', () => {
  it('are for the holder of the token and the operator; nobody else learns of them', async () => {
    await front.send('POST', '/api/proxy/paid', { key: RICH_KEY, body: { text: 'x' } });
    await front.send('POST', '/api/proxy/paid', { key: RICH_KEY, body: { text: 'x', outcome: 'fail' } });
    await front.send('GET', '/some/path/of/a/stranger');
    const { status, text, headers } = await front.send('GET', '/metrics', { key: 'metrics-token-0123456789' });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toContain('farebox_calls_total{tool="paid",mode="test",outcome="ok"} 1');
    expect(text).toContain('farebox_calls_total{tool="paid",mode="test",outcome="UPSTREAM_FAILED"} 1');
    expect(text).toContain('farebox_charges_total{tool="paid",mode="test"} 2');
    expect(text).toContain('farebox_charged_usd_total{tool="paid",mode="test"} 0.004');
    expect(text).toContain('farebox_refunds_total{tool="paid",mode="test",reason="upstream_failed"} 1');
    expect(text).toContain('farebox_refunded_usd_total{tool="paid",mode="test"} 0.002');
    expect(text).toContain('farebox_open_calls 0');
    expect(text).toMatch(/farebox_event_loop_lag_seconds\{quantile="0.99"\} \d/);
    expect(text).toContain('farebox_http_requests_total{route="POST /api/proxy/paid",status="200"} 1');
    expect(text).not.toContain('stranger');
    expect((await front.send('GET', '/metrics', { key: ADMIN_TOKEN })).status).toBe(200);
    for (const key of [undefined, 'metrics-token-012345678', RICH_KEY]) {
      const refused = await front.send('GET', '/metrics', key === undefined ? {} : { key });
      expect([refused.status, refused.json]).toEqual([404, { detail: 'Not Found' }]);
    }
  });

  it('count upstreams by provider', async () => {
    front.metrics.recordUpstream('open-meteo', 'live', 'ok', 12);
    const { text } = await front.send('GET', '/metrics', { key: 'metrics-token-0123456789' });
    expect(text).toContain('farebox_upstream_seconds_count{provider="open-meteo",mode="live",outcome="ok"} 1');
  });

  it('without a token are the operator’s alone', async () => {
    const plain = await startFront();
    expect((await plain.send('GET', '/metrics', { key: '' })).status).toBe(404);
    expect((await plain.send('GET', '/metrics', { key: ADMIN_TOKEN })).status).toBe(200);
    await plain.close();
  });
});

describe('documents', () => {
  it('describe every tool in valid OpenAPI 3.1', async () => {
    const yaml = await front.send('GET', '/openapi.yaml');
    const json = await front.send('GET', '/openapi.json');
    expect([yaml.headers['content-type'], json.headers['content-type']]).toEqual([
      'application/yaml',
      'application/json; charset=utf-8',
    ]);
    expect(parse(yaml.text)).toEqual(json.json);
    const validator = new Validator();
    expect(await validator.validate({ ...json.json })).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(json.json.paths).toHaveProperty(['/api/lists/{list_id}', 'patch']);
  });

  it('are written as YAML in pieces that keep every text', async () => {
    const tricky = {
      a: 'two\nlines\n',
      b: '  # no comment',
      'key: odd': { c: '', d: [], e: {}, f: 'null', g: '1', 'h\ni': ['- x', '🎈'] },
    };
    for (const depth of [0, 1, 2, 3])
      expect(parse(await formatYaml({ tricky, last: null }, depth))).toEqual({ tricky, last: null });
  });

  it('may come from elsewhere', async () => {
    const document = {
      path: '/llms.txt',
      title: 'Guide',
      type: 'text/plain',
      hasCors: true,
      read: () => Promise.resolve('hello'),
    };
    const other = await startFront({ documents: [document] });
    const { text, headers } = await other.send('GET', '/llms.txt');
    expect([text, headers['access-control-allow-origin']]).toEqual(['hello', '*']);
    await other.close();
  });
});

describe('MCP', () => {
  it('is handed the body, the caller and the query without a key', async () => {
    const body = [{ jsonrpc: '2.0', id: 1, method: 'ping' }];
    const { status, json, headers } = await front.send('POST', '/mcp/proxy/x/all?tools=a&apiKey=leaked', {
      key: RICH_KEY,
      body,
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      pathname: '/mcp/proxy/x/all',
      query: 'tools=a',
      body,
      principal: { kind: 'account', accountId: 'agt_rich' },
      requestId: headers['x-request-id'],
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('needs a key at /mcp/proxy before the body is read', async () => {
    const { status, headers, json } = await front.send('POST', '/mcp/proxy', { body: '{' });
    expect([status, json.jsonrpc]).toEqual([401, '2.0']);
    expect(headers['www-authenticate']).toContain('resource_metadata="https://farebox.example/.well-known/');
    expect((await front.send('POST', `/mcp/proxy?apiKey=${RICH_KEY}`, { body: {} })).status).toBe(401);
    expect((await front.send('POST', '/mcp/proxy', { key: 'wrong', body: {} })).status).toBe(401);
  });

  it('learns of a body that is no JSON, and refuses one that is too large', async () => {
    expect((await front.send('POST', '/mcp/free', { body: '{' })).json).toMatchObject({
      bodyError: 'The request body is not valid JSON.',
    });
    const large = await front.send('POST', '/mcp/free', { body: Buffer.alloc(1_048_577, 0x20) });
    expect([large.status, large.json.jsonrpc]).toEqual([413, '2.0']);
    expect((await front.send('GET', '/mcp/free')).json).toMatchObject({
      method: 'GET',
      principal: { kind: 'anonymous' },
    });
  });
});

describe('logs', () => {
  it('have one line a request and no key in it', async () => {
    const { headers } = await front.send('POST', `/api/proxy/paid?apiKey=${RICH_KEY}`, {
      body: { text: 'private text' },
    });
    const line = await front.logged(String(headers['x-request-id']));
    expect(line).toMatchObject({
      level: 'info',
      method: 'POST',
      route: 'POST /api/proxy/paid',
      status: 200,
      tool: 'paid',
      mode: 'test',
    });
    expect(line.ms).toBeGreaterThan(0);
    await front.send('POST', '/api/proxy/paid', { key: RICH_KEY, body: { text: 'x', outcome: 'defect' } });
    expect(front.logText()).toContain('TypeError');
    expect(front.logText()).toContain('appid=[redacted]');
    for (const secret of [RICH_KEY, 'private text', 'hidden-value']) expect(front.logText()).not.toContain(secret);
  });
});

describe('a server that stops', () => {
  it('ends its connections with their answers', async () => {
    const stopping = await startFront();
    const answer = stopping.send('POST', '/api/proxy/slow', { body: { ms: 200 } });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const closed = new Promise((resolve) => stopping.server.close(resolve));
    const { status, headers } = await answer;
    expect([status, headers.connection]).toEqual([200, 'close']);
    await closed;
    await stopping.close();
  });
});
