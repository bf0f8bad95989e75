import { expect, it } from 'vitest';
import xai from '../../src/providers/xai.ts';
import twin from '../../src/sandbox/xai.ts';
import { benchOf, failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const capital = { prompt: 'What is the capital of Japan?', maxTokens: 100 };

describeProvider(
  {
    provider: xai,
    twin,
    ask: (ctx) => xai.live(capital, ctx),
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
  },
  (bench) => {
    it('answers with what it cites, and notes what xAI says it cost', async () => {
      const ctx = bench().context();
      const answer = await xai.live({ ...capital, system: 'Be brief.' }, ctx);
      expect(answer).toMatchObject({
        text: expect.stringContaining('The capital of Japan is Tokyo.'),
        model: 'grok-4.3',
        finishReason: 'stop',
        citations: ['https://news.example.com/2026/11/sandbox'],
      });
      const { inputTokens, outputTokens } = answer.usage;
      expect(ctx.metered[0]).toBeCloseTo((inputTokens ?? 0) * 1.25 + (outputTokens ?? 0) * 2.5 + 5000, 3);
      expect(ctx.metered[0]).toBeLessThanOrEqual(xai.ceiling({ ...capital, system: 'Be brief.' }));
      expect((await xai.live({ ...capital, model: 'large' }, bench().context())).model).toBe('grok-4.7');
    });

    it('settles an answer that maxTokens cut short, and refuses one that it left empty', async () => {
      const cut = await xai.live({ prompt: 'Tell me a long story', maxTokens: 50 }, bench().context());
      expect(cut.finishReason).toBe('length');
      const spent = await failureOf(xai.live({ ...capital, maxTokens: 10 }, bench().context()));
      expect(spent).toMatchObject({ kind: 'empty', facts: { message: expect.stringContaining('maxTokens') } });
    });

    it.each([
      ['failed', null, 'overloaded'],
      ['incomplete', { reason: 'content_filter' }, 'filtered'],
    ])('takes the status %s %o for %s', async (status, incomplete_details, kind) => {
      const ended = await benchOf({ id: 'xai', handle: () => ({ json: { status, output: [], incomplete_details } }) });
      expect((await failureOf(xai.live(capital, ended.context()))).kind).toBe(kind);
      await ended.close();
    });

    it('counts tokens and searches where xAI tells no cost', async () => {
      const usage = { input_tokens: 100, output_tokens: 10, num_server_side_tools_used: 1 };
      const output = [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }];
      const plain = await benchOf({ id: 'xai', handle: () => ({ json: { status: 'completed', output, usage } }) });
      const ctx = plain.context();
      expect(await xai.live(capital, ctx)).toMatchObject({ text: 'Hi', citations: [], model: 'grok-4.3' });
      expect(ctx.metered).toEqual([125 + 25, 5000]);
      await plain.close();
    });
  },
);
