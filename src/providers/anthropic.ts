/**
 * Anthropic: the Messages API. https://platform.claude.com/docs/en/api/messages
 *
 * Version 2023-06-01 of the protocol is the last that takes a temperature.
 */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import { type ChatAnswer, type ChatRequest, type ModelPrice, meterTokens, requireText } from './shared/chat/chat.ts';
import { buildChatDefinition, type ChosenModel, createChat } from './shared/chat/define-chat.ts';
import { meterCost } from './shared/cost.ts';
import { defineProvider, type ProviderReply, requestJson } from './shared/provider.ts';

const VERSION = '2023-06-01';

const models = { generate: { id: 'claude-haiku-4-5', price: { input: 1, cached: 0.1, output: 5 } } } as const;

const facts = buildChatDefinition({
  id: 'anthropic',
  title: 'Anthropic',
  tier: 'T3',
  about: 'Language models with strong writing skills.',
  baseUrl: 'https://api.anthropic.com',
  keyFrom: 'platform.claude.com',
  models,
});

const messageReply = z.object({
  type: z.literal('message'),
  model: z.string(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  usage: z.object({
    input_tokens: z.number(),
    output_tokens: z.number(),
    cache_read_input_tokens: z.number().nullish(),
    cache_creation_input_tokens: z.number().nullish(),
    cache_creation: z.object({ ephemeral_1h_input_tokens: z.number().nullish() }).nullish(),
  }),
});

async function ask(request: ChatRequest, { id, price, settings }: ChosenModel, ctx: CallContext): Promise<ChatAnswer> {
  const { prompt, system, maxTokens, temperature } = request;
  const reply = await requestJson(facts, ctx, {
    path: '/v1/messages',
    headers: { 'x-api-key': settings.apiKey, 'anthropic-version': VERSION },
    json: {
      model: id,
      max_tokens: maxTokens,
      ...(system ? { system } : {}),
      messages: [{ role: 'user', content: prompt }],
      ...(temperature !== undefined && hasTemperature(id) ? { temperature } : {}),
      thinking: { type: 'disabled' },
    },
    model: id,
    reply: messageReply,
    classify,
  });
  const usage = meterUsage(reply.usage, price, ctx);
  const text = reply.content.flatMap((block) => (block.type === 'text' ? (block.text ?? '') : [])).join('');
  return requireText(facts.id, {
    text,
    model: reply.model,
    finishReason: parseFinishReason(reply.stop_reason, text),
    usage,
  });
}

/** The input is told in three parts. Writing the cache costs a quarter more than reading the text, or twice as much for an hour. */
function meterUsage(
  use: z.output<typeof messageReply>['usage'],
  price: ModelPrice | undefined,
  ctx: CallContext,
): ChatAnswer['usage'] {
  const [cachedTokens, writtenTokens] = [use.cache_read_input_tokens ?? 0, use.cache_creation_input_tokens ?? 0];
  const hourTokens = Math.min(use.cache_creation?.ephemeral_1h_input_tokens ?? 0, writtenTokens);
  const usage = {
    inputTokens: use.input_tokens + cachedTokens + writtenTokens,
    outputTokens: use.output_tokens,
  };
  meterTokens(facts, ctx, price, { ...usage, cachedTokens });
  if (price && writtenTokens > 0)
    meterCost(facts, ctx, ((writtenTokens - hourTokens) * 0.25 + hourTokens) * price.input);
  return usage;
}

/** Later models than these refuse any temperature but their own. */
function hasTemperature(model: string): boolean {
  return /^claude-(3|haiku-4|sonnet-4|opus-4-[0-6]\b|opus-4-2)/.test(model);
}

function parseFinishReason(reason: string | null | undefined, text: string): ChatAnswer['finishReason'] {
  if (reason === 'refusal') throw new UpstreamFailure('filtered', facts.id);
  if (reason === 'model_context_window_exceeded' && text === '') throw new UpstreamFailure('context', facts.id);
  return reason === 'max_tokens' || reason === 'model_context_window_exceeded' ? 'length' : 'stop';
}

const errorReply = z.object({ error: z.object({ type: z.string(), message: z.string().default('') }) });

function classify({ status, json }: ProviderReply): FailureKind | undefined {
  const { type = '', message = '' } = errorReply.safeParse(json).data?.error ?? {};
  if (status === 200) return type === '' ? undefined : 'lying';
  if (type === 'billing_error' || /credit balance is too low/i.test(message)) return 'quota';
  if (status === 413 || /prompt is too long|exceeds? (the )?context/i.test(message)) return 'context';
  return type === 'not_found_error' && /model/i.test(message) ? 'retired' : undefined;
}

export default defineProvider(facts, createChat(facts, models, ask));
