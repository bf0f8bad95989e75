import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import twin from '../../../src/sandbox/coingecko.ts';
import cryptoPrices from '../../../tools/proxy/crypto-prices.ts';
import { benchOf, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(twin);
});
afterAll(() => bench.close());

const read = (input: unknown) => cryptoPrices.input.parse(input);
const run = async (input: unknown, magic?: string) =>
  cryptoPrices.output.parse(await cryptoPrices.run(read(input), bench.context(magic === undefined ? {} : { magic })));

describe('crypto-prices', () => {
  it.each(cryptoPrices.examples)('answers its example %o', async (example) => {
    expect((await run(example)).missing).toEqual([]);
  });

  it('names coins as they were asked for, and those that nobody knows', async () => {
    expect(await run({ coins: 'BTC, ethereum,，nonsense-coin', vsCurrencies: 'USD, eur' })).toEqual({
      prices: {
        btc: { usd: 76_975, eur: 70_817, change24h: -1.41 },
        ethereum: { usd: 2514.33, eur: 2313.1836, change24h: 0.52 },
      },
      missing: ['nonsense-coin'],
      attribution: expect.stringContaining('CoinGecko'),
      sourceUsed: 'coingecko',
    });
    expect((await run({ coins: 'btc', include24hChange: false })).prices).toEqual({ btc: { usd: 76_975 } });
  });

  it('has no result when it knows none, and fails with its source', async () => {
    expect((await failureOf(run({ coins: 'nonsense-coin' }))).kind).toBe('empty');
    expect((await failureOf(run({ coins: 'btc' }, 'rate-limit'))).kind).toBe('rate');
  });

  it('costs nothing on the demo plan', () => {
    expect(cryptoPrices.costCeiling?.(read({ coins: 'btc' }))).toBe(0);
    expect(cryptoPrices.costCeiling?.(read({ coins: 'btc' }), () => ({ requestUsd: '0.0003' }))).toBe(600);
  });

  const named = (count: number, word: string): string =>
    Array.from({ length: count }, (_, i) => `${word}${'abcdefghijk'[i % 11]}${i}`).join();

  it.each([
    [
      { coins: named(50, 'coin-'), vsCurrencies: 'usd,eur,jpy,gbp,cny,twd,krw,btc,eth,aud', include24hChange: false },
      true,
    ],
    [{ coins: named(51, 'coin-') }, false],
    [{ coins: 'btc', vsCurrencies: 'usd,eur,jpy,gbp,cny,twd,krw,btc,eth,aud,chf' }, false],
    [{ coins: '' }, false],
    [{ coins: ' , ' }, false],
    [{ coins: 'a'.repeat(101) }, false],
    [{ coins: 'bit coin' }, false],
    [{}, false],
    [{ coins: ['btc'] }, false],
    [{ coins: 'btc', vsCurrencies: '' }, false],
    [{ coins: 'btc', vsCurrencies: 'u' }, false],
    [{ coins: 'btc', vsCurrencies: 1 }, false],
    [{ coins: 'btc', include24hChange: 'no' }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(cryptoPrices.input.safeParse(input).success).toBe(fits);
  });

  it('has its defaults', () => {
    expect(read({ coins: ' BTC ,btc' })).toEqual({ coins: ['btc'], vsCurrencies: ['usd'], include24hChange: true });
  });
});
