/** Gemini's embeddings, as one member of its provider. https://ai.google.dev/api/embeddings */
import { z } from 'zod';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderFacts } from '../kernel/tool/provider.ts';
import {
  countTokensMax,
  EMBED_REPLY_BYTES_MAX,
  type EmbedAnswer,
  type EmbedRequest,
  normalizeVectors,
} from './shared/chat/embeddings.ts';
import { type ProviderRequest, pathSegment, requestJson, settingsOf } from './shared/provider.ts';

const embedReply = z.object({ embeddings: z.array(z.object({ values: z.array(z.number()) })) });

const types = { query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' } as const;

/** `price` is micro-USD a token; the replies count none. */
export function createGeminiEmbeddings(
  facts: ProviderFacts,
  model: { id: string; price: number },
  errors: Pick<ProviderRequest, 'classify' | 'readRetryDelayMs'>,
) {
  return {
    /** One vector for each text; of a text that is longer than the model reads, of its beginning. */
    async embed({ texts, dimensions, inputType }: EmbedRequest, ctx: CallContext): Promise<EmbedAnswer> {
      const { apiKey, modelEmbed = model.id } = settingsOf(facts, ctx);
      const { embeddings } = await requestJson(facts, ctx, {
        path: `/v1beta/models/${pathSegment(modelEmbed, 'model')}:batchEmbedContents`,
        headers: { 'x-goog-api-key': apiKey },
        json: {
          requests: texts.map((text) => ({
            model: `models/${modelEmbed}`,
            content: { parts: [{ text }] },
            taskType: types[inputType],
            outputDimensionality: dimensions,
          })),
        },
        model: modelEmbed,
        reply: embedReply,
        ...errors,
        retryable: true,
        bodyBytesMax: EMBED_REPLY_BYTES_MAX,
      });
      const vectors = embeddings.map(({ values }) => values);
      const unit = normalizeVectors(facts.id, { texts, dimensions, inputType }, vectors);
      return { vectors: unit, model: modelEmbed, inputTokens: null };
    },
    /** The most that texts can cost with the default model, in micro-USD. */
    ceiling: (texts: readonly string[]): number => countTokensMax(texts) * model.price,
  };
}
