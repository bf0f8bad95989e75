import { expect, it } from 'vitest';
import voyage from '../../src/providers/voyage.ts';
import twin from '../../src/sandbox/voyage.ts';
import { describeProvider } from '../harness/provider-suite.ts';
import { embedCase, lengthOf, likeness } from './embed-case.ts';

const request = { ...embedCase, model: 'lite' } as const;

describeProvider(
  {
    provider: voyage,
    twin,
    ask: (ctx) => voyage.embed(request, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'quota',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'malformed',
      'too-long': 'context',
      retired: 'retired',
    },
  },
  (bench) => {
    it('gives a vector of length 1 for each text, and notes the tokens', async () => {
      const ctx = bench().context();
      const { vectors, model, inputTokens } = await voyage.embed(request, ctx);
      expect(vectors.map(({ length }) => length)).toEqual([1024, 1024, 1024]);
      for (const vector of vectors) expect(lengthOf(vector)).toBeCloseTo(1, 6);
      expect(likeness(vectors[0], vectors[1])).toBeGreaterThan(likeness(vectors[0], vectors[2]) + 0.2);
      expect(model).toBe('voyage-4-lite');
      expect(ctx.metered).toEqual([(inputTokens ?? Number.NaN) * 0.02]);
    });

    it.each([256, 512, 1024, 2048])('has vectors of %i numbers', async (dimensions) => {
      const { vectors } = await voyage.embed({ ...request, dimensions, inputType: 'query' }, bench().context());
      expect(vectors[2]).toHaveLength(dimensions);
    });

    it('uses the model that is set, whose price it does not know', async () => {
      const ctx = bench().context({ settings: { voyage: { modelLarge: 'voyage-5' } } });
      expect((await voyage.embed({ ...request, model: 'large' }, ctx)).model).toBe('voyage-5');
      expect(ctx.metered).toEqual([]);
      expect(voyage.ceiling(['日本'], 'large')).toBeCloseTo(6 * 0.12);
    });
  },
);
