/** Cohere's embeddings, as one member of its provider. https://docs.cohere.com/reference/embed */
import { z } from 'zod';
import type { FailureKind } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { countTokensMax, type EmbedRequest, requestVectors } from './shared/chat/embeddings.ts';
import { type ProviderReply, settingsOf } from './shared/provider.ts';

const embedReply = z
  .object({
    embeddings: z.object({ float: z.array(z.array(z.number())) }),
    meta: z.object({ billed_units: z.object({ input_tokens: z.number().optional() }).nullish() }).nullish(),
  })
  .transform(({ embeddings, meta }) => ({
    vectors: embeddings.float,
    inputTokens: meta?.billed_units?.input_tokens ?? null,
  }));

const types = { query: 'search_query', document: 'search_document' } as const;

/** `price` is micro-USD a token. */
export function createCohereEmbeddings(
  facts: ProviderDefinition,
  model: { id: string; price: number },
  classify: (reply: ProviderReply) => FailureKind | undefined,
) {
  return {
    /** One vector for each text; of a text that is longer than the model reads, of its beginning. */
    async embed(request: EmbedRequest, ctx: CallContext) {
      const { apiKey, modelEmbed = model.id } = settingsOf(facts, ctx);
      return await requestVectors(facts, ctx, request, {
        path: '/v2/embed',
        headers: { authorization: `Bearer ${apiKey}` },
        json: {
          model: modelEmbed,
          texts: request.texts,
          input_type: types[request.inputType],
          output_dimension: request.dimensions,
          embedding_types: ['float'],
          truncate: 'END',
        },
        model: modelEmbed,
        reply: embedReply,
        classify,
        price: modelEmbed === model.id ? model.price : undefined,
      });
    },
    /** The most that texts can cost with the default model, in micro-USD. */
    ceiling: (texts: readonly string[]): number => countTokensMax(texts) * model.price,
  };
}
