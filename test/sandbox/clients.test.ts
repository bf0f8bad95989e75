/** The makers' own clients against our twins: what an adapter and its twin might both get wrong would show here. */
import Anthropic from '@anthropic-ai/sdk';
import { ApiError, GoogleGenAI } from '@google/genai';
import { CohereClientV2, CohereError } from 'cohere-ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import anthropicTwin from '../../src/sandbox/anthropic.ts';
import cohereTwin from '../../src/sandbox/cohere.ts';
import deepseekTwin from '../../src/sandbox/deepseek.ts';
import geminiTwin from '../../src/sandbox/gemini.ts';
import groqTwin from '../../src/sandbox/groq.ts';
import llamacppTwin from '../../src/sandbox/llamacpp.ts';
import mistralTwin from '../../src/sandbox/mistral.ts';
import ollamaTwin from '../../src/sandbox/ollama.ts';
import openaiTwin from '../../src/sandbox/openai.ts';
import { serveTwin, type WireServer } from '../../src/sandbox/shared/wire.ts';
import vllmTwin from '../../src/sandbox/vllm.ts';
import xaiTwin from '../../src/sandbox/xai.ts';

const question = 'What is the capital of Japan?';
const tokyo = 'The capital of Japan is Tokyo.';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const twins = [
  ...[groqTwin, deepseekTwin, mistralTwin, openaiTwin, xaiTwin, ollamaTwin, llamacppTwin, vllmTwin],
  ...[anthropicTwin, cohereTwin, geminiTwin],
];
const servers = new Map<string, WireServer>();
beforeAll(async () => {
  for (const twin of twins) servers.set(twin.id, await serveTwin(twin));
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

function urlOf(id: string): string {
  const server = servers.get(id);
  if (!server) throw new Error(`${id} is not served`);
  return server.url;
}

const openaiAt = (id: string): OpenAI => new OpenAI({ apiKey: 'k', baseURL: `${urlOf(id)}/v1`, maxRetries: 0 });

const thrownBy = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => new Error(`It answered ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );

describe('the client of OpenAI', () => {
  /** Twin, model, a longest answer in the field that it takes, status of a bad key. */
  const rows = [
    ['groq', 'openai/gpt-oss-20b', { max_completion_tokens: 100 }, 401],
    ['deepseek', 'deepseek-flash', { max_tokens: 100 }, 401],
    ['mistral', 'mistral-small-latest', { max_tokens: 100 }, 401],
    ['openai', 'gpt-4.1-mini', { max_tokens: 100, temperature: 0.5 }, 401],
    ['openai', 'gpt-6-luna', { max_completion_tokens: 100, reasoning_effort: 'none' }, 401],
    ['ollama', 'gemma3:4b', { max_tokens: 100 }, 401],
    ['llamacpp', 'any', { max_tokens: 100 }, 401],
    ['vllm', 'Qwen/Qwen3-8B', { max_completion_tokens: 100 }, 401],
  ] as const;

  it.each(rows)('reads an answer of %s with %s', async (id, model, limits) => {
    const messages = [
      { role: 'system' as const, content: 'Be brief.' },
      { role: 'user' as const, content: question },
    ];
    const answer = await openaiAt(id).chat.completions.create({ model, messages, ...limits });
    const [choice] = answer.choices;
    expect(choice?.message.content).toContain(tokyo);
    expect(choice).toMatchObject({ index: 0, finish_reason: 'stop', message: { role: 'assistant' } });
    expect(answer.object).toBe('chat.completion');
    const { prompt_tokens = 0, completion_tokens = 0, total_tokens } = answer.usage ?? {};
    expect(total_tokens).toBe(prompt_tokens + completion_tokens);
    expect(prompt_tokens * completion_tokens).toBeGreaterThan(0);
  });

  it.each(rows)('reads an error of %s with %s', async (id, model, _limits, status) => {
    const messages = [{ role: 'user' as const, content: 'sandbox:bad-key' }];
    const thrown = await thrownBy(openaiAt(id).chat.completions.create({ model, messages }));
    expect(thrown).toBeInstanceOf(OpenAI.AuthenticationError);
    expect(thrown).toMatchObject({ status });
    const tooLong = [{ role: 'user' as const, content: 'sandbox:too-long' }];
    expect(await thrownBy(openaiAt(id).chat.completions.create({ model, messages: tooLong }))).toMatchObject({
      status: 400,
    });
  });

  it.each([
    ['openai', 'gpt-6-luna'],
    ['ollama', 'gemma3:4b'],
  ])('shows a picture to %s', async (id, model) => {
    const url = `data:image/png;base64,${PIXEL}`;
    const content = [
      { type: 'text' as const, text: 'What is it?' },
      { type: 'image_url' as const, image_url: { url, detail: 'auto' as const } },
    ];
    const answer = await openaiAt(id).chat.completions.create({ model, messages: [{ role: 'user', content }] });
    expect(answer.choices[0]?.message.content).toContain('image/png');
  });

  it.each(['ollama', 'vllm'])('lists the models of %s', async (id) => {
    const { data } = await openaiAt(id).models.list();
    expect(data.map(({ object }) => object)).toContain('model');
  });

  it('is told what a rate limit asks for', async () => {
    const messages = [{ role: 'user' as const, content: 'sandbox:rate-limit' }];
    const model = 'gpt-4.1-mini';
    const thrown = await thrownBy(openaiAt('openai').chat.completions.create({ model, messages }));
    expect(thrown).toBeInstanceOf(OpenAI.RateLimitError);
    if (thrown instanceof OpenAI.APIError) expect(thrown.headers?.get('retry-after')).toBe('30');
  });

  it('reads a searched answer of xAI with its citations', async () => {
    const answer = await openaiAt('xai').responses.create({
      model: 'grok-4.3',
      input: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'input_text', text: question }] },
      ],
      tools: [{ type: 'web_search' }],
      max_output_tokens: 500,
      reasoning: { effort: 'low' },
      store: false,
    });
    expect(answer.output_text).toContain(tokyo);
    expect(answer).toMatchObject({ object: 'response', status: 'completed', error: null });
    expect(answer.output.map(({ type }) => type)).toEqual(['reasoning', 'web_search_call', 'message']);
    const message = answer.output.find((item) => item.type === 'message');
    const [part] = message?.content ?? [];
    if (part?.type !== 'output_text') throw new Error('There is no text');
    const [citation] = part.annotations;
    if (citation?.type !== 'url_citation') throw new Error('There is no citation');
    expect(part.text.slice(citation.start_index, citation.end_index)).toContain(citation.url);
    expect(answer.usage?.total_tokens).toBe((answer.usage?.input_tokens ?? 0) + (answer.usage?.output_tokens ?? 0));
    const refused = openaiAt('xai').responses.create({ model: 'grok-4.3', input: 'sandbox:bad-key' });
    expect(await thrownBy(refused)).toMatchObject({
      status: 400,
      message: expect.stringContaining('Incorrect API key'),
    });
  });
});

describe('the client of Anthropic', () => {
  const client = (): Anthropic => new Anthropic({ apiKey: 'k', baseURL: urlOf('anthropic'), maxRetries: 0 });
  const ask = (content: string, more: object = {}) =>
    client().messages.create({
      model: 'claude-haiku-4-5',
      max_tokens: 100,
      system: 'Be brief.',
      temperature: 0.7,
      thinking: { type: 'disabled' },
      messages: [{ role: 'user', content }],
      ...more,
    });

  it('reads an answer', async () => {
    const answer = await ask(question);
    expect(answer).toMatchObject({ type: 'message', role: 'assistant', stop_reason: 'end_turn' });
    expect(answer.content).toMatchObject([{ type: 'text', text: tokyo }]);
    expect(answer.usage.input_tokens * answer.usage.output_tokens).toBeGreaterThan(0);
    expect((await ask('Tell me a long story', { max_tokens: 5 })).stop_reason).toBe('max_tokens');
  });

  it('reads an error', async () => {
    expect(await thrownBy(ask('sandbox:bad-key'))).toBeInstanceOf(Anthropic.AuthenticationError);
    expect(await thrownBy(ask('sandbox:rate-limit'))).toBeInstanceOf(Anthropic.RateLimitError);
    expect(await thrownBy(ask('sandbox:down'))).toMatchObject({
      status: 529,
      error: { type: 'error', error: { type: 'overloaded_error' } },
    });
  });
});

describe('the client of Cohere', () => {
  const client = (): CohereClientV2 => new CohereClientV2({ token: 'k', environment: urlOf('cohere') });
  const ask = (content: string) =>
    client().chat(
      {
        model: 'command-r7b-12-2024',
        maxTokens: 100,
        temperature: 0.3,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content },
        ],
      },
      { maxRetries: 0 },
    );

  it('reads an answer', async () => {
    const answer = await ask(question);
    expect(answer.finishReason).toBe('COMPLETE');
    expect(answer.message.content).toMatchObject([{ type: 'text', text: tokyo }]);
    expect(answer.usage?.billedUnits?.outputTokens).toBeGreaterThan(0);
  });

  it('reads an error', async () => {
    const thrown = await thrownBy(ask('sandbox:bad-key'));
    expect(thrown).toBeInstanceOf(CohereError);
    expect(thrown).toMatchObject({ statusCode: 401, body: { message: 'invalid api token' } });
    expect(await thrownBy(ask('sandbox:rate-limit'))).toMatchObject({ statusCode: 429 });
  });
});

describe('the client of Google', () => {
  const client = (): GoogleGenAI => new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: urlOf('gemini') } });
  const ask = (text: string, model = 'gemini-2.5-flash-lite') =>
    client().models.generateContent({
      model,
      contents: [{ role: 'user', parts: [{ text }, { inlineData: { mimeType: 'image/png', data: PIXEL } }] }],
      config: { systemInstruction: 'Be brief.', maxOutputTokens: 100, thinkingConfig: { thinkingBudget: 0 } },
    });

  it('reads an answer', async () => {
    const answer = await client().models.generateContent({ model: 'gemini-3.8-flash', contents: question });
    expect(answer.text).toBe(tokyo);
    expect(answer.candidates?.[0]?.finishReason).toBe('STOP');
    const { promptTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = answer.usageMetadata ?? {};
    expect(answer.usageMetadata?.totalTokenCount).toBe(promptTokenCount + candidatesTokenCount + thoughtsTokenCount);
    expect((await ask('What is it?')).text).toContain('image/png');
    expect((await ask('sandbox:filtered')).promptFeedback?.blockReason).toBe('PROHIBITED_CONTENT');
  });

  it('reads an error', async () => {
    const thrown = await thrownBy(ask('sandbox:bad-key'));
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toMatchObject({ status: 400, message: expect.stringContaining('API_KEY_INVALID') });
    expect(await thrownBy(ask('Hi', 'gemini-1.0'))).toBeInstanceOf(Error);
  });
});
