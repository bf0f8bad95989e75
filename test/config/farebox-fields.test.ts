/** Every field of `farebox.yaml`, by its JSON Schema: a wrong value is told with file, line, column, key and remedy. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LineCounter, parseDocument } from 'yaml';
import { ConfigError } from '../../src/config/config-error.ts';
import { loadFareboxFile } from '../../src/config/file/load.ts';
import { buildFileSchema } from '../../src/config/file/schema.ts';
import { isRecord } from '../../src/lib/record.ts';

const path = join(mkdtempSync(join(tmpdir(), 'farebox-fields-')), 'farebox.yaml');

const terms = {
  ...{ price: 0.004, cost: 0.001, markup: '50%', timeout: '30s', charge: 'always', public: false },
  ...{ trust: 'follow', sandbox: 'live', cache: '60s' },
};
const upstream = {
  ...{ title: 'Customers', description: 'Customers and their contacts.', ...terms, budget: 5, concurrency: 8 },
  tools: {
    search: {
      ...terms,
      title: 'Search',
      description: 'Finds contacts.',
      examples: ['find Ada'],
      example: { found: 1 },
    },
    remove: false,
  },
};

/** Has every setting at least once. */
const sample = {
  upstreams: {
    local: {
      ...upstream,
      mcp: { command: 'npx', args: ['-y', 'server'], env: { LEVEL: 'warn' }, cwd: './here' },
      ...{ session: 'account', eager: true },
    },
    remote: { ...upstream, mcp: { url: 'https://a.example/mcp', headers: { 'X-Key': 'abc' } }, session: 'call' },
    api: {
      ...upstream,
      openapi: { document: './api.yaml', server: 'https://a.example', headers: { 'X-Key': 'abc' } },
      operations: ['getForecast'],
    },
  },
  tools: { 'llm-fast': false, vision: { price: 0.1, belowCost: true, disabled: false }, weather: { markup: '20%' } },
  priceLists: { partner: { discount: '20%', tools: { vision: 0.05, weather: { price: 'free', belowCost: true } } } },
  accounts: {
    default: { maxPrice: 0.02 },
    agt_01h2: { prices: 'partner', maxPrice: 0.1, keys: { key_0a: { maxPrice: 0.5 } } },
  },
  plugins: ['./acme'],
  providers: {
    default: { retry: { attempts: 2 } },
    openai: {
      ...{ budget: 20, keys: ['sk-one', { key: 'sk-two', weight: 2, expires: '2099-12-31' }] },
      retry: { attempts: 3, on: ['rate', 'cut'], within: '5s' },
    },
  },
};

/** Of all kinds; those that a field takes are no mistakes of it. */
const WRONG: readonly unknown[] = [
  ...[null, true, -1, 1.5, 1e9, '', 'wrong words', '-5s', 'x'.repeat(10_000), '\u0007', [], [null], ['', 7]],
  ...[{}, { nonsense: 1 }, [{ nonsense: 1 }]],
];
/** It is whatever the tool would answer. */
const FREE = /\.example$|\.example\./;

interface Field {
  path: (string | number)[];
}

function listFields(value: unknown, at: (string | number)[] = []): Field[] {
  const own = at.length === 0 ? [] : [{ path: at }];
  if (FREE.test(`.${at.join('.')}`)) return [];
  if (Array.isArray(value)) return [...own, ...value.flatMap((item, index) => listFields(item, [...at, index]))];
  if (!isRecord(value)) return own;
  return [...own, ...Object.entries(value).flatMap(([key, member]) => listFields(member, [...at, key]))];
}

function replace(value: unknown, [key, ...rest]: readonly (string | number)[], wrong: unknown): unknown {
  if (key === undefined) return wrong;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replace(item, rest, wrong) : item));
  return isRecord(value) ? { ...value, [key]: replace(value[key], rest, wrong) } : value;
}

function explain(content: unknown): string[] {
  writeFileSync(path, JSON.stringify(content, null, 2));
  try {
    loadFareboxFile(path, {});
    return [];
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown.message.split('\n');
    throw thrown;
  }
}

/** `line:column` of the value, and of its key. */
function findPlaces(content: unknown, at: readonly (string | number)[]): string[] {
  const lines = new LineCounter();
  const text = JSON.stringify(content, null, 2);
  const document = parseDocument(text, { lineCounter: lines });
  const node = document.getIn(at, true);
  const start = isRecord(node) && Array.isArray(node.range) ? Number(node.range[0]) : 0;
  const { line, col } = lines.linePos(start);
  const indent = text.split('\n')[line - 1]?.search(/\S/) ?? 0;
  return [`${line}:${col}`, `${line}:${indent + 1}`];
}

const FOREIGN = /Invalid|Too (?:small|big)|Unrecognized|expected|received|undefined|NaN|\[object/;
const REMEDY = /^(?:must|is required|is not|needs|has|cannot|belong)/;

it('loads with every setting', () => {
  expect(explain(sample)).toEqual([]);
});

it('has every setting of the JSON Schema in the sample', () => {
  const missing = (schema: unknown, values: readonly unknown[], at: string): string[] => {
    if (!isRecord(schema) || FREE.test(at)) return [];
    const { anyOf, properties = {}, additionalProperties, items } = schema;
    const branches = Array.isArray(anyOf) ? anyOf.flatMap((branch) => missing(branch, values, at)) : [];
    const records = values.filter(isRecord);
    const own = Object.entries(Object(properties)).flatMap(([key, member]) => {
      const found = records.flatMap((record) => (Object.hasOwn(record, key) ? [record[key]] : []));
      return found.length === 0 ? [`${at}.${key}`] : missing(member, found, `${at}.${key}`);
    });
    const others = missing(additionalProperties, records.flatMap(Object.values), `${at}.*`);
    return [...branches, ...own, ...others, ...missing(items, values.filter(Array.isArray).flat(), `${at}[]`)];
  };
  expect(missing(buildFileSchema(), [sample], '')).toEqual([]);
});

it.each(listFields(sample).map(({ path: at }) => [at.join('.'), at] as const))('explains a wrong %s', (key, at) => {
  let refused = 0;
  for (const wrong of WRONG) {
    const content = replace(sample, at, wrong);
    const [first] = explain(content);
    if (first === undefined) continue;
    refused++;
    const [, place = '', named = '', words = ''] = /^.*?farebox\.yaml:(\d+:\d+): (\S+) (.*)$/.exec(first) ?? [];
    expect({ wrong, first, named }).toMatchObject({ named: expect.stringContaining(key) });
    if (named === key) expect(findPlaces(content, at), first).toContain(place);
    expect(words).toMatch(REMEDY);
    expect(words).not.toMatch(FOREIGN);
    expect(words).toMatch(/[.?]$/);
  }
  expect(refused).toBeGreaterThan(3);
});

it.each(
  listFields(sample)
    .filter(({ path: at }) => typeof at.at(-1) === 'string')
    .map(({ path: at }) => [at.join('.'), at] as const),
)('explains an unknown key beside %s', (_key, at) => {
  const beside = [...at.slice(0, -1), 'no such key'];
  const content = replace(sample, beside, 'x');
  const [first = ''] = explain(content);
  if (first === '') return;
  const [, place = '', words = ''] = /^.*?farebox\.yaml:(\d+:\d+): (.*)$/.exec(first) ?? [];
  expect(words).toContain(beside.join('.'));
  expect(words).not.toMatch(FOREIGN);
  expect(findPlaces(content, beside)).toContain(place);
});
