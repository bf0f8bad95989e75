import { expect, it } from 'vitest';
import tei from '../../src/providers/tei.ts';
import twin from '../../src/sandbox/tei.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';
import { embedCase, lengthOf } from './embed-case.ts';

describeProvider(
  {
    provider: tei,
    twin,
    ask: (ctx) => tei.embed(embedCase, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'overloaded',
      down: 'overloaded',
      'error-in-200': 'malformed',
      empty: 'malformed',
      'too-long': 'context',
    },
  },
  (bench) => {
    it('asks for no more at once than a server takes as it comes', async () => {
      const texts = Array.from({ length: 96 }, (_, index) => `text ${index}`);
      const before = bench().requests('tei');
      const { vectors, model } = await tei.embed({ ...embedCase, texts }, bench().context());
      expect(bench().requests('tei') - before).toBe(3);
      expect(vectors).toHaveLength(96);
      const [last] = (await tei.embed({ ...embedCase, texts: ['text 95'] }, bench().context())).vectors;
      expect(vectors[95]).toEqual(last);
      expect(lengthOf(vectors[40] ?? [])).toBeCloseTo(1, 6);
      expect(model).toBe('BAAI/bge-m3');
    });

    it('names the prompts of the model only where they are set', async () => {
      const ask = (queryPrompt: string) =>
        tei.embed(
          { ...embedCase, inputType: 'query' },
          bench().context({ settings: { tei: { queryPrompt, model: 'e5' } } }),
        );
      expect((await ask('query')).model).toBe('e5');
      expect((await failureOf(ask('none of its'))).kind).toBe('bad_request');
    });
  },
);
