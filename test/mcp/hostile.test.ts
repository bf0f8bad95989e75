/** Bodies nobody should send: each gets an answer of ours, none a 500, and the server goes on. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, modern, RICH_KEY, startWorld, type World } from './a-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const legacyCall = (args: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${args}}}`;

it('survives deep, odd and huge input in both eras', async () => {
  const odd = [
    `{"text":"hi","more":${deep(20_000)}}`,
    `{"text":"hi","__proto__":{"said":"x"},"constructor":1}`,
    '{"text":"\\ud800"}',
    '[]',
    '"text"',
    'null',
    `{"text":${JSON.stringify('x'.repeat(500_000))}}`,
  ];
  for (const args of odd) {
    const old = await world.post('/mcp/proxy', legacyCall(args), { key: RICH_KEY });
    expect(old.status, args.slice(0, 60)).toBeLessThan(500);
    const { body, headers } = modern('tools/call', { name: 'echo', arguments: 0 });
    const text = JSON.stringify(body).replace('"arguments":0', `"arguments":${args}`);
    const now = await world.post('/mcp/proxy', text, { key: RICH_KEY, headers });
    expect(now.status, args.slice(0, 60)).toBeLessThan(500);
    expect(now.text).not.toContain('INTERNAL');
  }
});

it('survives any JSON, with and without modern headers', async () => {
  const method = fc.constantFrom('tools/call', 'tools/list', 'initialize', 'server/discover', 'ping', 'resources/read');
  const message = fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
      method,
      params: fc.jsonValue(),
    },
    { requiredKeys: ['jsonrpc', 'method'] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.jsonValue(), message, fc.array(message, { maxLength: 4 })),
      fc.boolean(),
      async (body, now) => {
        const headers = now
          ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' }
          : {};
        const { status } = await world.post('/mcp/proxy', JSON.stringify(body), { key: RICH_KEY, headers });
        expect(status).toBeLessThan(500);
      },
    ),
    { numRuns: 300 },
  );
});

it('holds no stream open for announcements that never come', async () => {
  const { status, json } = await ask(world, '/mcp/proxy', RICH_KEY, 'subscriptions/listen', {
    notifications: { toolsListChanged: true },
  });
  expect([status, json.error.code, json.id]).toEqual([404, -32601, 1]);
});
