/** Gemini's embeddings, as one member of its provider. https://ai.google.dev/api/embeddings */
import { z } from 'zod';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { countTokensMax, type EmbedRequest, requestVectors } from './shared/chat/embeddings.ts';
import { type ProviderRequest, pathSegment, settingsOf } from './shared/provider.ts';

/** It counts no tokens. */
const embedReply = z
  .object({ embeddings: z.array(z.object({ values: z.array(z.number()) })) })
  .transform(({ embeddings }) => ({ vectors: embeddings.map(({ values }) => values), inputTokens: null }));

const types = { query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' } as const;

/** `price` is micro-USD a token. */
export function createGeminiEmbeddings(
  facts: ProviderDefinition,
  model: { id: string; price: number },
  errors: Pick<ProviderRequest, 'classify' | 'readRetryDelayMs'>,
) {
  return {
    /** One vector for each text; of a text that is longer than the model reads, of its beginning. */
    async embed(request: EmbedRequest, ctx: CallContext) {
      const { apiKey, modelEmbed = model.id } = settingsOf(facts, ctx);
      return await requestVectors(facts, ctx, request, {
        path: `/v1beta/models/${pathSegment(modelEmbed, 'model')}:batchEmbedContents`,
        headers: { 'x-goog-api-key': apiKey },
        json: {
          requests: request.texts.map((text) => ({
            model: `models/${modelEmbed}`,
            content: { parts: [{ text }] },
            taskType: types[request.inputType],
            outputDimensionality: request.dimensions,
          })),
        },
        model: modelEmbed,
        reply: embedReply,
        ...errors,
      });
    },
    /** The most that texts can cost with the default model, in micro-USD. */
    ceiling: (texts: readonly string[]): number => countTokensMax(texts) * model.price,
  };
}
