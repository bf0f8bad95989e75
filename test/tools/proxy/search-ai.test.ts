import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import twin from '../../../src/sandbox/tavily.ts';
import searchAi from '../../../tools/proxy/search-ai.ts';
import { benchOf, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(twin);
});
afterAll(() => bench.close());

const run = async (input: unknown, magic?: string) =>
  searchAi.output.parse(
    await searchAi.run(searchAi.input.parse(input), bench.context(magic === undefined ? {} : { magic })),
  );

describe('search-ai', () => {
  it.each(searchAi.examples)('answers its example %o', async (example) => {
    const { query, results, answer } = await run(example);
    expect(query).toBe(example.query);
    expect(results).toHaveLength(example.maxResults ?? 5);
    expect(answer === undefined).toBe(example.includeAnswer === false);
  });

  it('has no result where there is none', async () => {
    expect((await failureOf(run({ query: 'a' }, 'empty'))).kind).toBe('empty');
  });

  it('costs nothing on the free plan, and says so when a credit has a price', () => {
    const advanced = searchAi.input.parse({ query: 'a', searchDepth: 'advanced' });
    expect(searchAi.costCeiling?.(advanced)).toBe(0);
    expect(searchAi.costCeiling?.(advanced, () => ({ creditUsd: '0.008' }))).toBe(16_000);
  });

  it.each([
    [{ query: 'a'.repeat(400), searchDepth: 'advanced', maxResults: 10, includeAnswer: false }, true],
    [{ query: 'a', maxResults: 1 }, true],
    [{ query: 'a'.repeat(401) }, false],
    [{ query: '   ' }, false],
    [{}, false],
    [{ query: 'a', maxResults: 0 }, false],
    [{ query: 'a', maxResults: 11 }, false],
    [{ query: 'a', maxResults: '5' }, false],
    [{ query: 'a', searchDepth: 'deep' }, false],
    [{ query: 'a', includeAnswer: 'yes' }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(searchAi.input.safeParse(input).success).toBe(fits);
  });

  it('has its defaults', () => {
    expect(searchAi.input.parse({ query: 'a' })).toEqual({
      query: 'a',
      searchDepth: 'basic',
      maxResults: 5,
      includeAnswer: true,
    });
  });
});
