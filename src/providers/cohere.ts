/** Cohere: Command models. https://docs.cohere.com/reference/chat */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import { createCohereEmbeddings } from './cohere-embeddings.ts';
import { type ChatAnswer, type ChatRequest, meterTokens, requireText } from './shared/chat/chat.ts';
import { buildChatDefinition, type ChosenModel, createChat } from './shared/chat/define-chat.ts';
import { defineProvider, type ProviderReply, requestJson } from './shared/provider.ts';

/** Two whose production keys have production limits. Cached tokens have no price of their own. */
const models = {
  small: { id: 'command-r7b-12-2024', price: { input: 0.0375, cached: 0.0375, output: 0.15 } },
  large: { id: 'command-a-03-2025', price: { input: 2.5, cached: 2.5, output: 10 } },
} as const;

/** USD per million tokens. */
const embedModel = { id: 'embed-v4.0', price: 0.12 };

const facts = buildChatDefinition({
  id: 'cohere',
  title: 'Cohere',
  tier: 'T1',
  about: 'Language models for working with documents. Trial keys allow 1,000 calls per month.',
  baseUrl: 'https://api.cohere.com',
  keyFrom: 'dashboard.cohere.com',
  models,
  settings: { modelEmbed: { kind: 'text', about: 'Model for embeddings', default: embedModel.id } },
});

const tokens = z.object({ input_tokens: z.number(), output_tokens: z.number() });

const chatReply = z.object({
  finish_reason: z.string(),
  message: z.object({ content: z.array(z.object({ type: z.string(), text: z.string().optional() })).nullish() }),
  usage: z.object({ billed_units: tokens.nullish(), tokens: tokens.nullish() }).nullish(),
});

async function ask(request: ChatRequest, { id, price, settings }: ChosenModel, ctx: CallContext): Promise<ChatAnswer> {
  const { prompt, system, maxTokens, temperature } = request;
  const user = { role: 'user', content: prompt };
  const { finish_reason, message, usage } = await requestJson(facts, ctx, {
    path: '/v2/chat',
    headers: { authorization: `Bearer ${settings.apiKey}` },
    json: {
      model: id,
      messages: system ? [{ role: 'system', content: system }, user] : [user],
      max_tokens: maxTokens,
      ...(temperature === undefined ? {} : { temperature }),
    },
    model: id,
    reply: chatReply,
    classify,
  });
  // What is billed leaves out the template that Cohere puts around the messages.
  const billed = usage?.billed_units ?? usage?.tokens;
  const counted = { inputTokens: billed?.input_tokens ?? null, outputTokens: billed?.output_tokens ?? null };
  meterTokens(facts, ctx, price, counted);
  const text = (message.content ?? []).flatMap((part) => (part.type === 'text' ? (part.text ?? '') : [])).join('');
  return requireText(facts.id, { text, model: id, finishReason: parseFinishReason(finish_reason), usage: counted });
}

function parseFinishReason(reason: string): ChatAnswer['finishReason'] {
  if (reason === 'ERROR') throw new UpstreamFailure('overloaded', facts.id);
  if (reason === 'TIMEOUT') throw new UpstreamFailure('timeout', facts.id);
  if (/TOXIC|SAFETY/.test(reason)) throw new UpstreamFailure('filtered', facts.id);
  return reason === 'MAX_TOKENS' ? 'length' : 'stop';
}

/** 498 refuses the token, elsewhere it is an overload; the errors are told in words alone. */
function classify({ status, text }: ProviderReply): FailureKind | undefined {
  if (status === 498) return 'auth';
  if (/trial key[^"]{0,80}(month|1000)/i.test(text)) return 'quota';
  if (status === 404 && /model/i.test(text)) return 'retired';
  if (status === 413 || (status === 400 && /too many tokens|too long|size limit exceeded/i.test(text)))
    return 'context';
  return (status === 400 || status === 422) && /blocked|unsafe|content policy/i.test(text) ? 'filtered' : undefined;
}

export default defineProvider(facts, {
  ...createChat(facts, models, ask),
  embeddings: createCohereEmbeddings(facts, embedModel, classify),
});
