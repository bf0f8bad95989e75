import { expect, it } from 'vitest';
import openErApi from '../../src/providers/open-er-api.ts';
import twin from '../../src/sandbox/open-er-api.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

describeProvider(
  {
    provider: openErApi,
    twin,
    ask: (ctx) => openErApi.rate({ from: 'USD', to: 'TWD' }, ctx),
    failures: {
      'rate-limit': 'rate',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'not_found',
      'not-found': 'not_found',
    },
  },
  (bench) => {
    it('picks one rate from the table', async () => {
      const found = await openErApi.rate({ from: 'USD', to: 'TWD' }, bench().context());
      expect(found).toMatchObject({ rate: 31.2, date: '2026-11-21' });
    });

    it.each([
      ['USD', 'XAU'],
      ['XAU', 'USD'],
    ])('has no rate from %s to %s', async (from, to) => {
      expect((await failureOf(openErApi.rate({ from, to }, bench().context()))).kind).toBe('not_found');
    });
  },
);
