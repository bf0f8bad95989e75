/** Voyage: embeddings. Its models of one generation share one vector space. https://docs.voyageai.com */
import type { FailureKind } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import {
  countTokensMax,
  type EmbedAnswer,
  type EmbedRequest,
  requestVectors,
  vectorList,
} from './shared/chat/embeddings.ts';
import { hasMember } from './shared/classify.ts';
import { defineProvider, type ProviderReply, settingsOf } from './shared/provider.ts';

/** USD per million tokens, which is micro-USD a token. */
const models = {
  large: { id: 'voyage-4-large', price: 0.12 },
  lite: { id: 'voyage-4-lite', price: 0.02 },
} as const;

export type VoyageModel = keyof typeof models;

const facts: ProviderDefinition = {
  id: 'voyage',
  title: 'Voyage AI',
  tier: 'T2',
  about: 'Embeddings, billed per token.',
  baseUrl: 'https://api.voyageai.com/v1',
  settings: {
    apiKey: { kind: 'secret', about: 'API key from voyageai.com, starts with pa-', required: true },
    modelLarge: { kind: 'text', about: 'Model used as large', default: models.large.id },
    modelLite: { kind: 'text', about: 'Model used as lite', default: models.lite.id },
  },
};

type VoyageRequest = EmbedRequest & { model: VoyageModel };

/** One vector for each text; of a text that is longer than the model reads, of its beginning. */
async function embed(request: VoyageRequest, ctx: CallContext): Promise<EmbedAnswer> {
  const { apiKey, modelLarge, modelLite } = settingsOf(facts, ctx);
  const chosenModel = (request.model === 'large' ? modelLarge : modelLite) ?? models[request.model].id;
  return await requestVectors(facts, ctx, request, {
    path: '/embeddings',
    headers: { authorization: `Bearer ${apiKey}` },
    json: {
      input: request.texts,
      model: chosenModel,
      input_type: request.inputType,
      output_dimension: request.dimensions,
      truncation: true,
    },
    model: chosenModel,
    reply: vectorList,
    classify,
    price: Object.values(models).find(({ id }) => id === chosenModel)?.price,
  });
}

function classify({ status, text, json }: ProviderReply): FailureKind | undefined {
  if (status === 200) return hasMember(json, 'detail') ? 'lying' : undefined;
  if (status === 400 && /max(imum)? allowed tokens|too many tokens|batch size/i.test(text)) return 'context';
  if (status === 400 && /model .{0,80}(not supported|not found|does not exist)/i.test(text)) return 'retired';
  if (status === 403 && /payment|billing/i.test(text)) return 'quota';
  return undefined;
}

/** The most that texts can cost with the default models, in micro-USD. */
const ceiling = (texts: readonly string[], model: VoyageModel): number => countTokensMax(texts) * models[model].price;

export default defineProvider(facts, { embed, ceiling });
