import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageReader } from '../../../src/providers/shared/page/reader.ts';
import { newsCategories } from '../../../src/providers/shared/search/news.ts';
import braveTwin from '../../../src/sandbox/brave.ts';
import deeplTwin from '../../../src/sandbox/deepl.ts';
import gdeltTwin from '../../../src/sandbox/gdelt.ts';
import gnewsTwin from '../../../src/sandbox/gnews.ts';
import groqTwin from '../../../src/sandbox/groq.ts';
import newsapiTwin from '../../../src/sandbox/newsapi.ts';
import rssTwin from '../../../src/sandbox/rss.ts';
import serperTwin from '../../../src/sandbox/serper.ts';
import news from '../../../tools/smart/news.ts';
import {
  type BenchOptions,
  benchOf,
  contextFor,
  failureOf,
  type TestContext,
  type TwinBench,
} from '../../harness/context.ts';

let bench: TwinBench;
let feeds = '';
beforeAll(async () => {
  bench = await benchOf(newsapiTwin, gnewsTwin, gdeltTwin, rssTwin, braveTwin, serperTwin, deeplTwin, groqTwin);
  const { baseUrl } = bench.context().environment.settings('rss') ?? {};
  feeds = `*=${baseUrl}/all.xml jp=${baseUrl}/jp.xml`;
});
afterAll(() => bench.close());

type Options = BenchOptions & { timeoutMs?: number };

const read = (input: unknown) => news.input.parse(input);
const pages = createPageReader();
afterAll(() => pages.close());
function context({ settings = {}, ...options }: Options = {}): TestContext {
  const ctx = bench.context({ ...options, settings: { rss: { feeds }, ...settings } });
  return { ...ctx, services: { ...ctx.services, pages } };
}
const run = async (input: unknown, ctx: TestContext = context()) => news.output.parse(await news.run(read(input), ctx));
const failing = (ids: readonly string[]): Options =>
  ids.length === 0
    ? {}
    : {
        magic: ids
          .map((id) => `sandbox:down@${id}`)
          .join(' ')
          .replace(/^sandbox:/, ''),
      };

const markets = { query: 'markets', pageSize: 3 };
const japan = { strategy: 'headlines', country: 'jp', pageSize: 4, targetLanguage: 'en' };

describe('news', () => {
  it.each(news.examples)('answers its example %o', async (example) => {
    expect((await run(example)).articles.length).toBeGreaterThan(0);
  });

  it.each([
    [markets, ['newsapi', 'gnews', 'gdelt', 'brave', 'serper', 'rss']],
    [{ query: 'チーム' }, ['gnews', 'gdelt', 'brave', 'serper', 'rss']],
    [{ query: 'markets', country: 'us' }, ['gnews', 'gdelt', 'brave', 'serper', 'rss']],
    [{ strategy: 'headlines' }, ['newsapi', 'gnews', 'gdelt', 'rss']],
    [{ strategy: 'headlines', country: 'tw' }, ['gnews', 'gdelt', 'rss']],
  ])('asks for %o in this order: %s', async (input, order) => {
    expect(news.usesFor?.(read(input)).map(({ id }) => id)).toEqual(order);
    for (const [index, name] of order.entries()) {
      const before = order.slice(0, index);
      const answer = await run(input, context(failing(before)));
      expect(answer).toMatchObject({ sourceUsed: name, fallbackUsed: index > 0 });
      expect(answer.articles[0]?.url).toMatch(/^https:/);
      expect(answer.attempts.map(({ source, status }) => `${source} ${status}`)).toEqual([
        ...before.map((id) => `${id} failed`),
        `${name} ok`,
      ]);
    }
  });

  it.each(['cut', 'reset', 'malformed', 'html', 'blank', 'empty', 'bad-key', 'quota', 'rate-limit', 'error-in-200'])(
    'falls back after %s',
    async (magic) => {
      expect(await run(markets, context({ magic: `${magic}@newsapi` }))).toMatchObject({ sourceUsed: 'gnews' });
    },
  );

  it('fails when all do, and says what would set it up', async () => {
    expect((await failureOf(run(markets, context({ magic: 'down' })))).kind).toBe('overloaded');
    expect((await failureOf(run(markets, context({ magic: 'empty' })))).kind).toBe('empty');
    await expect(news.run(read(japan), contextFor())).rejects.toMatchObject({
      facts: { details: { variables: ['GNEWS_API_KEY', 'GDELT_BASE_URL', 'RSS_FEEDS'] } },
    });
  });

  it('gives as many articles as were asked for', async () => {
    for (const pageSize of [1, 60]) {
      expect((await run({ query: 'markets', pageSize })).articles).toHaveLength(pageSize);
    }
    const ctx = context();
    await run({ query: 'markets', category: 'sports' }, ctx);
    expect(ctx.warnings).toEqual([expect.stringContaining('category')]);
  });

  describe('titles', () => {
    it('are translated where they are in another language', async () => {
      const ctx = context();
      const { articles } = await run(japan, ctx);
      expect(articles).toHaveLength(4);
      expect(articles[0]).toMatchObject({
        title: expect.stringMatching(/^\[EN\] /),
        originalTitle: '株価は小幅に上昇して週末の取引を終えた',
      });
      expect(ctx.warnings).toEqual([]);
      expect(ctx.attempts.map(({ source }) => source)).toEqual(['gnews', 'groq']);
      const same = await run({ ...japan, targetLanguage: 'ja' });
      expect(same.articles[0]).not.toHaveProperty('originalTitle');
      expect(same.attempts).toHaveLength(1);
    });

    it('come from the free plan of the premium translator first', async () => {
      const ctx = context({ settings: { deepl: { apiKey: 'k:fx' } } });
      expect((await run(japan, ctx)).attempts.map(({ source }) => source)).toEqual(['gnews', 'deepl']);
    });

    it.each(['down', 'cut', 'malformed', 'empty', 'filtered', 'too-long', 'bad-key'])(
      'stay as they are after %s of the translator, and the call settles',
      async (magic) => {
        const ctx = context({ magic: `${magic}@groq`, settings: { deepl: null } });
        const { articles, fallbackUsed } = await run(japan, ctx);
        expect(articles[0]?.title).toBe('株価は小幅に上昇して週末の取引を終えた');
        expect(fallbackUsed).toBe(false);
        expect(ctx.warnings).toEqual(['The titles could not be translated.']);
      },
    );

    it('stay as they are where nobody translates', async () => {
      const ctx = context({ settings: { deepl: null, groq: null } });
      expect((await run(japan, ctx)).articles[0]).not.toHaveProperty('originalTitle');
      expect(ctx.warnings).toEqual([expect.stringContaining('No translator is configured')]);
    });

    it('stay as they are when the translator keeps the time for itself', async () => {
      const ctx = context({ magic: 'hang@groq', settings: { deepl: null }, timeoutMs: 900 });
      expect((await run(japan, ctx)).articles).toHaveLength(4);
      expect(ctx.warnings).toHaveLength(1);
    });

    it('are translated as far as the price goes', async () => {
      const wordy = { query: 'quarterly results '.repeat(20), pageSize: 60, targetLanguage: 'ja' };
      const ctx = context();
      const { articles } = await run(wordy, ctx);
      const done = articles.filter(({ originalTitle }) => originalTitle !== undefined);
      expect(done.length).toBeGreaterThan(0);
      expect(done.length).toBeLessThan(60);
      expect(articles.slice(0, done.length)).toEqual(done);
      expect(ctx.warnings).toEqual([expect.stringContaining(`translation of ${done.length} titles`)]);
      expect(ctx.metered.reduce((sum, micros) => sum + micros, 0)).toBeLessThanOrEqual(news.price ?? 0);
    });
  });

  it('can’t cost more than its price', () => {
    expect(news.costCeiling?.(read(markets))).toBe(1800);
    expect(news.costCeiling?.(read({ ...markets, targetLanguage: 'zh' }))).toBe(5300);
    expect(news.costCeiling?.(read(japan), (id) => (id === 'gdelt' ? {} : null))).toBe(3500);
    const dear = (id: string) => (id === 'brave' ? { requestUsd: '0.005' } : null);
    expect(news.costCeiling?.(read({ ...markets, targetLanguage: 'zh' }), dear)).toBe(6000);
    const bySize = (id: string) => (id === 'serper' ? {} : null);
    expect(news.costCeiling?.(read({ query: 'a', pageSize: 100 }), bySize)).toBe(2000);
  });

  it.each(newsCategories)('knows the category %s', (category) => {
    expect(read({ strategy: 'headlines', category })).toMatchObject({ category });
  });

  it.each([
    [{ query: 'a'.repeat(400), country: 'JP', pageSize: 100, targetLanguage: 'zh' }, true],
    [{ query: 'a', pageSize: 1 }, true],
    [{ strategy: 'headlines' }, true],
    [{}, false],
    [{ query: ' ' }, false],
    [{ query: 'a'.repeat(401) }, false],
    [{ query: 'a', pageSize: 0 }, false],
    [{ query: 'a', pageSize: 101 }, false],
    [{ query: 'a', pageSize: '20' }, false],
    [{ query: 'a', country: 'japan' }, false],
    [{ query: 'a', category: 'gossip' }, false],
    [{ query: 'a', strategy: 'all' }, false],
    [{ query: 'a', targetLanguage: 'fr' }, false],
    [{ query: 1 }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(news.input.safeParse(input).success).toBe(fits);
  });

  it('has its defaults', () => {
    expect(read({ query: 'a' })).toEqual({ query: 'a', strategy: 'search', pageSize: 20 });
  });
});
