/** Embeddings in OpenAI's form, as one member of a provider that does other things too. */
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { countTokensMax, type EmbedRequest, requestVectors, vectorList } from './shared/chat/embeddings.ts';
import { classifyChat } from './shared/chat/openai-style.ts';
import { settingsOf } from './shared/provider.ts';

/** `price` is micro-USD a token. The models don't tell questions from documents, and cut nothing off. */
export function createOpenAiEmbeddings(facts: ProviderDefinition, model: { id: string; price: number }) {
  return {
    /** One vector for each text. Throws `context` for a text that is longer than the model reads. */
    async embed(request: EmbedRequest, ctx: CallContext) {
      const { apiKey, modelEmbed = model.id } = settingsOf(facts, ctx);
      return await requestVectors(facts, ctx, request, {
        path: '/embeddings',
        headers: { authorization: `Bearer ${apiKey}` },
        json: { model: modelEmbed, input: request.texts, dimensions: request.dimensions, encoding_format: 'float' },
        model: modelEmbed,
        reply: vectorList,
        classify: classifyChat,
        price: modelEmbed === model.id ? model.price : undefined,
      });
    },
    /** The most that texts can cost with the default model, in micro-USD. */
    ceiling: (texts: readonly string[]): number => countTokensMax(texts) * model.price,
  };
}
