/** Laws that hold for every tool of the catalogue. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countCategories } from '../src/describe/capabilities.ts';
import type { RegisteredTool } from '../src/kernel/tool/registry.ts';
import { readSample } from '../src/web/texts/samples.ts';
import { loadCatalogue, snapshotFile, snapshotOf } from './harness/catalogue.ts';
import { type Farebox, startFarebox } from './harness/farebox.ts';
import { filesBelow, root, textOf } from './harness/sources.ts';

const registry = await loadCatalogue();
const { tools } = registry;

type Schema = Record<string, unknown>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const membersOf = (schema: Schema): [string, Schema][] =>
  Object.entries(isObject(schema.properties) ? schema.properties : {}).filter((entry): entry is [string, Schema] =>
    isObject(entry[1]),
  );

/** Dotted names of the fields, nested ones included, that say nothing about themselves. */
function silentFields(schema: Schema, prefix = ''): string[] {
  return membersOf(schema).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const own = typeof member.description === 'string' && member.description.length > 2 ? [] : [path];
    const items = isObject(member.items) ? silentFields(member.items, `${path}[].`) : [];
    return [...own, ...silentFields(member, `${path}.`), ...items];
  });
}

/** The members that this tool's answers have beside its output. */
function envelopeKeys({ priceMicros, toolset }: RegisteredTool): string[] {
  if (toolset.errors !== 'gateway') return [];
  const isPaid = priceMicros > 0;
  return [
    'success',
    'error',
    'requestId',
    'warnings',
    'sandbox',
    ...(isPaid || toolset.layer !== null ? ['price'] : []),
    ...(toolset.layer !== null ? ['layer'] : []),
    ...(isPaid ? ['balance', 'receipt', 'paid'] : []),
  ];
}

describe('the catalogue', () => {
  it('has tools', () => {
    expect(tools.length).toBeGreaterThan(10);
  });

  it('has one file a tool, and every file is one', () => {
    const files = filesBelow('tools').filter((file) => !/\/_|\.lexicon\.ts$/.test(file));
    const named = tools.map(({ toolsetName, file }) => `tools/${toolsetName}/${file}.ts`);
    expect([...named].sort()).toEqual([...files].sort());
  });

  it('has no snapshot without a tool', () => {
    expect(filesBelow('test/snapshots').sort()).toEqual(tools.map(snapshotFile).sort());
  });

  it('sells 26 direct tools and 10 smart services, in the categories of the capabilities', () => {
    const sold = (layer: 1 | 2): string[] =>
      tools.filter(({ toolset }) => toolset.layer === layer).map(({ name }) => name);
    expect([sold(1).length, sold(2).length]).toEqual([26, 10]);
    expect(countCategories(registry)).toEqual({
      search: 4,
      llm: 9,
      translate: 3,
      weather: 1,
      utility: 5,
      finance: 1,
      crypto: 1,
      data: 3,
      scrape: 5,
      vision: 1,
      audio: 3,
    });
  });

  it('describes every toolset', () => {
    for (const [name, { title, description, timeoutMs }] of registry.toolsets) {
      expect.soft({ name, title: title.length > 2, description: description.length > 10 }).toMatchObject({
        title: true,
        description: true,
      });
      expect.soft(timeoutMs, name).toBeGreaterThanOrEqual(1_000);
    }
  });
});

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  const { definition, inputSchema, outputSchema } = tool;

  it('is named after its file, in words of a URL', () => {
    expect(tool.name).toBe(`${tool.toolset.namePrefix ?? ''}${tool.file}`);
    expect(tool.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(tool.name.length).toBeLessThanOrEqual(64);
  });

  it('has a title and a description', () => {
    expect(tool.title).toMatch(/^[A-Z]/);
    expect(tool.description).toMatch(/^[A-Z].{19,}[.!]$/s);
    expect(tool.description.length).toBeLessThanOrEqual(600);
  });

  it('describes every field of its input', () => {
    expect(silentFields(inputSchema)).toEqual([]);
  });

  it('answers an object when it answers JSON', () => {
    if (tool.reply === 'json') expect(outputSchema.type).toBe('object');
    else expect(tool.reply).toMatch(/^(bytes|redirect|page)$/);
  });

  it('answers, or refunds, before a client of MCP gives up after a minute', () => {
    if (tool.toolset.errors === 'gateway') expect(tool.timeoutMs).toBeLessThanOrEqual(45_000);
  });

  it('has no output that passes for a price, a balance or a receipt of the call', () => {
    const taken = envelopeKeys(tool);
    expect(membersOf(outputSchema).filter(([key]) => taken.includes(key))).toEqual([]);
  });

  it('has every parameter of its path in its input', () => {
    const names = [...tool.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !(name in definition.input.shape))).toEqual([]);
  });

  it('has examples that its input accepts as they are', () => {
    const needsNone = Object.values(definition.input.shape).every((field) => field.safeParse(undefined).success);
    if (!needsNone) expect(definition.examples.length).toBeGreaterThan(0);
    for (const example of definition.examples) {
      expect.soft(definition.input.safeParse(example).error?.message).toBeUndefined();
      expect.soft(Object.keys(example).filter((key) => !(key in definition.input.shape))).toEqual([]);
    }
  });

  it('serves an answer again only when it reads, and not for long', () => {
    const { cache, effect, reply = 'json' } = definition;
    if (!cache) return;
    expect({ effect, reply }).toEqual({ effect: 'read', reply: 'json' });
    expect(cache.seconds).toBeGreaterThanOrEqual(1);
    expect(cache.seconds).toBeLessThanOrEqual(3_600);
  });

  it('is not sold without a key, or without saying what it may cost', () => {
    if (tool.priceMicros === 0) return;
    expect(tool.access).not.toBe('public');
    expect(definition.costCeiling).toBeTypeOf('function');
  });

  it('looks as it did: `npm run snapshots` changes that on purpose', () => {
    expect(existsSync(join(root, snapshotFile(tool)))).toBe(true);
    expect(snapshotOf(tool)).toBe(textOf(snapshotFile(tool)));
  });
});

/** Test accounts belong to no company. */
const OF_COMPANIES = new Set(['member', 'member-session', 'owner', 'company-admin', 'admin-session']);
/** Any handle is right in its path: there is nothing that could be absent. */
const TAKES_ANY_HANDLE = new Set(['tracking-open', 'oauth-protected-resource-mcp', 'oauth-authorization-server-mcp']);
/** What can only follow what somebody was given before: a code, an invite, a key, a provider, a wallet. */
const FOLLOWS_A_MAIL = new Set([
  'account-lookup-receipt',
  'account-wallet-session',
  'entrance-login-wallet',
  'entrance-login-wallet-challenge',
  'tracking-unsubscribe',
  'auth-verify',
  'entrance-begin',
  'entrance-finish',
  'entrance-login-begin',
  'entrance-login-key',
  'entrance-login-verify',
  'entrance-send-code',
  'entrance-verify',
]);

describe('in the sandbox', () => {
  let farebox: Farebox | undefined;
  beforeAll(async () => {
    farebox = await startFarebox();
  });
  afterAll(() => farebox?.stop());

  it.each(tools.filter(({ access }) => OF_COMPANIES.has(access)).map((tool) => [tool.name, tool] as const))(
    '%s is for companies alone',
    async (_name, tool) => {
      if (!farebox) throw new Error('There is no server');
      const { apiKey } = await farebox.account('test');
      const answer = await farebox.request(tool.method, tool.path.replace(/\{[^}]+\}/g, 'x'), { key: apiKey });
      expect(answer).toMatchObject({ status: 403, body: { code: 'no_company' } });
      const outsider = await farebox.request(tool.method, tool.path.replace(/\{[^}]+\}/g, 'x'));
      expect(outsider).toMatchObject({ status: 401, body: { detail: 'Not authenticated' } });
    },
  );

  const cases = tools
    .filter(({ name, access, definition }) => {
      const needsSomebody = access === 'operator' || OF_COMPANIES.has(access) || FOLLOWS_A_MAIL.has(name);
      // A deposit by wallet comes with a payment: test/http/x402-deposits.test.ts.
      return !needsSomebody && definition.body !== 'raw' && !definition.walletDeposit;
    })
    .flatMap((tool) => tool.definition.examples.map((example) => [tool.name, example, tool] as const));

  it.each(cases)('%s runs with %j', async (_name, example, tool) => {
    if (!farebox) throw new Error('There is no server');
    const { apiKey, balance } = await farebox.account('test');
    const inPath = new Set([...tool.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name));
    const path = tool.path.replace(/\{([^}]+)\}/g, (_all, name: string) => encodeURIComponent(String(example[name])));
    const rest = Object.entries(example).filter(([field]) => !inPath.has(field));
    const query = new URLSearchParams(rest.map(([field, value]): [string, string] => [field, String(value)]));
    const answer =
      tool.method === 'GET'
        ? await farebox.request('GET', `${path}?${query}`, { key: apiKey })
        : await farebox.request(tool.method, path, { key: apiKey, body: Object.fromEntries(rest) });
    // What an example's id stands for isn't there in a new account.
    if (inPath.size > 0 && !TAKES_ANY_HANDLE.has(tool.name)) {
      const body =
        tool.toolset.errors === 'gateway' ? { error: { code: 'NOT_FOUND' } } : { detail: expect.any(String) };
      // A page says it to people, in a page.
      expect(answer).toMatchObject(tool.reply === 'page' ? { status: 404 } : { status: 404, body });
      return;
    }
    expect(answer).toMatchObject({ status: tool.definition.status ?? 200 });
    if (tool.reply !== 'json') return;
    expect(tool.definition.output.safeParse(answer.body).error?.message).toBeUndefined();
    const sample = example === tool.definition.examples[0] ? readSample(tool.name) : undefined;
    // Another call of this test may have filled the cache.
    const members = Object.keys(answer.body).filter((key) => key !== 'cached');
    if (sample !== undefined) expect(Object.keys(JSON.parse(sample))).toEqual(expect.arrayContaining(members));
    if (tool.priceMicros === 0) return;
    const { receipt } = answer.body;
    // A composed call costs what its parts cost; of free ones there is no receipt.
    const paid = tool.definition.quote ? Number(answer.body.totalCost) : tool.priceMicros / 1_000_000;
    if (paid === 0) return;
    expect(receipt).toMatchObject({ tool: tool.name, mode: 'test', state: 'settled', amount: paid });
    expect(Number(answer.body.balance)).toBeCloseTo(balance - paid, 6);
  });
});
