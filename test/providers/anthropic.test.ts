import { expect, it } from 'vitest';
import anthropic from '../../src/providers/anthropic.ts';
import twin from '../../src/sandbox/anthropic.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const capital = { prompt: 'What is the capital of Japan?', maxTokens: 100 };

describeProvider(
  {
    provider: anthropic,
    twin,
    ask: (ctx) => anthropic.chat(capital, ctx),
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
    retryAfterSeconds: 30,
  },
  (bench) => {
    it('answers, and notes what the tokens cost', async () => {
      const ctx = bench().context();
      const answer = await anthropic.chat({ ...capital, system: 'Be brief.', temperature: 0 }, ctx);
      expect(answer).toMatchObject({
        text: 'The capital of Japan is Tokyo.',
        model: 'claude-haiku-4-5-20251001',
        finishReason: 'stop',
      });
      expect(answer.usage.inputTokens).toBeGreaterThan(0);
      expect(ctx.metered[0]).toBeGreaterThan(0);
      expect(ctx.metered[0]).toBeLessThanOrEqual(anthropic.ceiling({ ...capital, system: 'Be brief.' }));
    });

    it('settles an answer that maxTokens cut short, and refuses one that it left empty', async () => {
      const cut = await anthropic.chat({ prompt: 'Tell me a long story', maxTokens: 5 }, bench().context());
      expect(cut.finishReason).toBe('length');
      const empty = { ...capital, prompt: 'sandbox:empty' };
      expect((await failureOf(anthropic.chat(empty, bench().context()))).kind).toBe('empty');
    });

    it.each(['claude-haiku-5-5', 'claude-opus-4-8', 'claude-sonnet-5-5'])(
      'sends %s no temperature, which it would refuse',
      async (modelGenerate) => {
        const settings = { anthropic: { modelGenerate } };
        const answer = await anthropic.chat({ ...capital, temperature: 0.5 }, bench().context({ settings }));
        expect(answer.model).toBe(modelGenerate);
      },
    );
  },
);
