import { expect, it } from 'vitest';
import vllm from '../../src/providers/vllm.ts';
import twin from '../../src/sandbox/vllm.ts';
import { benchOf, failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const capital = { prompt: 'What is the capital of Japan?', maxTokens: 100 };

describeProvider(
  {
    provider: vllm,
    twin,
    ask: (ctx) => vllm.chat(capital, ctx),
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
      const told = await vllm.chat({ ...capital, maxTokens: 20 }, ctx);
      const thought = await vllm.chat({ ...capital, maxTokens: 20, model: 'reasoner' }, bench().context());
      expect(told).toMatchObject({ text: 'The capital of Japan is Tokyo.', finishReason: 'stop' });
      expect(thought.text).toBe(told.text);
      expect(thought.usage.outputTokens).toBeGreaterThan(60);
      expect(ctx.metered).toEqual([0]);
      expect(vllm.ceiling()).toBe(0);
    });

    it('asks for the name of its model unless that is set', async () => {
      const before = bench().requests('vllm');
      expect((await vllm.chat(capital, bench().context())).model).toBe('Qwen/Qwen3-8B');
      expect(bench().requests('vllm')).toBe(before + 2);
      const settings = { vllm: { modelChat: 'Qwen/Qwen3-8B' } };
      await vllm.chat(capital, bench().context({ settings }));
      expect(bench().requests('vllm')).toBe(before + 3);
      const missing = vllm.chat(capital, bench().context({ settings: { vllm: { modelChat: 'other' } } }));
      expect((await failureOf(missing)).kind).toBe('retired');
      const idle = await benchOf({ id: 'vllm', handle: () => ({ json: { data: [] } }) });
      expect((await failureOf(vllm.chat(capital, idle.context()))).kind).toBe('retired');
      await idle.close();
    });

    it('takes half a thought for no answer', async () => {
      const message = { content: '<think>\nLet me' };
      const cut = await benchOf({
        id: 'vllm',
        handle: () => ({ json: { data: [{ id: 'm' }], choices: [{ message, finish_reason: 'length' }] } }),
      });
      expect((await failureOf(vllm.chat(capital, cut.context()))).kind).toBe('empty');
      await cut.close();
    });
  },
);
