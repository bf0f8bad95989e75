/** The language-model tools that ask one provider: what is the same for all, tried for each. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyTool } from '../../../src/kernel/tool/tool.ts';
import anthropicTwin from '../../../src/sandbox/anthropic.ts';
import cohereTwin from '../../../src/sandbox/cohere.ts';
import deepseekTwin from '../../../src/sandbox/deepseek.ts';
import geminiTwin from '../../../src/sandbox/gemini.ts';
import groqTwin from '../../../src/sandbox/groq.ts';
import llamacppTwin from '../../../src/sandbox/llamacpp.ts';
import mistralTwin from '../../../src/sandbox/mistral.ts';
import ollamaTwin from '../../../src/sandbox/ollama.ts';
import openaiTwin from '../../../src/sandbox/openai.ts';
import vllmTwin from '../../../src/sandbox/vllm.ts';
import { answerFields } from '../../../tools/proxy/_llm.ts';
import generate from '../../../tools/proxy/generate.ts';
import llmEu from '../../../tools/proxy/llm-eu.ts';
import llmFast from '../../../tools/proxy/llm-fast.ts';
import llmMultimodal from '../../../tools/proxy/llm-multimodal.ts';
import llmRag from '../../../tools/proxy/llm-rag.ts';
import llmReasoning from '../../../tools/proxy/llm-reasoning.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

const own = ['ollama', 'llamacpp', 'vllm'];

interface Row {
  tool: AnyTool;
  hosted: readonly string[];
  /** Name → id; the first is the default. */
  models: Readonly<Record<string, string>>;
  tokensMax: number;
  /** Names of models that cost more than the price whatever is asked. */
  dear?: readonly string[];
}

const rows: Readonly<Record<string, Row>> = {
  'llm-fast': {
    tool: llmFast,
    hosted: ['groq'],
    models: { fast: 'openai/gpt-oss-20b', large: 'openai/gpt-oss-120b' },
    tokensMax: 8192,
  },
  'llm-reasoning': {
    tool: llmReasoning,
    hosted: ['deepseek'],
    models: { reasoner: 'deepseek-flash', chat: 'deepseek-flash' },
    tokensMax: 4000,
  },
  generate: { tool: generate, hosted: ['anthropic', 'openai'], models: {}, tokensMax: 2000 },
  'llm-eu': {
    tool: llmEu,
    hosted: ['mistral'],
    models: { small: 'mistral-small-latest', large: 'mistral-large-latest', code: 'codestral-latest' },
    tokensMax: 4000,
  },
  'llm-rag': {
    tool: llmRag,
    hosted: ['cohere'],
    models: { small: 'command-r7b-12-2024', large: 'command-a-03-2025' },
    tokensMax: 4000,
    dear: ['large'],
  },
  'llm-multimodal': {
    tool: llmMultimodal,
    hosted: ['gemini'],
    models: { small: 'gemini-2.5-flash-lite', medium: 'gemini-3.5-flash-lite', large: 'gemini-3.8-flash' },
    tokensMax: 4000,
    dear: ['medium', 'large'],
  },
};

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (thrown) {
    return thrown;
  }
}

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(
    ...[groqTwin, deepseekTwin, anthropicTwin, openaiTwin, mistralTwin, cohereTwin, geminiTwin],
    ...[ollamaTwin, llamacppTwin, vllmTwin],
  );
});
afterAll(() => bench.close());

describe.each(Object.entries(rows))('%s', (_name, { tool, hosted, models, tokensMax, dear = [] }) => {
  const names = Object.keys(models);
  const [first = ''] = hosted;
  const read = (input: unknown) => tool.input.parse(input);
  const without = (ids: readonly string[]): BenchOptions => ({
    settings: Object.fromEntries(ids.map((id) => [id, null])),
  });
  const run = async (input: unknown, options: BenchOptions = {}) =>
    z.object(answerFields).parse(await tool.run(read(input), bench.context(options)));

  it.each(tool.examples)('answers its example %o', async (example) => {
    const answer = await run(example);
    expect(answer).toMatchObject({ provider: first, sourceUsed: first, finishReason: 'stop' });
    expect(answer.usage.inputTokens).toBeGreaterThan(0);
    expect(answer.usage.outputTokens).toBeGreaterThan(0);
    expect(answer.response.length).toBeGreaterThan(0);
  });

  it('uses the first provider that is set up, own servers last', async () => {
    const order = [...hosted, ...own];
    expect(tool.uses?.map(({ id }) => id)).toEqual(order);
    for (const [index, id] of order.entries()) {
      const answer = await run({ prompt: 'What is the capital of Japan?' }, without(order.slice(0, index)));
      expect(answer).toMatchObject({ provider: id, sourceUsed: id, response: 'The capital of Japan is Tokyo.' });
    }
    await expect(tool.run(read({ prompt: 'Hi' }), contextFor())).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      facts: { details: { variables: expect.arrayContaining(['OLLAMA_BASE_URL', 'VLLM_BASE_URL']) } },
    });
  });

  it('does not hop to another provider', async () => {
    const failure = await failureOf(run({ prompt: 'Hi' }, { magic: `down@${first}` }));
    expect(failure).toMatchObject({ kind: 'overloaded', source: first });
    expect((await failureOf(run({ prompt: 'Hi' }, { magic: 'filtered' }))).kind).toBe('filtered');
    expect((await failureOf(run({ prompt: 'Hi' }, { magic: 'too-long' }))).kind).toBe('context');
  });

  it('settles what maxTokens cut short, and no empty answer', async () => {
    const cut = { prompt: 'Tell me a very long story about the sea and the people who live by it.', maxTokens: 20 };
    if (first !== 'deepseek') expect((await run(cut)).finishReason).toBe('length');
    expect((await failureOf(run({ prompt: 'Hi' }, { magic: 'empty' }))).kind).toBe('empty');
  });

  it.runIf(names.length > 0)('takes a name, or the id behind one, and refuses others before a charge', async () => {
    for (const [name, id] of Object.entries(models)) {
      expect((await run({ prompt: 'Hi', model: name })).model).toBe(id);
      expect((await run({ prompt: 'Hi', model: id })).model).toBe(id);
    }
    const refusal = {
      code: 'INVALID_INPUT',
      message: expect.stringContaining(names.join(', ')),
      facts: { details: { issues: [{ path: 'model' }] } },
    };
    const unknown = read({ prompt: 'Hi', model: 'gpt-2' });
    await expect(tool.run(unknown, bench.context())).rejects.toMatchObject(refusal);
    expect(thrownBy(() => tool.costCeiling?.(unknown, () => ({})))).toMatchObject(refusal);
    const settings = { ollama: { modelChat: 'gemma3:4b' } };
    const owned = await run(
      { prompt: 'Hi', model: 'gemma3:4b' },
      { settings: { ...without(hosted).settings, ...settings } },
    );
    expect(owned).toMatchObject({ provider: 'ollama', model: 'gemma3:4b' });
  });

  it('has dear models, and costs nothing on the operator’s own host', () => {
    const price = tool.price ?? 0;
    for (const model of dear) {
      expect(tool.costCeiling?.(read({ prompt: 'Hi', model, maxTokens: 4000 }))).toBeGreaterThan(price);
    }
    const onlyOwn = (id: string) => (id === 'ollama' ? {} : null);
    expect(tool.costCeiling?.(read({ prompt: 'Hi', maxTokens: tokensMax }), onlyOwn)).toBe(0);
  });

  it('never costs more than its ceiling says', async () => {
    for (const prompt of ['short', '日本語の文章。'.repeat(50), '🙂'.repeat(100)]) {
      const ctx = bench.context();
      const input = read({ prompt });
      await tool.run(input, ctx);
      expect(ctx.metered[0]).toBeGreaterThan(0);
      expect(ctx.metered[0]).toBeLessThanOrEqual(tool.costCeiling?.(input) ?? 0);
    }
  });

  it.each([
    [{ prompt: 'a' }, true],
    [{ prompt: 'a', maxTokens: 1 }, true],
    [{ prompt: 'a', maxTokens: tokensMax, system: 's' }, true],
    [{ prompt: 'a'.repeat(100_000), system: 's'.repeat(20_000) }, true],
    [{ prompt: 'a', maxTokens: tokensMax + 1 }, false],
    [{ prompt: 'a', maxTokens: 0 }, false],
    [{ prompt: 'a', maxTokens: 1.5 }, false],
    [{ prompt: 'a', maxTokens: '5' }, false],
    [{ prompt: '' }, false],
    [{ prompt: 'a'.repeat(100_001) }, false],
    [{ prompt: 'a', system: 's'.repeat(20_001) }, false],
    [{ prompt: 'a', system: 5 }, false],
    [{ prompt: ['a'] }, false],
    [{}, false],
  ])('reads the input of row %#', (input, fits) => {
    expect(tool.input.safeParse(input).success).toBe(fits);
  });

  it('has 500 tokens and its first model by default', () => {
    const least = read({ prompt: 'a' });
    expect(least).toMatchObject(names[0] ? { model: names[0] } : {});
    expect(tool.costCeiling?.(least)).toBe(tool.costCeiling?.(read({ prompt: 'a', maxTokens: 500 })));
  });
});

describe('generate', () => {
  it.each([
    [0, true],
    [1, true],
    [-0.1, false],
    [1.1, false],
    ['0', false],
  ])('reads the temperature %o: %s', (temperature, fits) => {
    expect(generate.input.safeParse({ prompt: 'a', temperature }).success).toBe(fits);
  });

  it('is warm by default, and takes no model', () => {
    expect(generate.input.parse({ prompt: 'a', model: 'b' })).toEqual({
      prompt: 'a',
      maxTokens: 500,
      temperature: 0.7,
    });
  });
});
