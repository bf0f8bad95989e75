/** Text Embeddings Inference: embedding models on a server of your own. https://huggingface.co/docs/text-embeddings-inference */
import { z } from 'zod';
import type { FailureKind } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import {
  EMBED_REPLY_BYTES_MAX,
  type EmbedAnswer,
  type EmbedRequest,
  normalizeVectors,
} from './shared/chat/embeddings.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';

/** The server takes no more at once unless it is told to. */
const BATCH_MAX = 32;

const facts: ProviderDefinition = {
  id: 'tei',
  title: 'Text Embeddings Inference',
  tier: 'T0',
  about: 'Self-hosted embeddings with any model that produces vectors of the requested length.',
  baseUrl: 'http://127.0.0.1:8080',
  offByDefault: true,
  settings: {
    apiKey: { kind: 'secret', about: 'API key, if the server was started with --api-key' },
    model: { kind: 'text', about: 'Model that the server runs, as named in its responses', default: 'BAAI/bge-m3' },
    queryPrompt: { kind: 'text', about: 'Name of the model’s query prompt, if it has one' },
    documentPrompt: { kind: 'text', about: 'Name of the model’s document prompt, if it has one' },
  },
};

const embedReply = z.array(z.array(z.number()));

/** One vector for each text; of a text that is longer than the model reads, of its beginning. */
async function embed(request: EmbedRequest, ctx: CallContext): Promise<EmbedAnswer> {
  const settings = settingsOf(facts, ctx);
  const prompt = request.inputType === 'query' ? settings.queryPrompt : settings.documentPrompt;
  const ask = (inputs: readonly string[]): Promise<number[][]> =>
    requestJson(facts, ctx, {
      path: '/embed',
      headers: { authorization: settings.apiKey === undefined ? undefined : `Bearer ${settings.apiKey}` },
      json: {
        inputs,
        normalize: true,
        truncate: true,
        dimensions: request.dimensions,
        ...(prompt === undefined ? {} : { prompt_name: prompt }),
      },
      reply: embedReply,
      classify,
      retryable: true,
      bodyBytesMax: EMBED_REPLY_BYTES_MAX,
    });
  const batches = Array.from({ length: Math.ceil(request.texts.length / BATCH_MAX) }, (_, index) =>
    request.texts.slice(index * BATCH_MAX, (index + 1) * BATCH_MAX),
  );
  const vectors = (await Promise.all(batches.map(ask))).flat();
  const model = settings.model ?? facts.settings.model?.default ?? facts.id;
  return { vectors: normalizeVectors(facts.id, request, vectors), model, inputTokens: null };
}

function classify({ status, text }: ProviderReply): FailureKind | undefined {
  if (status === 424 || (status === 429 && /overloaded/i.test(text))) return 'overloaded';
  return status === 422 && /tokens|too long/i.test(text) ? 'context' : undefined;
}

export default defineProvider(facts, { embed });
