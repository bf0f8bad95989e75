/**
 * Chat in OpenAI's format: the reply, its errors and its cost. One POST needs no client library: the `openai` package
 * adds retries of its own, a timeout that ends at the headers, and error bodies it can't read. Here the request goes
 * the same way as every other.
 */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { ProviderDefinition } from '../../../kernel/tool/provider.ts';
import { hasMember } from '../classify.ts';
import { type ProviderReply, requestJson } from '../provider.ts';
import { type ChatAnswer, type ChatRequest, type ModelPrice, meterTokens, requireText } from './chat.ts';

/** The prompt, behind the instructions, with its picture as a data address: no provider fetches it. */
export function buildMessages({ prompt, system, image }: ChatRequest): { role: string; content: unknown }[] {
  const picture = image && { type: 'image_url', image_url: { url: `data:${image.type};base64,${image.data}` } };
  const user = { role: 'user', content: picture ? [{ type: 'text', text: prompt }, picture] : prompt };
  return system ? [{ role: 'system', content: system }, user] : [user];
}

/** The fields that hold a model to JSON, and to a schema. */
export function buildJsonFields({ json }: ChatRequest): { response_format?: object } {
  if (json === undefined) return {};
  if (json === 'object') return { response_format: { type: 'json_object' } };
  return {
    response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: json.schema } },
  };
}

/** Some models answer in chunks, of which only the text is the answer. */
const content = z.union([
  z.string(),
  z
    .array(z.object({ type: z.string(), text: z.string().optional() }))
    .transform((chunks) => chunks.flatMap(({ type, text }) => (type === 'text' ? (text ?? '') : [])).join('')),
]);

const chatReply = z.object({
  model: z.string().optional(),
  choices: z
    .array(
      z.object({
        message: z.object({ content: content.nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z
    .object({
      prompt_tokens: z.number(),
      completion_tokens: z.number(),
      prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
      // DeepSeek's name for them, and Mistral's older one.
      prompt_cache_hit_tokens: z.number().nullish(),
      num_cached_tokens: z.number().nullish(),
    })
    .nullish(),
});

export interface ChatCompletionRequest {
  path: string;
  /** Absent where the server asks for none. */
  apiKey: string | undefined;
  /** Absent where the model is not a default one: its cost is not known then. */
  price: ModelPrice | undefined;
  body: { model: string; messages: readonly object[]; [field: string]: unknown };
  /** Asked before the words that are common to all. */
  classify?: ((reply: ProviderReply) => FailureKind | undefined) | undefined;
  /** What of the content is the answer; default all. */
  clean?: ((content: string) => string) | undefined;
}

/** Sends a body that its provider has put together, of fields that it documents. Notes the cost. */
export async function requestChatCompletion(
  facts: ProviderDefinition,
  ctx: CallContext,
  { path, apiKey, price, body, classify, clean = (text) => text }: ChatCompletionRequest,
): Promise<ChatAnswer> {
  const { choices, usage, model } = await requestJson(facts, ctx, {
    path,
    headers: { authorization: apiKey ? `Bearer ${apiKey}` : undefined },
    json: body,
    model: body.model,
    reply: chatReply,
    classify: (reply) => classify?.(reply) ?? classifyChat(reply),
  });
  const tokens = { inputTokens: usage?.prompt_tokens ?? null, outputTokens: usage?.completion_tokens ?? null };
  const cachedTokens =
    usage?.prompt_tokens_details?.cached_tokens ?? usage?.prompt_cache_hit_tokens ?? usage?.num_cached_tokens;
  meterTokens(facts, ctx, price, { ...tokens, cachedTokens });
  const [choice] = choices;
  return requireText(facts.id, {
    text: clean(choice?.message.content ?? ''),
    model: model ?? body.model,
    finishReason: parseFinishReason(facts.id, choice?.message.refusal ? 'content_filter' : choice?.finish_reason),
    usage: tokens,
  });
}

function parseFinishReason(source: string, reason: string | null | undefined): ChatAnswer['finishReason'] {
  if (reason === 'content_filter') throw new UpstreamFailure('filtered', source);
  if (reason === 'insufficient_system_resource' || reason === 'error') throw new UpstreamFailure('overloaded', source);
  return reason === 'length' || reason === 'model_length' ? 'length' : 'stop';
}

const tooLongPattern =
  /context_length_exceeded|string_above_max_length|maximum (context|prompt|model) length|exceed[a-z]{0,4}[^"]{0,60}context|too (many tokens|large for model)|request too large|(prompt|input|string) (is )?too long|reduce the length/i;
const retiredModelPattern =
  /model_(decommissioned|not_found|not_active|terms_required|permission\w*)|(invalid|unknown)_model|model[^"]{0,80}(does not|not) exist|not have access to (the )?model/i;

/** Statuses differ between providers and mean little: the words of the error decide first. */
export function classifyChat({ status, json, text }: ProviderReply): FailureKind | undefined {
  if (status === 200) {
    if (!hasMember(json, 'error')) return undefined;
    return tooLongPattern.test(text) ? 'context' : 'lying';
  }
  // One request over the limit of a minute fits at no time.
  if (status === 413 || (status === 429 && /request too large/i.test(text))) return 'context';
  if (/rate_limit_exceeded|rate_limit_reached/.test(text)) return 'rate';
  if (/insufficient_quota/.test(text)) return 'quota';
  // Keys may be limited to some models.
  if (status === 403) return retiredModelPattern.test(text) ? 'retired' : undefined;
  if (status !== 400 && status !== 404 && status !== 422) return undefined;
  if (tooLongPattern.test(text)) return 'context';
  if (/content_filter|content_policy|content exists risk/i.test(text)) return 'filtered';
  if (/(incorrect|invalid) api key|api key not valid/i.test(text)) return 'auth';
  return retiredModelPattern.test(text) ? 'retired' : undefined;
}
