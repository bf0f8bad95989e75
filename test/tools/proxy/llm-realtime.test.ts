import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import llamacppTwin from '../../../src/sandbox/llamacpp.ts';
import ollamaTwin from '../../../src/sandbox/ollama.ts';
import searxngTwin from '../../../src/sandbox/searxng.ts';
import tavilyTwin from '../../../src/sandbox/tavily.ts';
import xaiTwin from '../../../src/sandbox/xai.ts';
import realtime from '../../../tools/proxy/llm-realtime.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
const asked: string[] = [];
beforeAll(async () => {
  const noting = {
    ...ollamaTwin,
    handle(request: Parameters<typeof ollamaTwin.handle>[0]) {
      asked.push(request.text);
      return ollamaTwin.handle(request);
    },
  };
  bench = await benchOf(xaiTwin, noting, llamacppTwin, searxngTwin, tavilyTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => realtime.input.parse(input);
const run = async (input: unknown, options: BenchOptions = {}) =>
  realtime.output.parse(await realtime.run(read(input), bench.context(options)));
const own = { xai: null };

describe('llm-realtime', () => {
  it.each(realtime.examples)('answers its example %o', async (example) => {
    const answer = await run(example);
    expect(answer).toMatchObject({ provider: 'xai', sourceUsed: 'xai', model: 'grok-4.3', finishReason: 'stop' });
    expect(answer.citations).toEqual(['https://news.example.com/2026/11/sandbox']);
  });

  it('has an own model answer from what an engine finds', async () => {
    asked.length = 0;
    const answer = await run({ prompt: 'Model Context Protocol', system: 'Be brief.' }, { settings: own });
    expect(answer).toMatchObject({ provider: 'ollama', sourceUsed: 'ollama' });
    expect(answer.citations.length).toBeGreaterThan(0);
    expect(asked.join()).toContain(answer.citations[0] ?? 'nothing was found');
    expect(asked.join()).toContain('Be brief.');
    const before = bench.requests('tavily');
    const other = await run({ prompt: 'Tokyo' }, { settings: { ...own, ollama: null, searxng: null } });
    expect(other.provider).toBe('llamacpp');
    expect(bench.requests('tavily')).toBe(before + 1);
  });

  it('fails with what fails', async () => {
    expect((await failureOf(run({ prompt: 'Hi' }, { magic: 'down' }))).source).toBe('xai');
    expect(await failureOf(run({ prompt: 'Hi' }, { magic: 'empty@searxng', settings: own }))).toMatchObject({
      kind: 'empty',
      source: 'searxng',
    });
    expect((await failureOf(run({ prompt: 'Hi' }, { magic: 'down@ollama', settings: own }))).source).toBe('ollama');
  });

  it('says what is missing, before a charge', async () => {
    const noEngine = { ...own, searxng: null, tavily: null };
    const refusal = (variables: string[]) => ({ code: 'TOOL_UNAVAILABLE', facts: { details: { variables } } });
    await expect(run({ prompt: 'Hi' }, { settings: noEngine })).rejects.toMatchObject(
      refusal(['SEARXNG_BASE_URL', 'TAVILY_API_KEY']),
    );
    await expect(realtime.run(read({ prompt: 'Hi' }), contextFor())).rejects.toMatchObject(
      refusal(['XAI_API_KEY', 'OLLAMA_BASE_URL', 'LLAMACPP_BASE_URL', 'VLLM_BASE_URL']),
    );
    const onlyModel = (id: string) => (id === 'ollama' ? {} : null);
    expect(() => realtime.costCeiling?.(read({ prompt: 'Hi' }), onlyModel)).toThrow(
      expect.objectContaining({ code: 'TOOL_UNAVAILABLE' }),
    );
    expect(() => realtime.costCeiling?.(read({ prompt: 'Hi', model: 'x' }), () => ({}))).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining('fast, large') }),
    );
  });

  it('costs no more than its price where xAI answers, and nothing by the call where own servers do', () => {
    const price = realtime.price ?? 0;
    expect(realtime.costCeiling?.(read({ prompt: 'Hi' }), () => ({}))).toBeLessThanOrEqual(price);
    const without = (id: string) => (id === 'xai' ? null : {});
    expect(realtime.costCeiling?.(read({ prompt: 'Hi' }), without)).toBe(0);
  });

  it.each([
    [{ prompt: 'a', maxTokens: 4000, model: 'large', system: 's' }, true],
    [{ prompt: 'a', maxTokens: 1 }, true],
    [{ prompt: 'a', maxTokens: 4001 }, false],
    [{ prompt: 'a', maxTokens: 0 }, false],
    [{ prompt: 'a', model: 'two words' }, false],
    [{ prompt: '' }, false],
    [{ prompt: 5 }, false],
    [{}, false],
  ])('reads %o: %s', (input, fits) => {
    expect(realtime.input.safeParse(input).success).toBe(fits);
  });

  it('has 1000 tokens and the fast model by default', () => {
    expect(read({ prompt: 'a' })).toEqual({ prompt: 'a', maxTokens: 1000, model: 'fast' });
  });
});
