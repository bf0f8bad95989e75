/** `search_tools`: what people call things, in three languages, and an answer that can be called at once. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ToolSearch } from '../../../src/mcp/search/search.ts';
import { isSearchable } from '../../../src/mcp/search/visibility.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';
import { ask, RICH_KEY, SUB_KEY, startWorld, type World } from '../a-world.ts';

const FIRST = 3;
const SHARE_MIN = 0.9;
/** Of the tools that are shown, this part is meant at least. */
const MEANT_MIN = 0.8;
const TOKENS_MAX = 600;
/** Sources that live keys don't get answers of in this world. */
const UNSET = ['encyclopedia', 'translate', 'translate-premium', 'smart-translate'];
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
    isSetUp: (tool, mode) => mode === 'test' || !UNSET.includes(tool.name),
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
    const file = new URL('../search-queries.json', import.meta.url);
    const set = queries.parse(JSON.parse(await readFile(file, 'utf8')));
    let shown = 0;
    let meant = 0;
    for (const [language, asked] of Object.entries(set)) {
      expect(asked).toHaveLength(50);
      const missed: string[] = [];
      for (const { query, fits } of asked) {
        const found = await search(query);
        expect(found.text.length / CHARACTERS_PER_TOKEN).toBeLessThanOrEqual(TOKENS_MAX);
        const names = nameAll(found);
        const first = names.slice(0, FIRST);
        shown += names.length;
        meant += names.filter((name) => fits.includes(name)).length;
        if (!first.some((name) => fits.includes(name))) missed.push(`${query}: ${first.join(', ')}`);
      }
      expect(missed.length / asked.length, `${language} ${missed.join('\n')}`).toBeLessThanOrEqual(1 - SHARE_MIN);
    }
    expect(meant / shown).toBeGreaterThanOrEqual(MEANT_MIN);
  });
});

const fresh = z.record(
  z.enum(['tuned', 'unseen']),
  z.array(z.object({ query: z.string(), fits: z.array(z.string()) })),
);

describe('sixty requests as people and agents word them', () => {
  it('find what is meant among the first three, also those that nothing was tuned on', async () => {
    const file = new URL('../search-queries-en.json', import.meta.url);
    const set = fresh.parse(JSON.parse(await readFile(file, 'utf8')));
    // As a member of a company, who has the newsroom's tools too.
    const { tools } = await loadCatalogue();
    const search = new ToolSearch(tools.filter(isSearchable));
    for (const [kind, asked] of Object.entries(set)) {
      const missed = asked.flatMap(({ query, fits }) => {
        const first = search
          .find(query, () => true)
          .slice(0, FIRST)
          .map(({ name }) => name);
        return first.some((name) => fits.includes(name)) ? [] : [`${query}: ${first.join(', ')}`];
      });
      expect(asked).toHaveLength(30);
      expect(missed.length, `${kind} ${missed.join('\n')}`).toBeLessThanOrEqual(asked.length / 10);
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
    const { text, results, more = [] } = await search('language model', RICH_KEY, { limit: 20 });
    expect(text.length / CHARACTERS_PER_TOKEN).toBeLessThanOrEqual(TOKENS_MAX);
    expect(more.length).toBeGreaterThan(0);
    expect([...nameAll({ text, results, next: '' }), ...more]).toEqual(expect.arrayContaining(['smart-llm', 'llm-eu']));
  });

  it('leaves out what the caller cannot use, and what no model can use', async () => {
    expect(nameAll(await search('translate', SUB_KEY))).toEqual(['translate']);
    // Without a key a caller is live, where this server has no such source.
    expect(nameAll(await search('encyclopedia'))).toContain('encyclopedia');
    expect(nameAll(await search('encyclopedia', null))).not.toContain('encyclopedia');
    // The steps of our own sign-in pages.
    expect(nameAll(await search('send a login code by mail'))).not.toContain('auth-send-code');
  });

  it.each([
    ...['make a QR code', 'book a flight', 'order a pizza', 'set an alarm', 'a', 'what is the', 'wash my car'],
    ...[
      'QRコードを作る',
      '航空券を予約',
      '荷物を追跡',
      '部屋を掃除して',
      '生成二维码',
      '订机票',
      '设置闹钟',
      '帮我打车',
    ],
  ])('shows nothing where nothing fits: %s', async (query) => {
    const found = await search(query);
    expect(nameAll(found)).toEqual([]);
    expect(found.next).toMatch(/^No tool fits\..* in other words.* smart /);
    const free = await search(query, null);
    expect(nameAll(free)).toEqual([]);
    expect(free.next).toMatch(/smart: it is on the server https:\/\/farebox\.example\/mcp\/proxy.*account-create/);
  });

  it('shows no tool for a small word that it shares with the request', async () => {
    expect(nameAll(await search('OCR a screenshot'))).toEqual(['vision']);
    expect(nameAll(await search('convert 5 EUR to USD'))).toEqual(['exchange-rate']);
    expect(nameAll(await search('check my calendar'))).not.toContain('payment-checkout');
    expect(nameAll(await search('transcribe a podcast'))).toEqual(['smart-stt']);
    expect(nameAll(await search('今日の天気を教えて'))).toEqual(['weather']);
    const none = await search('OCR a screenshot', RICH_KEY, { category: 'weather' });
    expect(none).toMatchObject({ results: [], next: expect.stringContaining('of this category') });
  });

  it('says where it is what fits and is on another server', async () => {
    const ocr = await search('OCR a screenshot', null);
    expect(ocr.results).toEqual([]);
    expect(ocr.next).toMatch(
      /^vision fits, \$[\d.]+ per call: it is on the server https:\/\/farebox\.example\/mcp\/proxy, .*account-create/,
    );
    expect(ocr.next).not.toContain('sandbox');
    for (const query of ['翻译', '翻訳', 'translate']) {
      expect((await search(query, null)).next).toMatch(/^smart-translate fits, .*\/mcp\/proxy.* in the sandbox\.$/);
    }
    const error = await search('known fixes for an error message', null);
    expect(error.next).toMatch(/^search_fixes fits: .*\/mcp\/debug\/my-agent, free and without a key\.$/);
    const both = await search('look something up in an encyclopedia or on the web', null);
    expect(nameAll(both).filter((name) => /search/.test(name))).toEqual([]);
    expect(both.next).toMatch(/search.* fits.*\/mcp\/proxy/);
  });

  it('shows on the free server, to those who have a key too, what its list has', async () => {
    const params = { name: 'search_tools', arguments: { query: 'translate' } };
    const { json } = await ask(world, '/mcp/free', RICH_KEY, 'tools/call', params);
    expect(json.result.structuredContent).toEqual({
      results: [],
      next: expect.stringMatching(/^smart-translate fits, .*\/mcp\/proxy, which accepts your key\.$/),
    });
  });
});
