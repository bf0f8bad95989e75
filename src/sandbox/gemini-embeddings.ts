/** Gemini's embeddings: `POST …:batchEmbedContents`. */
import { readFields } from './shared/json-fields.ts';
import type { TwinReply, TwinRequest } from './shared/twin.ts';
import { embedText } from './shared/vectors.ts';

const REQUESTS_MAX = 100;

const refuse = (message: string): TwinReply => ({
  status: 400,
  json: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } },
});

export function answerGeminiEmbeddings({ json }: TwinRequest): TwinReply {
  const { requests } = readFields(json);
  if (!Array.isArray(requests) || requests.length === 0) return refuse('* BatchEmbedContentsRequest.requests: empty');
  if (requests.length > REQUESTS_MAX) return refuse('at most 100 requests can be in one batch');
  const embeddings = requests.map((request: unknown) => {
    const { content, outputDimensionality = 3072 } = readFields(request);
    const { parts } = readFields(content);
    const text = Array.isArray(parts) ? parts.map((part: unknown) => String(readFields(part).text ?? '')).join('') : '';
    return { values: embedText(text, Number(outputDimensionality)) };
  });
  return { json: { embeddings } };
}
