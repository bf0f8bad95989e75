/** The door in front of the product's own catalogue: size of the short list, search, instructions, `mcp.json`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildExampleAddress, mcpServers as knownServers } from '../../src/describe/mcp-servers.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { root } from '../harness/sources.ts';
import { ask, RICH_KEY, startWorld, type World } from './a-world.ts';

/** English text and JSON run at about this many characters a token; the usual tokenizers need no more. */
const CHARACTERS_PER_TOKEN = 3.5;

let world: World;
beforeAll(async () => {
  world = await startWorld({ registry: await loadCatalogue() });
});
afterAll(() => world.close());

describe('the short list', () => {
  it.each(['/mcp/free', '/mcp/proxy'])('of %s is short', async (path) => {
    const { json } = await ask(world, path, path === '/mcp/free' ? undefined : RICH_KEY, 'tools/list');
    const { tools } = json.result;
    expect(tools.length).toBeLessThanOrEqual(16);
    expect(JSON.stringify(tools).length / CHARACTERS_PER_TOKEN).toBeLessThanOrEqual(4_500);
  });

  it('of /mcp/proxy has the free tools rather than paid ones of their kind, and a search that is loaded up front', async () => {
    const { json } = await ask(world, '/mcp/proxy', RICH_KEY, 'tools/list');
    const tools: { name: string; _meta?: object }[] = json.result.tools;
    const names = tools.map(({ name }) => name);
    for (const name of ['geocode', 'weather', 'scrape', 'smart', 'account-balance']) expect(names).toContain(name);
    for (const name of ['smart-embed', 'smart-geo']) expect(names).not.toContain(name);
    const upFront = tools.filter(({ _meta }) => Object(_meta)['anthropic/alwaysLoad'] === true).map(({ name }) => name);
    expect(upFront).toEqual(['search_tools', 'describe_tool', 'call_tool']);
  });

  it('leads with prices in instructions that no client cuts', async () => {
    for (const path of ['/mcp/free', '/mcp/proxy', '/mcp/proxy/x/proxy/readonly']) {
      const { json } = await ask(world, path, path === '/mcp/free' ? undefined : RICH_KEY, 'server/discover');
      const { instructions } = json.result;
      expect(instructions.length).toBeLessThan(2_048);
      expect(instructions.indexOf('INSUFFICIENT_BALANCE')).toBeLessThan(500);
    }
  });
});

describe('listed schemas', () => {
  interface Schema {
    properties?: Record<string, Schema>;
    required?: string[];
    items?: Schema;
  }
  const list = async (path: string): Promise<Record<string, Schema & Record<string, unknown>>[]> => {
    const { json } = await ask(world, path, path.startsWith('/mcp/proxy') ? RICH_KEY : undefined, 'tools/list');
    return json.result.tools;
  };

  it.each(['/mcp/free', '/mcp/proxy', '/mcp/proxy/x/all', '/mcp/debug/someone'])(
    'of %s say what every value is',
    async (path) => {
      const tools = await list(path);
      const findEmpty = (value: unknown, where: string): string[] => {
        if (value === null || typeof value !== 'object') return [];
        const members = Object.entries(value);
        if (members.length === 0 && !Array.isArray(value) && !where.endsWith('.properties')) return [where];
        return members.flatMap(([key, member]) => findEmpty(member, `${where}.${key}`));
      };
      for (const { name, inputSchema, outputSchema } of tools) {
        expect([name, inputSchema?.type, findEmpty({ inputSchema, outputSchema }, '')]).toEqual([name, 'object', []]);
      }
    },
  );

  it('take null for every argument that is not required', async () => {
    for (const { inputSchema } of await list('/mcp/proxy/x/all')) {
      const { properties = {}, required = [] } = inputSchema ?? {};
      const schema = fromJsonSchema({ ...inputSchema, required: [] });
      for (const name of Object.keys(properties).filter((name) => !required.includes(name))) {
        expect([name, (await schema['~standard'].validate({ [name]: null })).issues]).toEqual([name, undefined]);
      }
    }
  });

  it('go with hints that are true', async () => {
    const short = await list('/mcp/proxy');
    const hints = (name: string) => short.find((tool) => String(tool.name) === name)?.annotations;
    expect(hints('call_tool')).toMatchObject({ destructiveHint: true, idempotentHint: false, readOnlyHint: false });
    expect(hints('search_tools')).toMatchObject({ readOnlyHint: true, idempotentHint: true });
    for (const tool of await list('/mcp/proxy/x/all')) {
      const isFree = String(tool.description).endsWith(' Free.');
      if (!isFree) expect([tool.name, Object(tool.annotations).idempotentHint]).toEqual([tool.name, false]);
    }
  });
});

it('offers the free tools, an account and the search without a key, and nothing that asks for one', async () => {
  const { json } = await ask(world, '/mcp/free', undefined, 'tools/list');
  const names = json.result.tools.map(({ name }: { name: string }) => name);
  const free = ['encyclopedia', 'exchange-rate', 'geocode', 'ip-geo', 'weather'];
  const welcome = ['account-create', 'smart-capabilities'];
  expect([...names].sort()).toEqual([...free, ...welcome, 'search_tools', 'describe_tool'].sort());
});

it.each([
  ['weather forecast for tomorrow', 'weather'],
  ['明日の天気を知りたい', 'weather'],
  ['明天的天气怎么样', 'weather'],
  ['convert dollars to yen', 'exchange-rate'],
  ['ドルを円に換算', 'exchange-rate'],
  ['where is this IP address', 'ip-geo'],
  ['find the coordinates of an address', 'geocode'],
])('finds by %s', async (query, expected) => {
  const params = { name: 'search_tools', arguments: { query, limit: 3 } };
  const { json } = await ask(world, '/mcp/free', undefined, 'tools/call', params);
  const names = json.result.structuredContent.results.map(({ name }: { name: string }) => name);
  expect(names).toContain(expected);
});

it('has a configuration to paste whose servers exist', async () => {
  const entry = z.strictObject({
    type: z.literal('http'),
    url: z.url(),
    headers: z.strictObject({ Authorization: z.string().regex(/^Bearer \$\{FAREBOX_API_KEY\}$/) }).optional(),
  });
  const file = z.strictObject({ mcpServers: z.record(z.string(), entry) });
  const { mcpServers } = file.parse(JSON.parse(await readFile(join(root, 'mcp.json'), 'utf8')));
  for (const { url, headers } of Object.values(mcpServers)) {
    const { status } = await ask(world, new URL(url).pathname, headers ? RICH_KEY : undefined, 'tools/list');
    expect(status).toBe(200);
    const bare = await ask(world, new URL(url).pathname, undefined, 'tools/list');
    expect(bare.status).toBe(headers ? 401 : 200);
  }
  const addresses = Object.entries(mcpServers).map(([id, { url }]) => [id, url]);
  const known = knownServers.map((server) => [server.id, buildExampleAddress(server, 'http://127.0.0.1:3000')]);
  expect(addresses.sort()).toEqual(known.sort());
});
