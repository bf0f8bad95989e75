import { expect, it } from 'vitest';
import mistral from '../../src/providers/mistral.ts';
import twin from '../../src/sandbox/mistral.ts';
import { benchOf, failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const capital = { prompt: 'What is the capital of Japan?', maxTokens: 100 };

describeProvider(
  {
    provider: mistral,
    twin,
    ask: (ctx) => mistral.chat(capital, ctx),
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
    retryAfterSeconds: 30,
  },
  (bench) => {
    it('answers, and notes what the tokens cost', async () => {
      const ctx = bench().context();
      const answer = await mistral.chat({ ...capital, system: 'Be brief.', temperature: 0 }, ctx);
      expect(answer).toMatchObject({
        text: 'The capital of Japan is Tokyo.',
        model: 'mistral-small-latest',
        finishReason: 'stop',
      });
      expect(answer.usage.inputTokens).toBeGreaterThan(0);
      expect(ctx.metered[0]).toBeGreaterThan(0);
      expect(ctx.metered[0]).toBeLessThanOrEqual(mistral.ceiling({ ...capital, system: 'Be brief.' }));
    });

    it('settles an answer that maxTokens cut short, and refuses one that it left empty', async () => {
      const cut = await mistral.chat({ prompt: 'Tell me a long story', maxTokens: 5 }, bench().context());
      expect(cut.finishReason).toBe('length');
      const empty = { ...capital, prompt: 'sandbox:empty' };
      expect((await failureOf(mistral.chat(empty, bench().context()))).kind).toBe('empty');
    });

    it('has three models, whose ids are settings', async () => {
      const model = async (name: string, settings = {}) =>
        (await mistral.chat({ ...capital, model: name }, bench().context({ settings: { mistral: settings } }))).model;
      expect(await model('large')).toBe('mistral-large-latest');
      expect(await model('code')).toBe('codestral-latest');
      expect(await model('code', { modelCode: 'devstral-latest' })).toBe('devstral-latest');
    });

    it('reads an answer in chunks, without what the model thought', async () => {
      const chunks = [
        { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
        { type: 'text', text: 'To' },
        { type: 'text', text: 'kyo' },
      ];
      const thinking = await benchOf({
        id: 'mistral',
        handle: () => ({ json: { choices: [{ message: { content: chunks }, finish_reason: 'model_length' }] } }),
      });
      const answer = await mistral.chat(capital, thinking.context());
      await thinking.close();
      expect(answer).toEqual({
        text: 'Tokyo',
        model: 'mistral-small-latest',
        finishReason: 'length',
        usage: { inputTokens: null, outputTokens: null },
      });
    });
  },
);
