import { expect, it } from 'vitest';
import jina from '../../src/providers/jina.ts';
import twin from '../../src/sandbox/jina.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';
import { embedCase, lengthOf, likeness } from './embed-case.ts';

describeProvider(
  {
    provider: jina,
    twin,
    ask: (ctx) => jina.embed(embedCase, ctx),
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
    it('gives a vector for each text in their order, whatever order they came in', async () => {
      const ctx = bench().context();
      const { vectors, model, inputTokens } = await jina.embed({ ...embedCase, inputType: 'query' }, ctx);
      const [only] = (await jina.embed({ ...embedCase, texts: [embedCase.texts[2] ?? ''] }, ctx)).vectors;
      expect(vectors[2]).toEqual(only);
      expect(lengthOf(vectors[0] ?? [])).toBeCloseTo(1, 6);
      expect(likeness(vectors[0], vectors[1])).toBeGreaterThan(likeness(vectors[0], vectors[2]));
      expect(model).toBe('jina-embeddings-v3');
      expect(ctx.metered[0]).toBeCloseTo((inputTokens ?? Number.NaN) * 0.05);
    });

    it('has no vectors longer than its model makes', async () => {
      const failure = await failureOf(jina.embed({ ...embedCase, dimensions: 2048 }, bench().context()));
      expect(failure.kind).toBe('bad_request');
    });
  },
);
