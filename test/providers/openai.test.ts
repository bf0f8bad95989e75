import { expect, it } from 'vitest';
import openai from '../../src/providers/openai.ts';
import twin from '../../src/sandbox/openai.ts';
import { benchOf, failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const capital = { prompt: 'What is the capital of Japan?', maxTokens: 100 };

describeProvider(
  {
    provider: openai,
    twin,
    ask: (ctx) => openai.chat(capital, ctx),
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
      const answer = await openai.chat({ ...capital, system: 'Be brief.', temperature: 0 }, ctx);
      expect(answer).toMatchObject({
        text: 'The capital of Japan is Tokyo.',
        model: 'gpt-4.1-mini',
        finishReason: 'stop',
      });
      expect(answer.usage.inputTokens).toBeGreaterThan(0);
      expect(ctx.metered[0]).toBeGreaterThan(0);
      expect(ctx.metered[0]).toBeLessThanOrEqual(openai.ceiling({ ...capital, system: 'Be brief.' }));
    });

    it('settles an answer that maxTokens cut short, and refuses one that it left empty', async () => {
      const cut = await openai.chat({ prompt: 'Tell me a long story', maxTokens: 5 }, bench().context());
      expect(cut.finishReason).toBe('length');
      const empty = { ...capital, prompt: 'sandbox:empty' };
      expect((await failureOf(openai.chat(empty, bench().context()))).kind).toBe('empty');
    });

    it('sees a picture with a model that thinks, which it tells not to', async () => {
      const image = { type: 'image/png', data: 'iVBORw0KGgo=' } as const;
      const answer = await openai.chat({ ...capital, temperature: 1, model: 'vision', image }, bench().context());
      expect(answer).toMatchObject({ model: 'gpt-6-luna', text: expect.stringContaining('image/png and 8 bytes') });
      expect(openai.ceiling({ ...capital, model: 'vision', image })).toBeGreaterThan(
        openai.ceiling({ ...capital, model: 'vision' }),
      );
    });

    it.each([
      ['gpt-5', 'minimal'],
      ['gpt-5.4', 'none'],
      ['gpt-6-sol', 'none'],
      ['o4-mini', 'low'],
      ['gpt-4.1-nano', undefined],
    ])('asks %s for an effort of %s', async (modelGenerate, effort) => {
      const sent: unknown[] = [];
      const noting = await benchOf({
        ...twin,
        handle(request) {
          sent.push(request.json);
          return twin.handle(request);
        },
      });
      await openai.chat({ ...capital, temperature: 0.5 }, noting.context({ settings: { openai: { modelGenerate } } }));
      await noting.close();
      expect(sent).toMatchObject([
        { model: modelGenerate, ...(effort ? { reasoning_effort: effort } : { max_tokens: 100 }) },
      ]);
    });
  },
);
