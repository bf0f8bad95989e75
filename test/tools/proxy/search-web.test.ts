import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import searxngTwin from '../../../src/sandbox/searxng.ts';
import serperTwin from '../../../src/sandbox/serper.ts';
import tool from '../../../tools/proxy/search-web.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(serperTwin, searxngTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => tool.input.parse(input);
const run = async (input: unknown, options: BenchOptions = {}) =>
  tool.output.parse(await tool.run(read(input), bench.context(options)));
const atHome = { settings: { serper: null } };

describe('search-web', () => {
  it.each(tool.examples)('answers its example %o', async (example) => {
    const { query, type, results, sourceUsed } = await run(example);
    expect({ query, type, sourceUsed }).toEqual({
      query: example.query,
      type: example.type ?? 'search',
      sourceUsed: 'serper',
    });
    expect(results).toHaveLength(example.num ?? 10);
  });

  it.each([{}, atHome])('finds pages, news and images with %o', async (options) => {
    expect((await run({ query: 'a' }, options)).results[0]).not.toHaveProperty('imageUrl');
    expect((await run({ query: 'a', type: 'news' }, options)).results[0]?.publishedAt).toBeDefined();
    expect((await run({ query: 'a', type: 'images', hl: 'ja' }, options)).results[0]?.imageUrl).toMatch(/^https:/);
  });

  it('has one source: nothing answers when it fails', async () => {
    const failure = await failureOf(run({ query: 'a' }, { magic: 'quota@serper' }));
    expect(failure).toMatchObject({ kind: 'quota', source: 'serper' });
    expect((await failureOf(run({ query: 'a' }, { ...atHome, magic: 'empty' }))).kind).toBe('empty');
    await expect(tool.run(read({ query: 'a' }), contextFor())).rejects.toMatchObject({ code: 'TOOL_UNAVAILABLE' });
  });

  it('can’t cost more than its price', () => {
    const home = (id: string) => (id === 'searxng' ? {} : null);
    const ceilings = [10, 11, 100].map((num) => tool.costCeiling?.(read({ query: 'a', num })));
    expect(ceilings).toEqual([1000, 2000, 2000]);
    expect(tool.price).toBeGreaterThanOrEqual(2000);
    expect(tool.costCeiling?.(read({ query: 'a' }), home)).toBe(0);
  });

  it.each([
    [{ query: 'a'.repeat(2000), num: 100, gl: 'JP', hl: 'zh-TW', type: 'news' }, true],
    [{ query: 'a', num: 1, gl: 'us', hl: 'en', type: 'images' }, true],
    [{ query: 'a'.repeat(2001) }, false],
    [{ query: ' ' }, false],
    [{}, false],
    [{ query: ['a'] }, false],
    [{ query: 'a', num: 0 }, false],
    [{ query: 'a', num: 101 }, false],
    [{ query: 'a', num: 2.5 }, false],
    [{ query: 'a', num: '10' }, false],
    [{ query: 'a', gl: 'jpn' }, false],
    [{ query: 'a', hl: 'japanese' }, false],
    [{ query: 'a', type: 'videos' }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(tool.input.safeParse(input).success).toBe(fits);
  });

  it('has its defaults', () => {
    expect(read({ query: 'a' })).toEqual({ query: 'a', num: 10, type: 'search' });
  });
});
