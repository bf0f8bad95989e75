import { expect, it } from 'vitest';
import gemini from '../../src/providers/gemini.ts';
import twin from '../../src/sandbox/gemini.ts';
import { benchOf, failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const capital = { prompt: 'What is the capital of Japan?', maxTokens: 100 };

describeProvider(
  {
    provider: gemini,
    twin,
    ask: (ctx) => gemini.chat(capital, ctx),
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
      const answer = await gemini.chat({ ...capital, system: 'Be brief.', temperature: 0 }, ctx);
      expect(answer).toMatchObject({
        text: 'The capital of Japan is Tokyo.',
        model: 'gemini-2.5-flash-lite',
        finishReason: 'stop',
      });
      expect(answer.usage.inputTokens).toBeGreaterThan(0);
      expect(ctx.metered[0]).toBeGreaterThan(0);
      expect(ctx.metered[0]).toBeLessThanOrEqual(gemini.ceiling({ ...capital, system: 'Be brief.' }));
    });

    it('settles an answer that maxTokens cut short, and refuses one that it left empty', async () => {
      const cut = await gemini.chat({ prompt: 'Tell me a long story', maxTokens: 5 }, bench().context());
      expect(cut.finishReason).toBe('length');
      const empty = { ...capital, prompt: 'sandbox:empty' };
      expect((await failureOf(gemini.chat(empty, bench().context()))).kind).toBe('empty');
    });

    it('sees a picture', async () => {
      const image = { type: 'image/webp', data: 'UklGRhoAAABXRUJQ' } as const;
      const asked = { ...capital, system: 'Answer in Japanese.', model: 'vision', image };
      const answer = await gemini.chat(asked, bench().context());
      expect(answer).toMatchObject({ model: 'gemini-3.5-flash-lite', text: expect.stringContaining('image/webp') });
    });

    it('leaves room for models that always think, and pays for it', async () => {
      const ctx = bench().context();
      const { text, usage } = await gemini.chat({ ...capital, maxTokens: 10, model: 'large' }, ctx);
      expect(text).toBe('The capital of Japan is Tokyo.');
      expect(usage.outputTokens).toBeGreaterThan(64);
      expect(ctx.metered).toEqual([(usage.inputTokens ?? 0) * 1.5 + (usage.outputTokens ?? 0) * 7.5]);
      const spent = await failureOf(gemini.chat({ ...capital, maxTokens: 0 }, bench().context()));
      expect(spent.kind).toBe('bad_request');
    });

    it.each([
      ['SAFETY', 'filtered'],
      ['RECITATION', 'filtered'],
      ['SPII', 'filtered'],
      ['MALFORMED_RESPONSE', 'malformed'],
      ['OTHER', 'empty'],
      ['MAX_TOKENS', 'empty'],
    ])('takes an answer that ended with %s for %s', async (finishReason, kind) => {
      const ended = await benchOf({ id: 'gemini', handle: () => ({ json: { candidates: [{ finishReason }] } }) });
      expect((await failureOf(gemini.chat(capital, ended.context()))).kind).toBe(kind);
      await ended.close();
    });
  },
);
