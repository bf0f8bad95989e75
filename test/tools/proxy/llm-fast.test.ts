import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import twin from '../../../src/sandbox/groq.ts';
import llmFast from '../../../tools/proxy/llm-fast.ts';
import { benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(twin);
});
afterAll(() => bench.close());

const run = async (input: unknown, magic?: string) =>
  llmFast.output.parse(
    await llmFast.run(llmFast.input.parse(input), bench.context(magic === undefined ? {} : { magic })),
  );

describe('llm-fast', () => {
  it.each(llmFast.examples)('answers its example %o', async (example) => {
    const answer = await run(example);
    expect(answer).toMatchObject({ provider: 'groq', sourceUsed: 'groq', finishReason: 'stop' });
    expect(answer.response).not.toContain('sandbox');
  });

  it('knows its two models', async () => {
    expect((await run({ prompt: 'Hi' })).model).toBe('openai/gpt-oss-20b');
    const settings = { groq: { modelLarge: 'openai/gpt-oss-120b' } };
    const large = await llmFast.run(llmFast.input.parse({ prompt: 'Hi', model: 'large' }), bench.context({ settings }));
    expect(large.model).toBe('openai/gpt-oss-120b');
  });

  it('fails with its provider, and is unavailable without', async () => {
    expect((await failureOf(run({ prompt: 'Hi' }, 'filtered'))).kind).toBe('filtered');
    await expect(llmFast.run(llmFast.input.parse({ prompt: 'Hi' }), contextFor())).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      facts: { details: { variables: ['GROQ_API_KEY', 'OLLAMA_BASE_URL', 'LLAMACPP_BASE_URL', 'VLLM_BASE_URL'] } },
    });
  });

  it.each([
    [{ prompt: 'a', maxTokens: 1 }, true],
    [{ prompt: 'a', maxTokens: 8192, model: 'large', system: 's' }, true],
    [{ prompt: 'a', maxTokens: 8193 }, false],
    [{ prompt: 'a', maxTokens: 0 }, false],
    [{ prompt: 'a', maxTokens: 1.5 }, false],
    [{ prompt: '' }, false],
    [{}, false],
    [{ prompt: ['a'] }, false],
    [{ prompt: 'a', model: 'openai/gpt-5' }, true],
    [{ prompt: 'a', model: '' }, false],
    [{ prompt: 'a', model: 'two words' }, false],
    [{ prompt: 'a', system: 5 }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(llmFast.input.safeParse(input).success).toBe(fits);
  });

  it('has 500 tokens and the fast model by default', () => {
    expect(llmFast.input.parse({ prompt: 'a' })).toEqual({ prompt: 'a', maxTokens: 500, model: 'fast' });
  });
});
