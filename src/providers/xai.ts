/** xAI: Grok on the Responses API, which searches the web before it answers. https://docs.x.ai */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import {
  type ChatAnswer,
  type ChatRequest,
  chooseModel,
  computeChatCeiling,
  meterTokens,
  requireText,
} from './shared/chat/chat.ts';
import { buildChatDefinition } from './shared/chat/define-chat.ts';
import { classifyChat } from './shared/chat/openai-style.ts';
import { meterCost } from './shared/cost.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';

const models = {
  fast: { id: 'grok-4.3', price: { input: 1.25, cached: 0.2, output: 2.5 } },
  large: { id: 'grok-4.7', price: { input: 2, cached: 0.5, output: 6 } },
} as const;

/** 5 USD for a thousand searches. */
const SEARCH_MICROS = 5_000;
/** Approximate tokens that the pages of one search add to the input. */
const SEARCH_TOKENS = 1_600;
/** 1 USD has 10^10 ticks. */
const TICKS_PER_MICRO = 10_000;

/** One search is what the price pays for. */
const INSTRUCTION = 'Search the web once before you answer, and rely on what you find.';

const facts = buildChatDefinition({
  id: 'xai',
  title: 'xAI Grok',
  tier: 'T3',
  about: 'Language models with web search. Searches are billed on top of tokens.',
  baseUrl: 'https://api.x.ai/v1',
  keyFrom: 'console.x.ai',
  models,
});

const annotation = z.object({ type: z.string(), url: z.string().optional(), title: z.string().nullish() });

const responseReply = z.object({
  model: z.string().nullish(),
  status: z.string(),
  output: z.array(
    z.object({
      type: z.string(),
      content: z
        .array(z.object({ type: z.string(), text: z.string().optional(), annotations: z.array(annotation).nullish() }))
        .nullish(),
    }),
  ),
  usage: z
    .object({
      input_tokens: z.number(),
      input_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
      output_tokens: z.number(),
      num_server_side_tools_used: z.number().nullish(),
      cost_in_usd_ticks: z.number().nullish(),
    })
    .nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
});

type Reply = z.output<typeof responseReply>;

/** One answer to one prompt, from what the web says now, with the addresses that it cites. */
async function searchLive(request: ChatRequest, ctx: CallContext): Promise<ChatAnswer & { citations: string[] }> {
  const settings = settingsOf(facts, ctx);
  const { id } = chooseModel(models, settings, request.model);
  const { prompt, system } = request;
  const reply = await requestJson(facts, ctx, {
    path: '/responses',
    headers: { authorization: `Bearer ${settings.apiKey}` },
    json: {
      model: id,
      input: [
        { role: 'system', content: system ? `${INSTRUCTION}\n\n${system}` : INSTRUCTION },
        { role: 'user', content: [{ type: 'input_text', text: prompt }] },
      ],
      max_output_tokens: request.maxTokens,
      tools: [{ type: 'web_search' }],
      parallel_tool_calls: false,
      reasoning: { effort: 'low' },
      // Nothing of a caller is kept there.
      store: false,
    },
    model: id,
    reply: responseReply,
    classify,
  });
  meterReply(reply, id, ctx);
  const texts = reply.output.filter(({ type }) => type === 'message').flatMap(({ content }) => content ?? []);
  const cited = texts.flatMap(({ annotations }) => annotations ?? []).flatMap(({ url }) => url ?? []);
  const answer = requireText(facts.id, {
    text: texts.flatMap(({ type, text }) => (type === 'output_text' ? (text ?? '') : [])).join(''),
    model: reply.model ?? id,
    finishReason: parseFinishReason(reply),
    usage: { inputTokens: reply.usage?.input_tokens ?? null, outputTokens: reply.usage?.output_tokens ?? null },
  });
  return { ...answer, citations: [...new Set(cited)] };
}

/** xAI says what a call cost; where it doesn't, tokens and searches do. */
function meterReply({ usage }: Reply, id: string, ctx: CallContext): void {
  if (!usage) return;
  const { cost_in_usd_ticks: ticks, num_server_side_tools_used: searches } = usage;
  const price = Object.values(models).find((model) => model.id === id)?.price;
  if (typeof ticks === 'number') meterCost(facts, ctx, ticks / TICKS_PER_MICRO);
  else if (price) {
    const cachedTokens = usage.input_tokens_details?.cached_tokens;
    meterTokens(facts, ctx, price, {
      inputTokens: usage.input_tokens,
      outputTokens: usage.output_tokens,
      cachedTokens,
    });
    if (searches) meterCost(facts, ctx, searches * SEARCH_MICROS);
  }
}

function parseFinishReason({ status, incomplete_details: incomplete }: Reply): ChatAnswer['finishReason'] {
  if (status === 'failed' || status === 'cancelled') throw new UpstreamFailure('overloaded', facts.id);
  if (status !== 'incomplete') return 'stop';
  if (incomplete?.reason === 'content_filter') throw new UpstreamFailure('filtered', facts.id);
  return 'length';
}

/** Errors are flat: `{"code": "…", "error": "…"}`, also inside a 200. */
function classify(reply: ProviderReply): FailureKind | undefined {
  const { status, text } = reply;
  if (status === 403 && /credits|spending limit/i.test(text)) return 'quota';
  if ((status === 400 || status === 403) && /violates|content (policy|safety)|usage guidelines/i.test(text)) {
    return 'filtered';
  }
  return classifyChat(reply);
}

/** Price of `live` with the default models and the one search that is asked for, in micro-USD. */
function ceiling(request: ChatRequest): number {
  const { price } = request.model === 'large' ? models.large : models.fast;
  const searchMicros = SEARCH_MICROS + SEARCH_TOKENS * price.input;
  return computeChatCeiling(models, { ...request, system: `${INSTRUCTION}\n\n${request.system ?? ''}` }) + searchMicros;
}

export default defineProvider(facts, { models, live: searchLive, ceiling });
