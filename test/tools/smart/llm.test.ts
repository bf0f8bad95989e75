import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCallerError } from '../../../src/kernel/errors/failure.ts';
import deepseekTwin from '../../../src/sandbox/deepseek.ts';
import groqTwin from '../../../src/sandbox/groq.ts';
import llamacppTwin from '../../../src/sandbox/llamacpp.ts';
import ollamaTwin from '../../../src/sandbox/ollama.ts';
import vllmTwin from '../../../src/sandbox/vllm.ts';
import llm from '../../../tools/smart/llm.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(groqTwin, deepseekTwin, ollamaTwin, llamacppTwin, vllmTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => llm.input.parse(input);
const run = async (input: unknown, options: BenchOptions & { timeoutMs?: number } = {}) =>
  llm.output.parse(await llm.run(read(input), bench.context(options)));

const capital = { prompt: 'What is the capital of Japan?' };
const tokyo = 'The capital of Japan is Tokyo.';
const own = ['ollama', 'llamacpp', 'vllm'];
const orders = {
  fast: ['groq', 'deepseek', ...own],
  smart: ['deepseek', 'groq', ...own],
  cheap: ['groq', 'deepseek', ...own],
};
const strategies = ['fast', 'smart', 'cheap'] as const;
const failing = (ids: readonly string[]): BenchOptions =>
  ids.length === 0
    ? {}
    : {
        magic: ids
          .map((id) => `sandbox:down@${id}`)
          .join(' ')
          .replace(/^sandbox:/, ''),
      };

describe('smart-llm', () => {
  it.each(llm.examples)('answers its example %o', async (example) => {
    expect(await run(example)).toMatchObject({ finishReason: 'stop', fallbackUsed: false });
  });

  it.each(strategies)('%s asks in its order, and passes on after each failure', async (strategy) => {
    const order = orders[strategy];
    expect(llm.usesFor?.(read({ ...capital, strategy })).map(({ id }) => id)).toEqual(order);
    for (const [index, id] of order.entries()) {
      const answer = await run({ ...capital, strategy }, failing(order.slice(0, index)));
      expect(answer).toMatchObject({ response: tokyo, provider: id, sourceUsed: id, fallbackUsed: index > 0 });
      expect(answer.attempts.map(({ source, status }) => `${source} ${status}`)).toEqual([
        ...order.slice(0, index).map((failed) => `${failed} failed`),
        `${id} ok`,
      ]);
    }
  });

  it('has each strategy use its own models', async () => {
    const thought = async (strategy: string) => {
      const { usage } = await run({ ...capital, strategy }, failing(strategy === 'smart' ? [] : ['groq']));
      return (usage.outputTokens ?? 0) > 40;
    };
    expect(await thought('fast')).toBe(true);
    expect(await thought('smart')).toBe(true);
    expect(await thought('cheap')).toBe(false);
    expect((await run(capital)).model).toBe('openai/gpt-oss-20b');
    expect((await run({ ...capital, strategy: 'smart' }, failing(['deepseek']))).model).toBe('openai/gpt-oss-120b');
  });

  it.each([
    'cut',
    'reset',
    'malformed',
    'html',
    'blank',
    'empty',
    'bad-key',
    'quota',
    'rate-limit',
    'error-in-200',
    'retired',
  ])('falls back after %s', async (magic) => {
    const answer = await run(capital, { magic: `${magic}@groq` });
    expect(answer).toMatchObject({ sourceUsed: 'deepseek', fallbackUsed: true, response: tokyo });
    expect(answer.attempts[0]).toMatchObject({ source: 'groq', status: 'failed', kind: expect.any(String) });
  });

  it('takes an empty answer that maxTokens ended for a failure, and half a sentence for an answer', async () => {
    const spent = await run({ ...capital, maxTokens: 10, strategy: 'fast' });
    expect(spent).toMatchObject({ sourceUsed: 'deepseek', fallbackUsed: true, response: tokyo });
    const cut = await run({ prompt: 'Tell me a long story', maxTokens: 20 });
    expect(cut).toMatchObject({ sourceUsed: 'groq', fallbackUsed: false, finishReason: 'length' });
  });

  it.each(['hang', 'stall', 'slow=5000'])('falls back after %s, within its own time', async (magic) => {
    const startedMs = Date.now();
    const answer = await run(capital, { magic: `${magic}@groq`, timeoutMs: 2500 });
    expect(answer).toMatchObject({ sourceUsed: 'deepseek', attempts: [{ kind: 'timeout' }, { status: 'ok' }] });
    expect(Date.now() - startedMs).toBeLessThan(2500);
  });

  it.each([['filtered@groq', 'filtered']])('does not hop over %s', async (magic, kind) => {
    expect(await failureOf(run(capital, { magic }))).toMatchObject({ kind, source: 'groq' });
  });

  it('goes on to a larger context window, and says that the input is too long when none is large enough', async () => {
    const answer = await run(capital, { magic: 'too-long@groq' });
    expect(answer).toMatchObject({ sourceUsed: 'deepseek', attempts: [{ kind: 'context' }, { status: 'ok' }] });
    const failure = await failureOf(run(capital, { magic: 'too-long' }));
    expect(toCallerError(failure, [])).toMatchObject({
      code: 'CONTEXT_LENGTH_EXCEEDED',
      status: 422,
      retryable: false,
    });
  });

  it('fails when all do, and passes over what is not set up', async () => {
    expect((await failureOf(run(capital, { magic: 'down' }))).kind).toBe('overloaded');
    expect((await failureOf(run(capital, { magic: 'empty' }))).kind).toBe('empty');
    const only = await run(capital, { settings: { groq: null, deepseek: null } });
    expect(only).toMatchObject({ sourceUsed: 'ollama', fallbackUsed: false });
    await expect(llm.run(read(capital), contextFor())).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      facts: {
        details: { variables: expect.arrayContaining(['GROQ_API_KEY', 'DEEPSEEK_API_KEY', 'OLLAMA_BASE_URL']) },
      },
    });
  });

  it('costs nothing on the operator’s own host', () => {
    expect(llm.costCeiling?.(read(capital), (id) => (id === 'vllm' ? {} : null))).toBe(0);
  });

  it.each([
    [{ prompt: 'a', maxTokens: 1, strategy: 'cheap' }, true],
    [{ prompt: 'a', maxTokens: 4000, system: 's' }, true],
    [{ prompt: 'a', maxTokens: 4001 }, false],
    [{ prompt: 'a', maxTokens: 0 }, false],
    [{ prompt: 'a', maxTokens: 1.5 }, false],
    [{ prompt: 'a', strategy: 'best' }, false],
    [{ prompt: 'a', system: 5 }, false],
    [{ prompt: '' }, false],
    [{ prompt: 5 }, false],
    [{}, false],
  ])('reads %o: %s', (input, fits) => {
    expect(llm.input.safeParse(input).success).toBe(fits);
  });

  it('is fast, with 500 tokens, by default', () => {
    expect(read({ prompt: 'a' })).toEqual({ prompt: 'a', strategy: 'fast', maxTokens: 500 });
  });
});
