/** Embeddings in OpenAI's form, as one member of a provider that does other things too. */
import { z } from 'zod';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderFacts } from '../kernel/tool/provider.ts';
import {
  countTokensMax,
  EMBED_REPLY_BYTES_MAX,
  type EmbedAnswer,
  type EmbedRequest,
  normalizeVectors,
  sortByIndex,
} from './shared/chat/embeddings.ts';
import { classifyChat } from './shared/chat/openai-style.ts';
import { requestJson, settingsOf } from './shared/provider.ts';

const embedReply = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()), index: z.number() })),
  model: z.string(),
  usage: z.object({ total_tokens: z.number() }).nullish(),
});

/** `price` is micro-USD a token. The models don't tell questions from documents, and cut nothing off. */
export function createOpenAiEmbeddings(facts: ProviderFacts, model: { id: string; price: number }) {
  return {
    /** One vector for each text. Throws `context` for a text that is longer than the model reads. */
    async embed(request: EmbedRequest, ctx: CallContext): Promise<EmbedAnswer> {
      const { apiKey, modelEmbed = model.id } = settingsOf(facts, ctx);
      const reply = await requestJson(facts, ctx, {
        path: '/embeddings',
        headers: { authorization: `Bearer ${apiKey}` },
        json: { model: modelEmbed, input: request.texts, dimensions: request.dimensions, encoding_format: 'float' },
        model: modelEmbed,
        reply: embedReply,
        classify: classifyChat,
        retryable: true,
        bodyBytesMax: EMBED_REPLY_BYTES_MAX,
      });
      const { usage } = reply;
      if (usage && modelEmbed === model.id) ctx.meter(usage.total_tokens * model.price);
      const vectors = sortByIndex(reply.data).map(({ embedding }) => embedding);
      const inputTokens = usage?.total_tokens ?? null;
      return { vectors: normalizeVectors(facts.id, request, vectors), model: reply.model, inputTokens };
    },
    /** The most that texts can cost with the default model, in micro-USD. */
    ceiling: (texts: readonly string[]): number => countTokensMax(texts) * model.price,
  };
}
