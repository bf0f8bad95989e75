import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import braveTwin from '../../../src/sandbox/brave.ts';
import searxngTwin from '../../../src/sandbox/searxng.ts';
import tool from '../../../tools/proxy/search-independent.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(braveTwin, searxngTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => tool.input.parse(input);
const run = async (input: unknown, options: BenchOptions = {}) =>
  tool.output.parse(await tool.run(read(input), bench.context(options)));

describe('search-independent', () => {
  it.each(tool.examples)('answers its example %o', async (example) => {
    const { query, results, sourceUsed } = await run(example);
    expect({ query, sourceUsed, count: results.length }).toEqual({
      query: example.query,
      sourceUsed: 'brave',
      count: example.count ?? 10,
    });
  });

  it('uses its own search engine where that is what is set up, and says what it can’t', async () => {
    const ctx = bench.context({ settings: { brave: null } });
    expect(await tool.run(read({ query: 'a', country: 'JP' }), ctx)).toMatchObject({ sourceUsed: 'searxng' });
    expect(ctx.warnings).toHaveLength(1);
  });

  it('has one source: nothing answers when it fails', async () => {
    const failure = await failureOf(run({ query: 'a' }, { magic: 'down@brave' }));
    expect(failure).toMatchObject({ kind: 'overloaded', source: 'brave' });
    expect((await failureOf(run({ query: 'a' }, { magic: 'empty' }))).kind).toBe('empty');
    await expect(tool.run(read({ query: 'a' }), contextFor())).rejects.toMatchObject({ code: 'TOOL_UNAVAILABLE' });
  });

  it('costs what the operator states, and nothing at home', () => {
    const paid = (id: string) => (id === 'brave' ? { requestUsd: '0.005' } : {});
    const home = (id: string) => (id === 'searxng' ? {} : null);
    expect([undefined, paid, home].map((settings) => tool.costCeiling?.(read({ query: 'a' }), settings))).toEqual([
      0, 5000, 0,
    ]);
  });

  it.each([
    [{ query: 'a'.repeat(400), count: 20, country: 'jp', freshness: 'pd' }, true],
    [{ query: 'a', count: 1, freshness: 'pw' }, true],
    [{ query: 'a'.repeat(401) }, false],
    [{ query: '  ' }, false],
    [{}, false],
    [{ query: 5 }, false],
    [{ query: 'a', count: 0 }, false],
    [{ query: 'a', count: 21 }, false],
    [{ query: 'a', count: 1.5 }, false],
    [{ query: 'a', count: '5' }, false],
    [{ query: 'a', country: 'JPN' }, false],
    [{ query: 'a', country: '' }, false],
    [{ query: 'a', freshness: 'py' }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(tool.input.safeParse(input).success).toBe(fits);
  });

  it('has its defaults', () => {
    expect(read({ query: ' a ' })).toEqual({ query: 'a', count: 10 });
    expect(read({ query: 'a', country: 'jp' }).country).toBe('JP');
  });
});
