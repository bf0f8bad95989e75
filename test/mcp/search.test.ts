/** `search_tools`: what people call things, in three languages, and an answer that can be called at once. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadCatalogue } from '../harness/catalogue.ts';
import { ask, RICH_KEY, SUB_KEY, startWorld, type World } from './a-world.ts';

const FIRST = 3;
const SHARE_MIN = 0.9;
const TOKENS_MAX = 600;
/** As in the test of the short lists. */
const CHARACTERS_PER_TOKEN = 3.5;

const queries = z.record(
  z.enum(['en', 'ja', 'zh']),
  z.array(z.object({ query: z.string(), fits: z.array(z.string()) })),
);

let world: World;
beforeAll(async () => {
  world = await startWorld({
    registry: await loadCatalogue(),
    isSetUp: (tool, mode) => mode === 'test' || tool.name !== 'encyclopedia',
  });
});
afterAll(() => world.close());

interface Found {
  text: string;
  results: { name: string; description: string; price: number; input: string }[];
  more?: string[];
  next: string;
}

async function search(query: string, key: string | null = RICH_KEY, more: object = {}): Promise<Found> {
  const params = { name: 'search_tools', arguments: { query, ...more } };
  const path = key === null ? '/mcp/free' : '/mcp/proxy';
  const { json } = await ask(world, path, key ?? undefined, 'tools/call', params);
  return { text: json.result.content[0].text, ...json.result.structuredContent };
}

const nameAll = ({ results }: Found): string[] => results.map(({ name }) => name);

describe('a hundred and fifty queries', () => {
  it('find what is meant among the first three, in answers that are short', async () => {
    const file = new URL('./search-queries.json', import.meta.url);
    const set = queries.parse(JSON.parse(await readFile(file, 'utf8')));
    for (const [language, asked] of Object.entries(set)) {
      expect(asked).toHaveLength(50);
      const missed: string[] = [];
      for (const { query, fits } of asked) {
        const found = await search(query);
        expect(found.text.length / CHARACTERS_PER_TOKEN).toBeLessThanOrEqual(TOKENS_MAX);
        const first = nameAll(found).slice(0, FIRST);
        if (!first.some((name) => fits.includes(name))) missed.push(`${query}: ${first.join(', ')}`);
      }
      expect(missed.length / asked.length, `${language} ${missed.join('\n')}`).toBeLessThanOrEqual(1 - SHARE_MIN);
    }
  });
});

describe('an answer', () => {
  it('says what each tool takes, so that a call can follow', async () => {
    const { results, next } = await search('weather forecast');
    expect(results[0]).toMatchObject({ name: 'weather', price: 0 });
    expect(results[0]?.input).toMatch(/^latitude\* number .*longitude\* number/);
    expect(next).toContain('call_tool');
  });

  it('stays short when many tools are asked for, and names the others', async () => {
    const { text, results, more = [] } = await search('text', RICH_KEY, { limit: 20 });
    expect(text.length / CHARACTERS_PER_TOKEN).toBeLessThanOrEqual(TOKENS_MAX);
    expect(results.length + more.length).toBe(20);
  });

  it('leaves out what the caller cannot use, and points to an account where that would help', async () => {
    expect(nameAll(await search('translate', SUB_KEY))).toEqual(['translate']);
    const newcomer = await search('look something up on the web', null);
    expect(nameAll(newcomer).filter((name) => /search-|smart-search/.test(name))).toEqual([]);
    expect(newcomer.next).toMatch(/search.* fits too: account-create/);
    // Without a key a caller is live, where this server has no such source.
    expect(nameAll(await search('encyclopedia'))).toContain('encyclopedia');
    expect(nameAll(await search('encyclopedia', null))).not.toContain('encyclopedia');
  });
});
