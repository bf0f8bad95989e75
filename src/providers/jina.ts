/** Jina AI: embeddings. https://jina.ai/embeddings */
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

/** 0.05 USD per million tokens, the highest of its plans. */
const MICROS_PER_TOKEN = 0.05;
const tasks = { query: 'retrieval.query', document: 'retrieval.passage' } as const;

const facts: ProviderDefinition = {
  id: 'jina',
  title: 'Jina AI',
  tier: 'T1',
  about: 'Embeddings. A new key includes ten million tokens for non-commercial trials.',
  baseUrl: 'https://api.jina.ai/v1',
  settings: {
    apiKey: { kind: 'secret', about: 'API key from jina.ai, starts with jina_', required: true },
    modelEmbed: { kind: 'text', about: 'Model for embeddings', default: 'jina-embeddings-v3' },
  },
};

/** One vector for each text; of a text that is longer than the model reads, of its beginning. */
async function embed(request: EmbedRequest, ctx: CallContext): Promise<EmbedAnswer> {
  const { apiKey, modelEmbed } = settingsOf(facts, ctx);
  return await requestVectors(facts, ctx, request, {
    path: '/embeddings',
    headers: { authorization: `Bearer ${apiKey}` },
    json: {
      input: request.texts,
      model: modelEmbed ?? facts.settings.modelEmbed?.default,
      task: tasks[request.inputType],
      dimensions: request.dimensions,
      normalized: true,
      embedding_type: 'float',
      truncate: true,
    },
    reply: vectorList,
    classify,
    price: MICROS_PER_TOKEN,
  });
}

function classify({ status, text, json }: ProviderReply): FailureKind | undefined {
  if (status === 200) return hasMember(json, 'detail') || hasMember(json, 'error') ? 'lying' : undefined;
  if (status !== 400 && status !== 404 && status !== 422) return undefined;
  if (/too long|exceeds? .{0,40}(length|tokens)/i.test(text)) return 'context';
  return /model .{0,80}not (found|supported)/i.test(text) ? 'retired' : undefined;
}

/** The most that texts can cost, in micro-USD. */
const ceiling = (texts: readonly string[]): number => countTokensMax(texts) * MICROS_PER_TOKEN;

export default defineProvider(facts, { embed, ceiling });
