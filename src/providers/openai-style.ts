/**
 * What chat providers of the OpenAI style share: the shape of a reply, what its errors mean, and what it costs.
 *
 * One POST and one reply need no client library. The `openai` package would add its own retries, a time-out that ends
 * at the headers, and error bodies it can't read; here the request takes the same road as every other.
 */
import { z } from 'zod';
import type { CallContext } from '../kernel/context.ts';
import { type FailureKind, UpstreamFailure } from '../kernel/failure.ts';
import type { ProviderFacts } from '../kernel/provider.ts';
import { tells } from './classify.ts';
import { type ProviderReply, requestJson } from './provider.ts';

export interface ChatRequest {
  prompt: string;
  system?: string | undefined;
  maxTokens: number;
  temperature?: number | undefined;
}

export interface ChatAnswer {
  text: string;
  /** Id of the model that answered. */
  model: string;
  /** `stop`, or `length` when `maxTokens` ended it. */
  finishReason: string;
  /** Tokens; null where the provider did not say. */
  usage: { inputTokens: number | null; outputTokens: number | null };
}

/** USD per million tokens, which is micro-USD a token. */
export interface ModelPrice {
  input: number;
  output: number;
}

/** Tokens of the template around the messages. */
const TEMPLATE_TOKENS = 100;

/** The most a request can cost, in micro-USD: a token has at least one byte, and `maxTokens` bounds the answer. */
export function chatCeiling(price: ModelPrice, { prompt, system = '', maxTokens }: ChatRequest): number {
  const inputTokens = Buffer.byteLength(prompt) + Buffer.byteLength(system) + TEMPLATE_TOKENS;
  return Math.ceil(inputTokens * price.input + maxTokens * price.output);
}

export function messagesOf({ prompt, system }: ChatRequest): { role: string; content: string }[] {
  const user = { role: 'user', content: prompt };
  return system ? [{ role: 'system', content: system }, user] : [user];
}

const chatReply = z.object({
  model: z.string().optional(),
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: z.string().nullish() }))
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
});

export interface ChatCompletion {
  path: string;
  apiKey: string | undefined;
  /** Absent where the model is not the default one: its cost is not known then. */
  price: ModelPrice | undefined;
  body: { model: string; messages: readonly object[]; [field: string]: unknown };
}

/** Sends a body that its provider has put together, of fields that it documents. Notes the cost. */
export async function chatCompletion(
  facts: ProviderFacts,
  ctx: CallContext,
  sent: ChatCompletion,
): Promise<ChatAnswer> {
  const { path, apiKey, price, body } = sent;
  const { choices, usage, model } = await requestJson(facts, ctx, {
    path,
    headers: { authorization: `Bearer ${apiKey}` },
    json: body,
    reply: chatReply,
    classify: classifyChat,
  });
  if (usage && price) ctx.meter(usage.prompt_tokens * price.input + usage.completion_tokens * price.output);
  const [choice] = choices;
  const finishReason = choice?.finish_reason ?? 'stop';
  if (finishReason === 'content_filter') throw new UpstreamFailure('filtered', facts.id);
  if (finishReason === 'insufficient_system_resource') throw new UpstreamFailure('overloaded', facts.id);
  const text = choice?.message.content ?? '';
  if (text.trim() === '') throw emptyAnswer(facts.id, finishReason);
  return {
    text,
    model: model ?? body.model,
    finishReason,
    usage: { inputTokens: usage?.prompt_tokens ?? null, outputTokens: usage?.completion_tokens ?? null },
  };
}

/** Models that think in secret may spend the whole budget on it. */
function emptyAnswer(source: string, finishReason: string): UpstreamFailure {
  if (finishReason !== 'length') return new UpstreamFailure('empty', source);
  const message = 'The model reached maxTokens before it had written anything. Nothing was charged. Raise maxTokens.';
  return new UpstreamFailure('empty', source, { message });
}

/** Statuses differ between providers and mean little: the words of the error decide first. */
export function classifyChat({ status, json, text }: ProviderReply): FailureKind | undefined {
  if (status === 200) return tells(json, 'error') ? 'lying' : undefined;
  if (/rate_limit_exceeded|rate_limit_reached/.test(text)) return 'rate';
  if (/insufficient_quota/.test(text)) return 'quota';
  if (status !== 400 && status !== 404 && status !== 413 && status !== 422) return undefined;
  if (/context_length_exceeded|maximum context length|too many tokens|reduce the length/i.test(text)) return 'context';
  if (/content_filter|content_policy|content exists risk/i.test(text)) return 'filtered';
  if (/(incorrect|invalid) api key|api key not valid/i.test(text)) return 'auth';
  if (/model_(decommissioned|not_found)|model[^"]{0,80}(does not|not) exist/i.test(text)) return 'retired';
  return status === 413 ? 'context' : undefined;
}
