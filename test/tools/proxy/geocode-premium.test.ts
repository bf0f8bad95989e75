import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import twin from '../../../src/sandbox/opencage.ts';
import geocodePremium from '../../../tools/proxy/geocode-premium.ts';
import { benchOf, contextFor, failureOf, type TestContext, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(twin);
});
afterAll(() => bench.close());

const read = (input: unknown) => geocodePremium.input.parse(input);
const run = async (input: unknown, ctx: TestContext = bench.context()) =>
  geocodePremium.output.parse(await geocodePremium.run(read(input), ctx));

describe('geocode-premium', () => {
  it.each(geocodePremium.examples)('answers its example %o', async (example) => {
    const { results, sourceUsed } = await run(example);
    expect(results[0]?.timezone).toMatch(/\//);
    expect(sourceUsed).toBe('opencage');
  });

  it('goes by what q looks like', async () => {
    expect(await run({ q: 'tokyo', limit: 2 })).toMatchObject({ mode: 'forward', results: [{ name: 'Tokyo' }, {}] });
    expect(await run({ q: '48.86，2.33', language: 'ja' })).toMatchObject({
      mode: 'reverse',
      results: [{ city: 'パリ', currency: 'EUR' }],
    });
    await expect(run({ q: '90.1,0' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('fails with its one source', async () => {
    expect((await failureOf(run({ q: 'NOWHERE-INTERESTING' }))).kind).toBe('empty');
    expect((await failureOf(run({ q: 'Rome' }, bench.context({ magic: 'quota' })))).kind).toBe('quota');
    await expect(run({ q: 'Rome' }, contextFor())).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      facts: { details: { variables: ['OPENCAGE_API_KEY'] } },
    });
  });

  it('costs less than its price', () => {
    expect(geocodePremium.costCeiling?.(read({ q: 'Rome' }))).toBe(200);
    expect(geocodePremium.costCeiling?.(read({ q: 'Rome' }), () => ({ requestUsd: '0.001' }))).toBe(1000);
  });

  it.each([
    [{ q: 'a'.repeat(300), language: 'zh-TW', limit: 10 }, true],
    [{ q: 'ab', limit: 1 }, true],
    [{ q: 'a'.repeat(301) }, false],
    [{ q: ' a ' }, false],
    [{}, false],
    [{ q: 1 }, false],
    [{ q: 'ab', limit: 0 }, false],
    [{ q: 'ab', limit: 11 }, false],
    [{ q: 'ab', limit: 1.5 }, false],
    [{ q: 'ab', language: 'English please' }, false],
    [{ q: 'ab', language: 1 }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(geocodePremium.input.safeParse(input).success).toBe(fits);
  });

  it('has its defaults', () => {
    expect(read({ q: ' Rome ' })).toEqual({ q: 'Rome', language: 'en', limit: 5 });
  });
});
