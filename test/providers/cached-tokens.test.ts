/** Tokens that a provider had in its cache are metered at their own price, in whatever form it tells them. */
import { describe, expect, it } from 'vitest';
import anthropic from '../../src/providers/anthropic.ts';
import cohere from '../../src/providers/cohere.ts';
import deepseek from '../../src/providers/deepseek.ts';
import gemini from '../../src/providers/gemini.ts';
import groq from '../../src/providers/groq.ts';
import mistral from '../../src/providers/mistral.ts';
import openai from '../../src/providers/openai.ts';
import type { ChatProvider } from '../../src/providers/shared/chat/chat.ts';
import xai from '../../src/providers/xai.ts';
import { benchOf } from '../harness/context.ts';

const request = { prompt: 'What is the answer?', maxTokens: 100 };

const inOpenAiStyle = (usage: object) => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '42' } }],
  usage: { prompt_tokens: 10_000, completion_tokens: 10, total_tokens: 10_010, ...usage },
});

const details = { prompt_tokens_details: { cached_tokens: 9_000 } };

async function meter({ id, chat }: Pick<ChatProvider, 'id' | 'chat'>, json: object) {
  const bench = await benchOf({ id, handle: () => ({ json }) });
  const ctx = bench.context();
  const { usage } = await chat(request, ctx);
  await bench.close();
  return { usage, micros: ctx.metered.reduce((sum, micros) => sum + micros, 0) };
}

const whole = { inputTokens: 10_000, outputTokens: 10 };

describe('cached tokens', () => {
  it.each<[string, ChatProvider, object, number]>([
    ['OpenAI', openai, details, 1_000 * 0.4 + 9_000 * 0.1 + 10 * 1.6],
    ['Groq', groq, details, 1_000 * 0.075 + 9_000 * 0.0375 + 10 * 0.3],
    ['Mistral', mistral, details, 1_000 * 0.15 + 9_000 * 0.015 + 10 * 0.6],
    ['Mistral, older', mistral, { num_cached_tokens: 9_000 }, 1_000 * 0.15 + 9_000 * 0.015 + 10 * 0.6],
    ['nothing cached', mistral, { prompt_tokens_details: null }, 10_000 * 0.15 + 10 * 0.6],
    ['more cached than read', mistral, { prompt_tokens_details: { cached_tokens: 20_000 } }, 10_000 * 0.015 + 10 * 0.6],
  ])('are metered at their price: %s', async (_, provider, usage, micros) => {
    const metered = await meter(provider, inOpenAiStyle(usage));
    expect(metered.usage).toEqual(whole);
    expect(metered.micros).toBeCloseTo(micros, 6);
  });

  it('are metered at the price of the hour at DeepSeek', async () => {
    const { micros } = await meter(
      deepseek,
      inOpenAiStyle({ prompt_cache_hit_tokens: 9_000, prompt_cache_miss_tokens: 1_000 }),
    );
    const cost = 1_000 * 0.15 + 9_000 * 0.003 + 10 * 0.6;
    expect([cost, 2 * cost].some((one) => Math.abs(one - micros) < 1e-6)).toBe(true);
  });

  it('are a part of what Gemini counts', async () => {
    const { usage, micros } = await meter(gemini, {
      candidates: [{ content: { parts: [{ text: '42' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10_000, cachedContentTokenCount: 9_000, candidatesTokenCount: 10 },
    });
    expect(usage).toEqual(whole);
    expect(micros).toBeCloseTo(1_000 * 0.1 + 9_000 * 0.01 + 10 * 0.4, 6);
  });

  it('stand beside the others at Anthropic, and writing them costs more', async () => {
    const { usage, micros } = await meter(anthropic, {
      type: 'message',
      model: 'claude-haiku-4-5',
      content: [{ type: 'text', text: '42' }],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: 500,
        cache_read_input_tokens: 9_000,
        cache_creation_input_tokens: 500,
        cache_creation: { ephemeral_5m_input_tokens: 400, ephemeral_1h_input_tokens: 100 },
        output_tokens: 10,
      },
    });
    expect(usage).toEqual(whole);
    expect(micros).toBeCloseTo(500 + 9_000 * 0.1 + 400 * 1.25 + 100 * 2 + 10 * 5, 6);
  });

  it('are counted as Cohere bills them', async () => {
    const { micros } = await meter(cohere, {
      finish_reason: 'COMPLETE',
      message: { content: [{ type: 'text', text: '42' }] },
      usage: {
        billed_units: { input_tokens: 1_000, output_tokens: 10 },
        tokens: { input_tokens: 10_000, output_tokens: 10 },
        cached_tokens: 9_000,
      },
    });
    expect(micros).toBeCloseTo(1_000 * 0.0375 + 10 * 0.15, 6);
  });

  it('are metered at xAI where it tells no cost', async () => {
    const usage = { input_tokens: 10_000, input_tokens_details: { cached_tokens: 9_000 }, output_tokens: 10 };
    const output = [{ type: 'message', content: [{ type: 'output_text', text: '42' }] }];
    const { micros } = await meter({ id: xai.id, chat: xai.live }, { status: 'completed', output, usage });
    expect(micros).toBeCloseTo(1_000 * 1.25 + 9_000 * 0.2 + 10 * 2.5, 6);
  });
});
