/** MCP over plain HTTP. */
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ran } from './a-catalogue.ts';
import { ask, modern, POOR_KEY, RICH_KEY, startWorld, type World } from './a-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const list = () => modern('tools/list');
const CHALLENGE =
  'Bearer resource_metadata="https://farebox.example/.well-known/oauth-protected-resource/mcp/proxy", scope="tools"';

describe('HTTP', () => {
  it.each(['GET', 'DELETE', 'PUT'])('answers %s with 405 and Allow: POST', async (method) => {
    const { status, headers } = await world.post('/mcp/free', undefined, { method });
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });

  it('challenges a GET without a key at the paid server', async () => {
    const bare = await world.post('/mcp/proxy', undefined, { method: 'GET' });
    expect([bare.status, bare.headers['www-authenticate']]).toEqual([401, CHALLENGE]);
    expect((await world.post('/mcp/proxy', undefined, { method: 'GET', key: RICH_KEY })).status).toBe(405);
  });

  it('serves old clients that accept anything', async () => {
    const init = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: init },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    ];
    for (const message of messages) {
      for (const accept of ['*/*', 'text/html, */*;q=0.8']) {
        const { status, json } = await world.post('/mcp/free', message, { headers: { accept } });
        expect([status, json.id]).toEqual([200, message.id]);
      }
    }
    const { status } = await world.post('/mcp/free', messages[1], { headers: { accept: 'text/html' } });
    expect(status).toBe(406);
  });

  it('refuses another origin and another host', async () => {
    const { body, headers } = list();
    const origin = await world.post('/mcp/free', body, { headers: { ...headers, origin: 'https://evil.example' } });
    expect(origin.status).toBe(403);
    const host = await world.post('/mcp/free', body, { headers: { ...headers, host: 'evil.example' } });
    expect(host.status).toBe(403);
    const own = await world.post('/mcp/free', body, { headers: { ...headers, origin: 'http://localhost:1234' } });
    expect(own.status).toBe(200);
  });

  it('answers what is not JSON with -32700, and other media with 415', async () => {
    const bad = await world.post('/mcp/free', '{"jsonrpc":', {});
    expect([bad.status, bad.json.error.code]).toEqual([400, -32700]);
    const { body, headers } = list();
    const text = await world.post('/mcp/free', JSON.stringify(body), {
      headers: { ...headers, 'content-type': 'text/plain' },
    });
    expect(text.status).toBe(415);
  });

  it('challenges a caller without a key, before anything is listed', async () => {
    const { status, headers, json } = await ask(world, '/mcp/proxy', undefined, 'tools/list');
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe(CHALLENGE);
    expect(json.error.data.error.code).toBe('UNAUTHENTICATED');
    expect((await ask(world, '/mcp/proxy', 'fbx_test_wrong', 'tools/list')).status).toBe(401);
  });

  it('knows no other paths', async () => {
    expect((await ask(world, '/mcp/free/nothing', undefined, 'tools/list')).status).toBe(404);
    expect((await ask(world, '/mcp/proxy/x', RICH_KEY, 'tools/list')).status).toBe(404);
  });

  it('never mints a session, whatever the client says', async () => {
    const { body, headers } = list();
    const { status, headers: answered } = await world.post('/mcp/free', body, {
      headers: { ...headers, 'mcp-session-id': 'abc', 'last-event-id': '7' },
    });
    expect([status, answered['mcp-session-id']]).toEqual([200, undefined]);
  });
});

describe('headers and envelope of 2026-07-28', () => {
  const send = (change: Record<string, string | undefined>, body: unknown = list().body) => {
    const headers = Object.entries({ ...list().headers, ...change }).filter(([, value]) => value !== undefined);
    return world.post('/mcp/free', body, { headers: Object.fromEntries(headers.map(([k, v]) => [k, String(v)])) });
  };

  it.each([
    ['a missing method header', { 'mcp-method': undefined }],
    ['a wrong method header', { 'mcp-method': 'tools/call' }],
    ['a missing version header', { 'mcp-protocol-version': undefined }],
  ])('answers %s with -32020', async (_what, change) => {
    const { status, json } = await send(change);
    expect([status, json.error.code, json.id]).toEqual([400, -32020, 1]);
  });

  it('answers a wrong or missing name header with -32020', async () => {
    const call = modern('tools/call', { name: 'echo', arguments: { text: 'hi' } });
    for (const name of ['other', undefined]) {
      const { 'mcp-name': _own, ...rest } = call.headers;
      const headers = name === undefined ? rest : { ...rest, 'mcp-name': name };
      const { status, json } = await world.post('/mcp/free', call.body, { headers });
      expect([status, json.error.code]).toEqual([400, -32020]);
    }
  });

  it('takes a name header in its Base64 form', async () => {
    const call = modern('tools/call', { name: 'echo', arguments: { text: 'hi' } });
    const name = `=?base64?${Buffer.from('echo').toString('base64')}?=`;
    const { json } = await world.post('/mcp/free', call.body, { headers: { ...call.headers, 'mcp-name': name } });
    expect(json.result.structuredContent).toEqual({ said: 'hi' });
  });

  it('answers a missing envelope with -32602, an unknown version with -32022, an unknown method with 404', async () => {
    const bare = await send({}, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    expect([bare.status, bare.json.error.code]).toEqual([400, -32602]);
    const later = list();
    const params = {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2099-01-01',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    };
    const version = await send({ 'mcp-protocol-version': '2099-01-01' }, { ...later.body, params });
    expect([version.status, version.json.error.code]).toEqual([400, -32022]);
    expect(version.json.error.data.supported).toContain('2026-07-28');
    const unknown = await ask(world, '/mcp/free', undefined, 'tools/unknown');
    expect([unknown.status, unknown.json.error.code]).toEqual([404, -32601]);
  });

  it('has no batches', async () => {
    const { body, headers } = list();
    for (const [batch, sent] of [
      [[body], headers],
      [[body], {}],
      [[{ jsonrpc: '2.0', id: 1, method: 'tools/list' }], { 'mcp-protocol-version': '2026-07-28' }],
    ] as const) {
      const { status, json } = await world.post('/mcp/free', batch, { headers: { ...sent } });
      expect([status, json.error.code]).toEqual([400, -32600]);
    }
  });

  it('accepts notifications with 202', async () => {
    const { body, headers } = modern('notifications/cancelled', { requestId: 1 });
    const { id: _id, ...notification } = body;
    expect((await world.post('/mcp/free', notification, { headers })).status).toBe(202);
  });

  it('says how long lists may be kept, and by whom', async () => {
    const free = await ask(world, '/mcp/free', undefined, 'tools/list');
    expect(free.json.result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'public' });
    const own = await ask(world, '/mcp/proxy', RICH_KEY, 'tools/list');
    expect(own.json.result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
    const discover = await ask(world, '/mcp/proxy', RICH_KEY, 'server/discover');
    expect(discover.json.result).toMatchObject({ supportedVersions: ['2026-07-28'], ttlMs: 300_000 });
    expect(JSON.stringify(discover.json.result.capabilities)).not.toContain('listChanged');
    expect(discover.json.result.instructions.length).toBeLessThan(2_048);
  });
});

describe('older eras', () => {
  const call = (id: number, name = 'translate', input: unknown = { text: 'hi' }) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: input },
  });

  it('initializes at the version the client asks for', async () => {
    for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } };
      const { json } = await world.post('/mcp/free', { jsonrpc: '2.0', id: 1, method: 'initialize', params });
      expect(json.result.protocolVersion).toBe(protocolVersion);
    }
  });

  it('charges a batch call by call, and refuses long and ambiguous batches whole', async () => {
    const before = world.ledger.balanceOf('agt_rich');
    const { status, text } = await world.post('/mcp/proxy', [call(1), call(2)], { key: RICH_KEY });
    expect(status).toBe(200);
    expect(text.match(/"translated":"ja:hi"/g)).toHaveLength(2);
    expect(before - world.ledger.balanceOf('agt_rich')).toBe(6_000);
    const runs = ran.count;
    const long = await world.post(
      '/mcp/proxy',
      Array.from({ length: 11 }, (_, i) => call(i)),
      { key: RICH_KEY },
    );
    expect([long.status, long.json.error.code]).toEqual([400, -32600]);
    const twins = await world.post('/mcp/proxy', [call(1), call(1)], { key: RICH_KEY });
    expect([twins.status, twins.json.error.code]).toEqual([400, -32600]);
    expect(ran.count).toBe(runs);
  });

  it('acknowledges a cancellation, which takes no answer away', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } };
    expect((await world.post('/mcp/proxy', cancel, { key: RICH_KEY })).status).toBe(202);
    const { text } = await world.post('/mcp/proxy', [call(5, 'slow', { ms: 50 }), cancel], { key: RICH_KEY });
    expect(text).toContain('"waited":50');
  });

  it('streams answers that no proxy may buffer', async () => {
    const { headers } = await world.post('/mcp/proxy', call(1), { key: RICH_KEY });
    expect(headers['content-type']).toContain('text/event-stream');
    expect(headers['x-accel-buffering']).toBe('no');
  });
});

describe('leaving', () => {
  it('does not undo a charge: the call settles, and its key gives the answer again', async () => {
    const before = world.ledger.balanceOf('agt_rich');
    const call = modern('tools/call', { name: 'slow', arguments: { ms: 300, idempotencyKey: 'left-1' } });
    const gone = new AbortController();
    const sent = request(`${world.url}/mcp/proxy`, {
      method: 'POST',
      headers: { ...call.headers, 'content-type': 'application/json', authorization: `Bearer ${RICH_KEY}` },
      body: JSON.stringify(call.body),
      signal: gone.signal,
    });
    setTimeout(() => gone.abort(), 80);
    await expect(sent).rejects.toThrow();
    await expect.poll(() => world.ledger.openCalls).toBe(0);
    expect(before - world.ledger.balanceOf('agt_rich')).toBe(10_000);
    const runs = ran.count;
    const { json } = await world.post('/mcp/proxy', call.body, { key: RICH_KEY, headers: call.headers });
    expect(json.result.structuredContent).toMatchObject({ waited: 300 });
    expect(json.result._meta['dev.farebox/replayed']).toBe(true);
    expect(json.result.structuredContent.paid).toMatch(/^Not charged again; paid before: 0\.01 USD /);
    expect([before - world.ledger.balanceOf('agt_rich'), ran.count]).toEqual([10_000, runs]);
  });

  it('hundreds of times, in both eras, leaves no call open and nothing uncharged', async () => {
    const before = world.ledger.balanceOf('agt_rich');
    world.ledger.balances.set('agt_rich', 100_000_000);
    const settled = world.ledger.rows.size;
    const now = modern('tools/call', { name: 'slow', arguments: { ms: 60 } });
    const old = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow', arguments: { ms: 60 } } };
    const leave = async (index: number): Promise<void> => {
      const isModern = index % 2 === 0;
      const headers = { ...(isModern ? now.headers : {}), accept: 'application/json, text/event-stream' };
      const sent = request(`${world.url}/mcp/proxy`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${RICH_KEY}` },
        body: JSON.stringify(isModern ? now.body : old),
        signal: AbortSignal.timeout(5 + (index % 40)),
      });
      await sent.then(({ body }) => body.text()).catch(() => {});
    };
    for (let round = 0; round < 8; round++) await Promise.all(Array.from({ length: 50 }, (_, index) => leave(index)));
    await expect.poll(() => world.ledger.openCalls).toBe(0);
    const charged = 100_000_000 - world.ledger.balanceOf('agt_rich');
    expect(charged).toBe((world.ledger.rows.size - settled) * 10_000);
    world.ledger.balances.set('agt_rich', before);
  });

  it('tells progress to a caller that asked, at least every two seconds', async () => {
    // Of those who left in the test before, some may have come late.
    world.ledger.balances.set('agt_rich', 100_000_000);
    const params = { name: 'slow', arguments: { ms: 3_500 } };
    const { text, headers } = await ask(
      world,
      '/mcp/proxy',
      RICH_KEY,
      'tools/call',
      params,
      {},
      { progressToken: 'p1' },
    );
    expect(headers['x-accel-buffering']).toBe('no');
    const messages = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
    const reached = messages
      .filter(({ method }) => method === 'notifications/progress')
      .map(({ params: { progress } }) => progress);
    expect(reached.length).toBeGreaterThanOrEqual(2);
    expect([...reached].sort()).toEqual(reached);
    expect(messages.at(-1).result.structuredContent).toMatchObject({ waited: 3_500 });
  }, 20_000);
});

it('says nothing about one caller to another', async () => {
  const { json } = await ask(world, '/mcp/proxy', POOR_KEY, 'resources/read', { uri: 'farebox://account/report' });
  expect(json.result.contents[0].text).toBe('{"agentId":"agt_poor"}');
  expect(json.result).toMatchObject({ cacheScope: 'private', ttlMs: 0 });
});
