/** Cohere's embeddings: `POST /v2/embed`. */
import { readFields } from './shared/json-fields.ts';
import { countTokens } from './shared/model.ts';
import type { TwinReply, TwinRequest } from './shared/twin.ts';
import { embedText, readTexts } from './shared/vectors.ts';

const TEXTS_MAX = 96;
const sizes = new Set([256, 512, 1024, 1536]);

export function answerCohereEmbeddings({ json }: TwinRequest, refuse: (status: number, message: string) => TwinReply) {
  const fields = readFields(json);
  const { model, input_type: type, embedding_types: types, output_dimension: dimension } = fields;
  const texts = readTexts(fields.texts);
  if (!texts) return refuse(400, 'invalid request: texts must be at least 1 text long.');
  if (texts.length > TEXTS_MAX) {
    return refuse(
      400,
      `invalid request: total number of texts must be at most ${TEXTS_MAX} - received ${texts.length}`,
    );
  }
  if (!/^embed-/.test(String(model)))
    return refuse(404, `model '${String(model)}' not found, make sure the ID is right.`);
  if (!/^(search_query|search_document|classification|clustering)$/.test(String(type))) {
    return refuse(400, 'invalid request: valid input_type must be provided with the provided model');
  }
  if (!Array.isArray(types) || types[0] !== 'float') return refuse(400, 'invalid request: embedding_types');
  const dimensions = Number(dimension ?? 1536);
  if (!sizes.has(dimensions)) return refuse(400, `invalid request: output_dimension must be one of ${[...sizes]}`);
  const input_tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return {
    json: {
      id: 'da6e531f-54c6-4a73-bf92-f60566d8d753',
      texts,
      embeddings: { float: texts.map((text) => embedText(text, dimensions)) },
      meta: { api_version: { version: '2' }, billed_units: { input_tokens } },
      response_type: 'embeddings_by_type',
    },
  };
}
