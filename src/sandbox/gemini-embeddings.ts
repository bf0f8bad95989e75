/** Gemini's embeddings: `POST …:batchEmbedContents`. */
import { fieldsOf } from './fields.ts';
import type { TwinReply, TwinRequest } from './twin.ts';
import { vectorOf } from './vectors.ts';

const REQUESTS_MAX = 100;

const refuse = (message: string): TwinReply => ({
  status: 400,
  json: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } },
});

export function geminiEmbeddings({ json }: TwinRequest): TwinReply {
  const { requests } = fieldsOf(json);
  if (!Array.isArray(requests) || requests.length === 0) return refuse('* BatchEmbedContentsRequest.requests: empty');
  if (requests.length > REQUESTS_MAX) return refuse('at most 100 requests can be in one batch');
  const embeddings = requests.map((request: unknown) => {
    const { content, outputDimensionality = 3072 } = fieldsOf(request);
    const { parts } = fieldsOf(content);
    const text = Array.isArray(parts) ? parts.map((part: unknown) => String(fieldsOf(part).text ?? '')).join('') : '';
    return { values: vectorOf(text, Number(outputDimensionality)) };
  });
  return { json: { embeddings } };
}
