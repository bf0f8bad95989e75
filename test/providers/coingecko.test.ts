import { expect, it } from 'vitest';
import coingecko from '../../src/providers/coingecko.ts';
import twin from '../../src/sandbox/coingecko.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { contextFor, failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const search = { coins: ['bitcoin'], currencies: ['usd'] };

describeProvider(
  {
    provider: coingecko,
    twin,
    ask: (ctx) => coingecko.prices(search, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      retired: 'auth',
      quota: 'quota',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
      'not-found': 'empty',
    },
    retryAfterSeconds: 53,
  },
  (bench) => {
    it('finds ids and well-known symbols in one request, other symbols in a second', async () => {
      const before = bench().requests('coingecko');
      const currencies = ['usd', 'jpy'];
      const found = await coingecko.prices({ coins: ['bitcoin', 'eth'], currencies }, bench().context());
      expect([...found.keys()]).toEqual(['bitcoin', 'eth']);
      expect(found.get('eth')).toEqual({
        prices: { usd: 2514.33, jpy: 388036.55 },
        changes: { usd: 0.5218, jpy: 0.5218 },
      });
      expect(bench().requests('coingecko') - before).toBe(1);
      const ctx = bench().context({ settings: { coingecko: { requestUsd: '0.0003' } } });
      const more = await coingecko.prices({ coins: ['btc', 'qnt', 'nonsense-coin'], currencies }, ctx);
      expect([...more.keys()]).toEqual(['btc', 'qnt']);
      expect(ctx.metered).toEqual([300, 300]);
      expect(coingecko.ceiling({ requestUsd: '0.0003' })).toBe(600);
      expect(coingecko.ceiling(null)).toBe(0);
    });

    it('does not know a coin in a currency that does not exist', async () => {
      const nothing = coingecko.prices({ ...search, currencies: ['xyz'] }, bench().context());
      expect((await failureOf(nothing)).kind).toBe('empty');
    });
  },
);

it('sends the key of its plan to the host of its plan', async () => {
  const sandbox = await createSandbox({ admit: () => {} });
  const kinds = async (settings: Record<string, string>): Promise<string> => {
    const ctx = contextFor({
      transport: sandbox,
      settings: { coingecko: { baseUrl: coingecko.baseUrl, ...settings } },
    });
    return await coingecko.prices(search, ctx).then(
      () => 'answered',
      (thrown: unknown) => (thrown instanceof Error ? thrown.message : ''),
    );
  };
  expect(await kinds({})).toBe('answered');
  expect(await kinds({ apiKey: 'CG-1', plan: 'demo' })).toBe('answered');
  expect(await kinds({ apiKey: 'CG-1', plan: 'pro' })).toBe('answered');
  expect(await kinds({ plan: 'pro' })).toBe('coingecko: auth');
  const proUrl = 'https://pro-api.coingecko.com/api/v3';
  expect(await kinds({ apiKey: 'CG-1', plan: 'demo', baseUrl: proUrl })).toBe('coingecko: auth');
});
