import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import frankfurterTwin from '../../../src/sandbox/frankfurter.ts';
import openErApiTwin from '../../../src/sandbox/open-er-api.ts';
import exchangeRate from '../../../tools/proxy/exchange-rate.ts';
import { benchOf, contextFor, failureOf, type TestContext, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(frankfurterTwin, openErApiTwin);
});
afterAll(() => bench.close());

const run = async (input: unknown, ctx: TestContext = bench.context()) =>
  exchangeRate.output.parse(await exchangeRate.run(exchangeRate.input.parse(input), ctx));

describe('exchange-rate', () => {
  it.each(exchangeRate.examples)('answers its example %o', async (example) => {
    expect((await run(example)).attribution).toContain('Frankfurter');
  });

  it('multiplies, and takes codes in any case', async () => {
    expect(await run({ from: 'usd', to: 'Jpy', amount: 100 })).toMatchObject({
      from: 'USD',
      to: 'JPY',
      amount: 100,
      rate: 154.32,
      converted: 15_432,
      date: '2026-11-20',
      source: 'Frankfurter',
      sourceUsed: 'frankfurter',
    });
    expect((await run({ from: 'USD', to: 'EUR' })).converted).toBe(0.8661);
    expect((await run({ from: 'USD', to: 'EUR', amount: 0 })).converted).toBe(0);
  });

  it('uses the second source when the first is switched off, and not when it fails', async () => {
    const settings = { frankfurter: null };
    expect((await run({ from: 'USD', to: 'TWD' }, bench.context({ settings }))).sourceUsed).toBe('open-er-api');
    const failure = await failureOf(run({ from: 'USD', to: 'TWD' }, bench.context({ magic: 'down' })));
    expect(failure).toMatchObject({ source: 'frankfurter', kind: 'overloaded' });
  });

  it('answers from = to by itself, even without a source', async () => {
    expect(await run({ from: 'eur', to: 'EUR', amount: 3 }, contextFor())).toMatchObject({
      rate: 1,
      converted: 3,
      sourceUsed: 'local',
    });
    expect(exchangeRate.usesFor?.({ from: 'EUR', to: 'EUR', amount: 1 })).toEqual([]);
  });

  it.each([
    { from: 'USD', to: 'XQQ' },
    { from: '円円円', to: 'USD' },
    { from: 'XTA', to: 'USD' },
  ])('refuses %o as input', async (input) => {
    await expect(run(input)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('lets the sandbox’s currencies through with a test key', async () => {
    const failure = await failureOf(run({ from: 'USD', to: 'XTA' }, bench.context({ mode: 'test' })));
    expect(failure.kind).toBe('overloaded');
  });

  it.each([
    [{ from: 'USD', to: 'JPY', amount: 1e15 }, true],
    [{ from: 'USD', to: 'JPY', amount: 1.1e15 }, false],
    [{ from: 'USD', to: 'JPY', amount: -0.01 }, false],
    [{ from: 'USD', to: 'JPY', amount: '1' }, false],
    [{ from: 'USD' }, false],
    [{ to: 'USD' }, false],
    [{ from: 'US', to: 'JPY' }, false],
    [{ from: 'USDT', to: 'JPY' }, false],
    [{ from: 1, to: 'JPY' }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(exchangeRate.input.safeParse(input).success).toBe(fits);
  });
});
