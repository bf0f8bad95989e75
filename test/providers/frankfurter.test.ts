import { expect, it } from 'vitest';
import frankfurter from '../../src/providers/frankfurter.ts';
import twin from '../../src/sandbox/frankfurter.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

describeProvider(
  {
    provider: frankfurter,
    twin,
    ask: (ctx) => frankfurter.rate({ from: 'USD', to: 'JPY' }, ctx),
    failures: {
      'rate-limit': 'rate',
      down: 'overloaded',
      'error-in-200': 'malformed',
      empty: 'not_found',
      'not-found': 'not_found',
    },
    retryAfterSeconds: 30,
  },
  (bench) => {
    it('gives the rate of one unit and its day', async () => {
      const found = await frankfurter.rate({ from: 'USD', to: 'JPY' }, bench().context());
      expect(found).toMatchObject({ rate: 154.32, date: '2026-11-20' });
    });

    it('has no rate for a currency the upstream refuses', async () => {
      const failure = await failureOf(frankfurter.rate({ from: 'USD', to: 'XAU' }, bench().context()));
      expect(failure.kind).toBe('not_found');
    });
  },
);
