import { expect, it } from 'vitest';
import groq from '../../src/providers/groq.ts';
import twin from '../../src/sandbox/groq.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const capital = { prompt: 'What is the capital of Japan?', maxTokens: 100 };

describeProvider(
  {
    provider: groq,
    twin,
    ask: (ctx) => groq.chat(capital, ctx),
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
      'not-found': 'retired',
    },
    retryAfterSeconds: 30,
  },
  (bench) => {
    it('answers, and notes what the tokens cost', async () => {
      const ctx = bench().context();
      const answer = await groq.chat({ ...capital, system: 'Be brief.', temperature: 0 }, ctx);
      expect(answer).toMatchObject({
        text: 'The capital of Japan is Tokyo.',
        model: 'openai/gpt-oss-20b',
        finishReason: 'stop',
      });
      const { inputTokens, outputTokens } = answer.usage;
      expect(ctx.metered).toEqual([(inputTokens ?? 0) * 0.075 + (outputTokens ?? 0) * 0.3]);
      expect(ctx.metered[0]).toBeGreaterThan(0);
    });

    it('uses the models of the settings, whose cost it does not know', async () => {
      const ctx = bench().context({
        settings: { groq: { modelFast: 'someone/else', modelLarge: 'openai/gpt-oss-120b' } },
      });
      expect((await groq.chat(capital, ctx)).model).toBe('someone/else');
      expect(ctx.metered).toEqual([]);
      expect((await groq.chat({ ...capital, model: 'large' }, ctx)).model).toBe('openai/gpt-oss-120b');
      expect(ctx.metered).toHaveLength(1);
    });

    it('settles an answer that maxTokens cut short, and refuses one that it left empty', async () => {
      const cut = await groq.chat({ prompt: 'Tell me a long story', maxTokens: 20 }, bench().context());
      expect(cut.finishReason).toBe('length');
      const failure = await failureOf(groq.chat({ ...capital, maxTokens: 5 }, bench().context()));
      expect(failure).toMatchObject({ kind: 'empty', facts: { message: expect.stringContaining('maxTokens') } });
    });

    it('bounds the cost from above', async () => {
      for (const prompt of ['short', '日本語の文章。'.repeat(50), '🙂'.repeat(100)]) {
        const ctx = bench().context();
        await groq.chat({ prompt, maxTokens: 200 }, ctx);
        expect(groq.ceiling({ prompt, maxTokens: 200 })).toBeGreaterThanOrEqual(ctx.metered[0] ?? Number.NaN);
      }
      expect(groq.ceiling({ prompt: 'あ', maxTokens: 1000 })).toBe(Math.ceil(103 * 0.075 + 300));
    });
  },
);
