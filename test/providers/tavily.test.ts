import { expect, it } from 'vitest';
import tavily from '../../src/providers/tavily.ts';
import twin from '../../src/sandbox/tavily.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const search = { query: 'What is HTTP 402?', depth: 'basic', maxResults: 3, includeAnswer: true } as const;

describeProvider(
  {
    provider: tavily,
    twin,
    ask: (ctx) => tavily.search(search, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'quota',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
    },
    retryAfterSeconds: 30,
  },
  (bench) => {
    it('gives results, and the answer when asked for', async () => {
      const found = await tavily.search(search, bench().context());
      expect(found.results).toHaveLength(3);
      expect(found.results[0]).toMatchObject({
        title: 'HTTP 402 - Encyclopedia',
        url: expect.stringMatching(/^https:/),
      });
      expect(found.answer).toContain('HTTP 402');
      expect(await tavily.search({ ...search, includeAnswer: false }, bench().context())).not.toHaveProperty('answer');
    });

    it('notes the credits at the price that the operator states', async () => {
      const settings = { tavily: { creditUsd: '0.008' } };
      const ctx = bench().context({ settings });
      await tavily.search({ ...search, depth: 'advanced' }, ctx);
      expect(ctx.metered).toEqual([16_000]);
      expect(tavily.ceiling('advanced', settings.tavily)).toBe(16_000);
      expect(tavily.ceiling('basic', null)).toBe(0);
    });
  },
);
