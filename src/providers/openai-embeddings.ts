/** Embeddings in OpenAI's form, as one member of a provider that does other things too. */
import { z } from 'zod';
import type { CallContext } from '../kernel/context.ts';
import type { ProviderFacts } from '../kernel/provider.ts';
import { classifyChat } from './openai-style.ts';
import { requestJson, settingsOf } from './provider.ts';
import { EMBED_REPLY_BYTES_MAX, type Embedded, type EmbedRequest, inOrder, tokensMax, unitVectors } from './vectors.ts';

const embedReply = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()), index: z.number() })),
  model: z.string(),
  usage: z.object({ total_tokens: z.number() }).nullish(),
});

/** `price` is micro-USD a token. The models don't tell questions from documents, and cut nothing off. */
export function embeddingsOf(facts: ProviderFacts, model: { id: string; price: number }) {
  return {
    /** One vector for each text. Throws `context` for a text that is longer than the model reads. */
    async embed(request: EmbedRequest, ctx: CallContext): Promise<Embedded> {
      const { apiKey, modelEmbed = model.id } = settingsOf(facts, ctx);
      const reply = await requestJson(facts, ctx, {
        path: '/embeddings',
        headers: { authorization: `Bearer ${apiKey}` },
        json: { model: modelEmbed, input: request.texts, dimensions: request.dimensions, encoding_format: 'float' },
        reply: embedReply,
        classify: classifyChat,
        retryable: true,
        bodyBytesMax: EMBED_REPLY_BYTES_MAX,
      });
      const { usage } = reply;
      if (usage && modelEmbed === model.id) ctx.meter(usage.total_tokens * model.price);
      const vectors = inOrder(reply.data).map(({ embedding }) => embedding);
      const inputTokens = usage?.total_tokens ?? null;
      return { vectors: unitVectors(facts.id, request, vectors), model: reply.model, inputTokens };
    },
    /** The most that texts can cost with the default model, in micro-USD. */
    ceiling: (texts: readonly string[]): number => tokensMax(texts) * model.price,
  };
}
