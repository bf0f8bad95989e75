/** Voyage: embeddings. */
import { readFields } from './shared/json-fields.ts';
import { countTokens } from './shared/model.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';
import { embedAsUnitVector, readTexts } from './shared/vectors.ts';

const TEXTS_MAX = 1000;
const sizes = new Set([256, 512, 1024, 2048]);
const fields = new Set('input model input_type truncation output_dimension output_dtype encoding_format'.split(' '));

function handle({ method, url, headers, json }: TwinRequest): TwinReply {
  if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return badKey();
  if (method !== 'POST' || !url.pathname.endsWith('/embeddings')) return refuse(404, 'Not Found');
  const { input, model, input_type: type, output_dimension: dimension } = readFields(json);
  const extra = Object.keys(readFields(json)).find((field) => !fields.has(field));
  if (extra !== undefined) return refuse(400, `Argument '${extra}' is not supported by our API`);
  const texts = readTexts(input);
  if (!texts || texts.length > TEXTS_MAX) return refuse(400, `The batch size limit is ${TEXTS_MAX}.`);
  if (typeof model !== 'string') return refuse(400, "Missing required argument: 'model'");
  if (type !== undefined && type !== 'query' && type !== 'document') return refuse(400, "Invalid 'input_type'");
  const dimensions = Number(dimension ?? 1024);
  if (!sizes.has(dimensions)) return refuse(400, `Model ${model} does not support output_dimension ${dimensions}.`);
  return { json: buildEmbeddingList(texts, model, dimensions) };
}

const buildEmbeddingList = (texts: readonly string[], model: string, dimensions: number) => ({
  object: 'list',
  data: texts.map((text, index) => ({ object: 'embedding', embedding: embedAsUnitVector(text, dimensions), index })),
  model,
  usage: { total_tokens: texts.reduce((sum, text) => sum + countTokens(text), 0) },
});

const refuse = (status: number, detail: string): TwinReply => ({ status, json: { detail } });

const badKey = (): TwinReply => refuse(401, 'Provided API key is invalid.');

export default defineTwin({
  id: 'voyage',
  handle,
  failures: {
    'rate-limit': () => refuse(429, 'You have exceeded your rate limit of 2000 requests per minute.'),
    'bad-key': badKey,
    quota: () => refuse(403, 'Please add a payment method on the billing page to continue.'),
    down: () => refuse(503, 'The servers are overloaded.'),
    'error-in-200': () => refuse(200, 'An unexpected error occurred.'),
    empty: () => ({ json: buildEmbeddingList([], 'voyage-4-lite', 1024) }),
    'too-long': () => refuse(400, 'The max allowed tokens per submitted batch is 120000.'),
    retired: () => refuse(400, 'Model voyage-4-large is not supported.'),
  },
});
