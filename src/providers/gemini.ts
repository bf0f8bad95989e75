/**
 * Google Gemini: the native API, whose errors are more precise than those of the OpenAI-compatible one.
 * https://ai.google.dev/api
 */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import { createGeminiEmbeddings } from './gemini-embeddings.ts';
import { type ChatAnswer, type ChatRequest, meterTokens, requireText } from './shared/chat/chat.ts';
import { buildChatDefinition, type ChosenModel, createChat } from './shared/chat/define-chat.ts';
import { defineProvider, type ProviderReply, pathSegment, requestJson } from './shared/provider.ts';

const models = {
  small: { id: 'gemini-2.5-flash-lite', price: { input: 0.1, cached: 0.01, output: 0.4 } },
  medium: { id: 'gemini-3.5-flash-lite', price: { input: 0.3, cached: 0.03, output: 2.5 } },
  // The price from 2027 on; half of it until then.
  large: { id: 'gemini-3.8-flash', price: { input: 1.5, cached: 0.15, output: 7.5 } },
  vision: { id: 'gemini-3.5-flash-lite', price: { input: 0.3, cached: 0.03, output: 2.5 } },
} as const;

/**
 * Models from Gemini 3 on always think, out of the same budget as the answer: little, and in room of its own, as large as the
 * answer's within these bounds.
 */
const THINKING_TOKENS_MIN = 64;
const THINKING_TOKENS_MAX = 500;

/** USD per million tokens. */
const embedModel = { id: 'gemini-embedding-001', price: 0.15 };

const facts = buildChatDefinition({
  id: 'gemini',
  title: 'Google Gemini',
  tier: 'T1',
  about: 'Language models with vision. On the free plan, Google may use your requests.',
  baseUrl: 'https://generativelanguage.googleapis.com',
  keyFrom: 'aistudio.google.com',
  models,
  settings: { modelEmbed: { kind: 'text', about: 'Model for embeddings', default: embedModel.id } },
});

const tokenCount = z.number().nullish();

const generateReply = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({
            parts: z.array(z.object({ text: z.string().optional(), thought: z.boolean().optional() })).optional(),
          })
          .nullish(),
        finishReason: z.string().nullish(),
      }),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: z
    .object({
      promptTokenCount: tokenCount,
      cachedContentTokenCount: tokenCount,
      candidatesTokenCount: tokenCount,
      thoughtsTokenCount: tokenCount,
    })
    .nullish(),
  modelVersion: z.string().nullish(),
});

async function ask(request: ChatRequest, { id, price, settings }: ChosenModel, ctx: CallContext): Promise<ChatAnswer> {
  const { candidates, promptFeedback, usageMetadata, modelVersion } = await requestJson(facts, ctx, {
    path: `/v1beta/models/${pathSegment(id, 'model')}:generateContent`,
    headers: { 'x-goog-api-key': settings.apiKey },
    json: buildBody(request, id),
    model: id,
    reply: generateReply,
    classify,
    readRetryDelayMs,
  });
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = usageMetadata ?? {};
  const outputTokens = usageMetadata ? (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0) : null;
  const usage = { inputTokens: promptTokenCount ?? null, outputTokens };
  meterTokens(facts, ctx, price, { ...usage, cachedTokens: usageMetadata?.cachedContentTokenCount });
  if (promptFeedback?.blockReason) throw new UpstreamFailure('filtered', facts.id);
  const [candidate] = candidates ?? [];
  const text = (candidate?.content?.parts ?? []).flatMap((part) => (part.thought ? [] : (part.text ?? ''))).join('');
  return requireText(facts.id, {
    text,
    model: modelVersion ?? id,
    finishReason: parseFinishReason(candidate?.finishReason),
    usage,
  });
}

function buildBody(request: ChatRequest, model: string): unknown {
  const { prompt, system, temperature, image } = request;
  const picture = image ? [{ inlineData: { mimeType: image.type, data: image.data } }] : [];
  return {
    ...(system ? { systemInstruction: { parts: [{ text: system }] } } : {}),
    contents: [{ role: 'user', parts: [{ text: prompt }, ...picture] }],
    generationConfig: {
      maxOutputTokens: request.maxTokens,
      ...(temperature === undefined ? {} : { temperature }),
      thinkingConfig: isAlwaysThinking(model) ? { thinkingLevel: 'low' } : { thinkingBudget: 0 },
    },
  };
}

const countThinkingTokens = ({ maxTokens }: ChatRequest, model: string): number =>
  isAlwaysThinking(model) ? Math.min(THINKING_TOKENS_MAX, Math.max(THINKING_TOKENS_MIN, maxTokens)) : 0;

const isAlwaysThinking = (model: string): boolean => !/^gemini-2/.test(model);

function parseFinishReason(reason: string | null | undefined): ChatAnswer['finishReason'] {
  if (reason === 'MAX_TOKENS') return 'length';
  if (/SAFETY|RECITATION|BLOCKLIST|PROHIBITED|SPII/.test(reason ?? '')) {
    throw new UpstreamFailure('filtered', facts.id);
  }
  if (/MALFORMED/.test(reason ?? '')) throw new UpstreamFailure('malformed', facts.id);
  return 'stop';
}

/** A bad key is told as 400, and a used-up day like a full minute. */
function classify({ status, json, text }: ProviderReply): FailureKind | undefined {
  if (status === 200) return /^\s*(?:\[\s*)?\{\s*"error"/.test(text) ? 'lying' : undefined;
  if (status === 429) return /PerDay/.test(text) ? 'quota' : undefined;
  if (status === 400 && /API_KEY_INVALID|API key (not valid|expired)/.test(text)) return 'auth';
  if (status === 413 || (status === 400 && /(token count|payload size)[^"]{0,300}exceeds/i.test(text)))
    return 'context';
  return status === 404 && json !== undefined ? 'retired' : undefined;
}

const retryReply = z.object({ error: z.object({ details: z.array(z.object({ retryDelay: z.string().optional() })) }) });

/** `"retryDelay": "53s"` in the details of the error. */
function readRetryDelayMs({ json }: ProviderReply): number | undefined {
  const { details = [] } = retryReply.safeParse(json).data?.error ?? {};
  const seconds = Number.parseFloat(details.find(({ retryDelay }) => retryDelay)?.retryDelay ?? '');
  return Number.isNaN(seconds) ? undefined : seconds * 1000;
}

export default defineProvider(facts, {
  ...createChat(facts, models, ask, { countThinkingTokens }),
  embeddings: createGeminiEmbeddings(facts, embedModel, { classify, readRetryDelayMs }),
});
