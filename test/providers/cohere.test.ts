import { expect, it } from 'vitest';
import cohere from '../../src/providers/cohere.ts';
import twin from '../../src/sandbox/cohere.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const capital = { prompt: 'What is the capital of Japan?', maxTokens: 100 };

describeProvider(
  {
    provider: cohere,
    twin,
    ask: (ctx) => cohere.chat(capital, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'quota',
      down: 'overloaded',
      'error-in-200': 'overloaded',
      empty: 'empty',
      filtered: 'filtered',
      'too-long': 'context',
      retired: 'retired',
    },
  },
  (bench) => {
    it('answers, and notes what the tokens cost', async () => {
      const ctx = bench().context();
      const answer = await cohere.chat({ ...capital, system: 'Be brief.', temperature: 0 }, ctx);
      expect(answer).toMatchObject({
        text: 'The capital of Japan is Tokyo.',
        model: 'command-r7b-12-2024',
        finishReason: 'stop',
      });
      expect(answer.usage.inputTokens).toBeGreaterThan(0);
      expect(ctx.metered[0]).toBeGreaterThan(0);
      expect(ctx.metered[0]).toBeLessThanOrEqual(cohere.ceiling({ ...capital, system: 'Be brief.' }));
    });

    it('settles an answer that maxTokens cut short, and refuses one that it left empty', async () => {
      const cut = await cohere.chat({ prompt: 'Tell me a long story', maxTokens: 5 }, bench().context());
      expect(cut.finishReason).toBe('length');
      const empty = { ...capital, prompt: 'sandbox:empty' };
      expect((await failureOf(cohere.chat(empty, bench().context()))).kind).toBe('empty');
    });

    it('bills what Cohere bills, and knows its larger model', async () => {
      const ctx = bench().context();
      const { usage, model } = await cohere.chat({ ...capital, model: 'large' }, ctx);
      expect(model).toBe('command-a-03-2025');
      expect(ctx.metered).toEqual([(usage.inputTokens ?? 0) * 2.5 + (usage.outputTokens ?? 0) * 10]);
    });
  },
);
