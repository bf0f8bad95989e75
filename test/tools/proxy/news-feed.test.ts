import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newsCategories } from '../../../src/providers/shared/search/news.ts';
import gdeltTwin from '../../../src/sandbox/gdelt.ts';
import gnewsTwin from '../../../src/sandbox/gnews.ts';
import newsapiTwin from '../../../src/sandbox/newsapi.ts';
import newsFeed from '../../../tools/proxy/news-feed.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(newsapiTwin, gnewsTwin, gdeltTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => newsFeed.input.parse(input);
const run = async (input: unknown, options: BenchOptions = {}) =>
  newsFeed.output.parse(await newsFeed.run(read(input), bench.context(options)));
const idsFor = (input: unknown) => newsFeed.usesFor?.(read(input)).map(({ id }) => id);

describe('news-feed', () => {
  it.each(newsFeed.examples)('answers its example %o', async (example) => {
    const { articles, totalResults } = await run(example);
    expect(articles.length).toBeGreaterThan(0);
    expect(totalResults).toBeGreaterThanOrEqual(articles.length);
  });

  it('asks the first source that has what is wanted', async () => {
    expect((await run({})).sourceUsed).toBe('newsapi');
    expect((await run({ country: 'JP' })).sourceUsed).toBe('gnews');
    expect((await run({ mode: 'search', query: 'chips' })).sourceUsed).toBe('newsapi');
    expect((await run({ mode: 'search', query: '半導体', language: 'ja' })).sourceUsed).toBe('gnews');
    expect(idsFor({ language: 'de' })).toEqual(['gnews', 'gdelt', 'rss']);
    expect(idsFor({ mode: 'search', query: 'a', language: 'de' })).toEqual(['newsapi', 'gnews', 'gdelt', 'rss']);
  });

  it('needs no key, and has no fallback at run time', async () => {
    const keyless = { newsapi: null, gnews: null };
    const { articles, sourceUsed } = await run({ country: 'jp', category: 'science' }, { settings: keyless });
    expect(sourceUsed).toBe('gdelt');
    expect(articles[0]?.title).toBe('探査機が小惑星の試料を持ち帰る');
    expect((await failureOf(run({}, { magic: 'down@newsapi' }))).kind).toBe('overloaded');
    expect((await failureOf(run({}, { settings: keyless, magic: 'quota' }))).kind).toBe('rate');
    await expect(newsFeed.run(read({ country: 'jp' }), contextFor())).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      facts: { details: { variables: ['GNEWS_API_KEY', 'GDELT_BASE_URL', 'RSS_FEEDS'] } },
    });
  });

  it('gives at most 20 articles', async () => {
    expect((await run({ mode: 'search', query: 'chips' })).articles).toHaveLength(20);
  });

  it('costs less than its price', () => {
    expect(newsFeed.costCeiling?.(read({}))).toBe(1800);
    expect(newsFeed.costCeiling?.(read({}), () => ({ requestUsd: '0' }))).toBe(0);
  });

  it.each(newsCategories)('knows the category %s', (category) => {
    expect(read({ category })).toEqual({ mode: 'headlines', category });
  });

  it.each([
    [{ mode: 'search', query: 'a'.repeat(500), country: 'tw', language: 'zh' }, true],
    [{ mode: 'headlines', query: 'a' }, true],
    [{ mode: 'search' }, false],
    [{ mode: 'search', query: ' ' }, false],
    [{ mode: 'search', query: 'a'.repeat(501) }, false],
    [{ mode: 'all' }, false],
    [{ country: 'usa' }, false],
    [{ country: 81 }, false],
    [{ category: 'gossip' }, false],
    [{ language: 'english' }, false],
    [{ query: 1 }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(newsFeed.input.safeParse(input).success).toBe(fits);
  });

  it('has its defaults', () => {
    expect(read({})).toEqual({ mode: 'headlines' });
  });
});
