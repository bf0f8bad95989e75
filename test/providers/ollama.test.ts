import { expect, it } from 'vitest';
import ollama from '../../src/providers/ollama.ts';
import twin from '../../src/sandbox/ollama.ts';
import { benchOf, contextFor } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const capital = { prompt: 'What is the capital of Japan?', maxTokens: 100 };

describeProvider(
  {
    provider: ollama,
    twin,
    ask: (ctx) => ollama.chat(capital, ctx),
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
      'not-found': 'retired',
    },
  },
  (bench) => {
    it('answers, at no cost, with the version in its address or without', async () => {
      const ctx = bench().context();
      const answer = await ollama.chat({ ...capital, system: 'Be brief.', temperature: 0 }, ctx);
      expect(answer).toMatchObject({
        text: 'The capital of Japan is Tokyo.',
        model: 'gemma3:4b',
        finishReason: 'stop',
      });
      expect(ctx.metered).toEqual([0]);
      expect(ollama.ceiling()).toBe(0);
      const baseUrl = `${ctx.environment.settings('ollama')?.baseUrl}/v1`;
      const versioned = contextFor({ transport: ctx.environment.transport, settings: { ollama: { baseUrl } } });
      expect((await ollama.chat(capital, versioned)).text).toBe(answer.text);
    });

    it('has a model think only where thinking is asked for', async () => {
      const settings = { ollama: { modelChat: 'qwen3:8b', modelReasoner: 'qwen3:8b' } };
      const told = await ollama.chat({ ...capital, maxTokens: 20 }, bench().context({ settings }));
      const thought = await ollama.chat(
        { ...capital, maxTokens: 20, model: 'reasoner' },
        bench().context({ settings }),
      );
      expect(told.text).toBe('The capital of Japan is Tokyo.');
      expect(thought.text).toBe(told.text);
      expect(thought.usage.outputTokens).toBeGreaterThan(60);
    });

    it('sees a picture that is sent as bytes', async () => {
      const image = { type: 'image/gif', data: 'R0lGODlhAQABAAAAACw=' } as const;
      const answer = await ollama.chat({ ...capital, model: 'vision', image }, bench().context());
      expect(answer.text).toContain('image/gif');
    });

    it('sends a key only where there is one', async () => {
      const keys: (string | undefined)[] = [];
      const noting = await benchOf({
        ...twin,
        handle(request) {
          keys.push(request.headers.authorization);
          return twin.handle(request);
        },
      });
      await ollama.chat(capital, noting.context());
      await ollama.chat(capital, noting.context({ settings: { ollama: { apiKey: '' } } }));
      await noting.close();
      expect(keys).toEqual(['Bearer key-of-the-test', undefined]);
    });
  },
);
