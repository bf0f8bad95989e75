/** Text Embeddings Inference 1.9: the native embedding route. */
import { readFields } from './shared/json-fields.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';
import { embedAsUnitVector, embedText, readTexts } from './shared/vectors.ts';

const BATCH_MAX = 32;

function handle({ method, url, json }: TwinRequest): TwinReply {
  if (method !== 'POST' || url.pathname !== '/embed') return { status: 404, body: '' };
  const { inputs, normalize = true, dimensions = 1024, prompt_name: prompt } = readFields(json);
  const texts = readTexts(inputs);
  if (!texts) return refuse(400, '`inputs` cannot be empty', 'empty');
  if (texts.length > BATCH_MAX) {
    return refuse(413, `batch size ${texts.length} > maximum allowed batch size ${BATCH_MAX}`, 'validation');
  }
  if (prompt !== undefined && prompt !== 'query' && prompt !== 'passage') {
    return refuse(422, `default prompt name \`${String(prompt)}\` not found in the prompts`, 'tokenizer');
  }
  const vector = normalize === false ? embedText : embedAsUnitVector;
  return { json: texts.map((text) => vector(text, Number(dimensions))) };
}

const refuse = (status: number, error: string, type: string): TwinReply => ({
  status,
  json: { error, error_type: type },
});

export default defineTwin({
  id: 'tei',
  handle,
  failures: {
    'rate-limit': () => refuse(429, 'Too many requests', 'rate'),
    'bad-key': () => ({ status: 401, body: '' }),
    down: () => refuse(429, 'Model is overloaded', 'overloaded'),
    'error-in-200': () => refuse(200, 'Backend failed', 'backend'),
    empty: () => ({ json: [] }),
    'too-long': () => refuse(422, 'input must have less than 8192 tokens', 'tokenizer'),
    quota: () => refuse(424, 'Backend failed', 'backend'),
  },
});
