import { expect, it } from 'vitest';
import llamacpp from '../../src/providers/llamacpp.ts';
import twin from '../../src/sandbox/llamacpp.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const capital = { prompt: 'What is the capital of Japan?', maxTokens: 100 };

describeProvider(
  {
    provider: llamacpp,
    twin,
    ask: (ctx) => llamacpp.chat(capital, ctx),
    failures: {
      'rate-limit': 'overloaded',
      'bad-key': 'auth',
      quota: 'quota',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
      filtered: 'filtered',
      'too-long': 'context',
      retired: 'retired',
    },
  },
  (bench) => {
    it('answers at no cost, and thinks where it is asked to, outside of the answer', async () => {
      const ctx = bench().context();
      const told = await llamacpp.chat({ ...capital, maxTokens: 20 }, ctx);
      const thought = await llamacpp.chat({ ...capital, maxTokens: 20, model: 'reasoner' }, bench().context());
      expect(told).toMatchObject({ text: 'The capital of Japan is Tokyo.', finishReason: 'stop' });
      expect(thought.text).toBe(told.text);
      expect(thought.usage.outputTokens).toBeGreaterThan(60);
      expect(ctx.metered).toEqual([0]);
      expect(llamacpp.ceiling()).toBe(0);
    });
  },
);
