import { expect, it } from 'vitest';
import deepseek from '../../src/providers/deepseek.ts';
import twin from '../../src/sandbox/deepseek.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const capital = { prompt: 'What is the capital of France?', maxTokens: 100, model: 'chat' } as const;

describeProvider(
  {
    provider: deepseek,
    twin,
    ask: (ctx) => deepseek.chat(capital, ctx),
    failures: {
      'rate-limit': 'rate',
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
    it('answers after the blank lines of the queue', async () => {
      const ctx = bench().context();
      const answer = await deepseek.chat(capital, ctx);
      expect(answer).toMatchObject({ text: 'The capital of France is Paris.', model: 'deepseek-flash' });
      expect(ctx.metered[0]).toBeGreaterThan(0);
      expect(ctx.metered[0]).toBeLessThanOrEqual(deepseek.ceiling(capital));
    });

    it('leaves room for thinking when it shall think', async () => {
      const thought = await deepseek.chat({ ...capital, model: 'reasoner', maxTokens: 10 }, bench().context());
      expect(thought.text).toBe('The capital of France is Paris.');
      expect(thought.usage.outputTokens).toBeGreaterThan(40);
      const short = await failureOf(deepseek.chat({ ...capital, model: 'chat', maxTokens: 0 }, bench().context()));
      expect(short.kind).toBe('bad_request');
      expect(deepseek.ceiling({ ...capital, model: 'reasoner' })).toBeGreaterThan(deepseek.ceiling(capital));
    });
  },
);
