/** Jina AI: embeddings. */
import { readFields } from './shared/json-fields.ts';
import { countTokens } from './shared/model.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';
import { embedAsUnitVector, readTexts } from './shared/vectors.ts';

const tasks = new Set('retrieval.query retrieval.passage text-matching classification separation'.split(' '));
const DIMENSIONS_MAX = 1024;

function handle({ method, url, headers, json }: TwinRequest): TwinReply {
  if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return badKey();
  if (method !== 'POST' || !url.pathname.endsWith('/embeddings')) return refuse(404, 'Not Found');
  const { input, model, task, dimensions = DIMENSIONS_MAX } = readFields(json);
  const texts = readTexts(input);
  const isFit = typeof model === 'string' && Number(dimensions) >= 1 && Number(dimensions) <= DIMENSIONS_MAX;
  if (!texts || !isFit || !tasks.has(String(task))) {
    return { status: 422, json: { error: { message: 'Invalid input or parameters' } } };
  }
  return { json: buildEmbeddingList(texts, model, Number(dimensions)) };
}

/** Its items come in any order. */
function buildEmbeddingList(texts: readonly string[], model: string, dimensions: number) {
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: embedAsUnitVector(text, dimensions),
  }));
  return { model, object: 'list', usage: { total_tokens: tokens, prompt_tokens: tokens }, data: data.reverse() };
}

const refuse = (status: number, detail: string): TwinReply => ({ status, json: { detail } });

const badKey = (): TwinReply => refuse(401, 'Invalid API key');

export default defineTwin({
  id: 'jina',
  handle,
  failures: {
    'rate-limit': () => refuse(429, 'Rate limit exceeded'),
    'bad-key': badKey,
    quota: () => refuse(402, 'Insufficient token balance'),
    down: () => refuse(503, 'Service temporarily unavailable'),
    'error-in-200': () => refuse(200, 'Internal error'),
    empty: () => ({ json: buildEmbeddingList([], 'jina-embeddings-v3', DIMENSIONS_MAX) }),
    'too-long': () => refuse(422, 'Input text exceeds maximum length of 8194 tokens'),
    retired: () => refuse(404, 'Model jina-embeddings-v3 not found'),
  },
});
