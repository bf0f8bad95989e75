/** Whoever needs no key adds few rows, however often they ask and whatever they vary: every public route, from one address. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RegisteredTool } from '../../src/kernel/tool/registry.ts';
import { isRecord } from '../../src/lib/record.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';

const REQUESTS = 240;
/** Of one route: the most that any limit an hour and network allows is 200 login codes. */
const ROWS_MAX = 210;
/** Requests a minute are bounded elsewhere: here only what bounds rows counts. */
const NO_RATE = 1_000_000;
/** A row for each class of durations of a day and tool, however many calls there are. */
const SUMS = new Set(['latency_days']);

const { tools } = await loadCatalogue();
const publicTools = tools.filter(({ access }) => access === 'public');

let store: FreshDatabase;
let farebox: Farebox;

beforeAll(async () => {
  store = await freshDatabase('sqlite');
  const names = ['RATE_LIMIT_PER_MINUTE', 'OTHER_RATE_LIMIT_PER_MINUTE', 'FEED_RATE_LIMIT_PER_MINUTE'];
  const env = {
    ...Object.fromEntries(names.map((name) => [name, String(NO_RATE)])),
    ACCOUNT_CREATE_PER_HOUR: '10',
    TEST_ACCOUNT_CREATE_PER_HOUR: '60',
    SIGNUP_PER_HOUR: '30',
    LOG_LEVEL: 'silent',
  };
  farebox = await startFarebox({ database: store, env });
});
afterAll(async () => {
  await farebox.stop();
  await store.drop();
});

/** Rows of all tables of the product. */
function countRows(): Map<string, number> {
  const db = new Sqlite(join(store.dataDir, 'data', 'farebox.db'), { readonly: true });
  try {
    const names = db.prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
    );
    return new Map(
      names.all().map(({ name }) => {
        const row = db.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM "${name}"`).get();
        return [name, row?.rows ?? 0];
      }),
    );
  } finally {
    db.close();
  }
}

/** The tool's example, with a number in each text, so that no two requests are alike. */
function buildInput(tool: RegisteredTool, nth: number): Record<string, unknown> {
  const [example] = tool.definition.examples;
  const properties = isRecord(tool.inputSchema.properties) ? Object.keys(tool.inputSchema.properties) : [];
  const base: Record<string, unknown> = isRecord(example)
    ? example
    : Object.fromEntries(properties.map((name) => [name, name]));
  return Object.fromEntries(
    Object.entries(base).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      const [local = '', host] = value.split('@');
      return [
        name,
        host === undefined
          ? `${value} ${nth} failed with code ${'abcdefghij'[nth % 10]}${nth}`
          : `${local}${nth}@${host}`,
      ];
    }),
  );
}

async function send(tool: RegisteredTool, nth: number): Promise<void> {
  const input = buildInput(tool, nth);
  const used = new Set<string>();
  const path = tool.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    used.add(name);
    return encodeURIComponent(String(input[name] ?? nth % 7));
  });
  const rest = Object.entries(input).filter(([name]) => !used.has(name));
  const url = new URL(path, farebox.url);
  const isGet = tool.method === 'GET';
  if (isGet) for (const [name, value] of rest) url.searchParams.set(name, String(value));
  const headers = {
    ...{
      'content-type': 'application/json',
      'user-agent': `Visitor/${nth}`,
      'x-forwarded-for': `203.0.113.${nth % 250}`,
    },
  };
  const body = isGet ? {} : { body: JSON.stringify(Object.fromEntries(rest)) };
  const reply = await request(url, { method: tool.method, headers, ...body });
  await reply.body.dump({ limit: 10_000_000 });
}

it('adds no more rows than its limits allow', { timeout: 300_000 }, async () => {
  expect(publicTools.length).toBeGreaterThan(40);
  const excess: string[] = [];
  // It waits for the knowledge that ships, which is written after the start.
  for (const tool of publicTools) if (tool.name === 'search-fixes') await send(tool, 0);
  let before = countRows();
  for (const tool of publicTools) {
    for (let nth = 0; nth < REQUESTS; nth += 40)
      await Promise.all(Array.from({ length: 40 }, (_, at) => send(tool, nth + at)));
    const after = countRows();
    for (const [table, rows] of after) {
      const more = rows - (before.get(table) ?? 0);
      if (more > ROWS_MAX && !SUMS.has(table)) excess.push(`${tool.name}: ${more} rows of ${table}`);
    }
    before = after;
  }
  expect(excess).toEqual([]);
  expect([...before.values()].reduce((sum, rows) => sum + rows, 0)).toBeGreaterThan(100);
});
