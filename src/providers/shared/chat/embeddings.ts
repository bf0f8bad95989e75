/** Common interface of embedding providers, and the checks of their vectors. */
import { z } from 'zod';
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { ProviderDefinition } from '../../../kernel/tool/provider.ts';
import { meterCost } from '../cost.ts';
import { type JsonRequest, requestJson } from '../provider.ts';

export interface EmbedRequest {
  texts: readonly string[];
  /** Length of each vector. */
  dimensions: number;
  /** Models lay questions and the texts that answer them apart. */
  inputType: 'query' | 'document';
}

export interface EmbedAnswer {
  /** One for each text, in their order, each of length 1. */
  vectors: number[][];
  /** Id of the model: vectors of different models can't be compared. */
  model: string;
  /** Tokens read; null where the provider did not say. */
  inputTokens: number | null;
}

/** Replies are long: 96 vectors of 3,072 numbers in up to 22 characters. */
export const EMBED_REPLY_BYTES_MAX = 16 * 1024 * 1024;

/** More digits than the models have. */
const PRECISION = 1e8;

/** Vectors as the schema of a reply reads them. `model`: set if the reply names the model. */
interface Vectors {
  vectors: number[][];
  model?: string;
  inputTokens: number | null;
}

/** A reply in OpenAI's form; its items come in any order. */
export const vectorList = z
  .object({
    data: z.array(z.object({ embedding: z.array(z.number()), index: z.number() })),
    model: z.string(),
    usage: z.object({ total_tokens: z.number() }).nullish(),
  })
  .transform(({ data, model, usage }) => ({
    vectors: data.sort((a, b) => a.index - b.index).map(({ embedding }) => embedding),
    model,
    inputTokens: usage?.total_tokens ?? null,
  }));

/** `price`: micro-USD a token, where it is known. */
export type VectorRequest = JsonRequest<z.ZodType<Vectors>> & { price?: number | undefined };

/** One vector for each text, each of length 1. Notes the cost. */
export async function requestVectors(
  facts: ProviderDefinition,
  ctx: CallContext,
  request: EmbedRequest,
  { price, ...sent }: VectorRequest,
): Promise<EmbedAnswer> {
  const reply = await requestJson(facts, ctx, { retryable: true, bodyBytesMax: EMBED_REPLY_BYTES_MAX, ...sent });
  const { vectors, model = sent.model ?? facts.id, inputTokens } = reply;
  if (price !== undefined && inputTokens !== null) meterCost(facts, ctx, inputTokens * price);
  return { vectors: normalizeVectors(facts.id, request, vectors), model, inputTokens };
}

/** Checks count, lengths and numbers, and makes every vector one of length 1. Throws `malformed`. */
export function normalizeVectors(source: string, { texts, dimensions }: EmbedRequest, vectors: readonly number[][]) {
  if (vectors.length !== texts.length)
    throw createUnfitFailure(source, `${vectors.length} vectors for ${texts.length} texts`);
  return vectors.map((vector) => {
    if (vector.length !== dimensions)
      throw createUnfitFailure(source, `${vector.length} numbers instead of ${dimensions}`);
    const length = Math.hypot(...vector);
    if (!Number.isFinite(length) || length === 0) throw createUnfitFailure(source, 'A vector without a direction');
    return vector.map((value) => Math.round((value / length) * PRECISION) / PRECISION);
  });
}

/** The most tokens that texts can have: a token has at least one byte. */
export function countTokensMax(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function createUnfitFailure(source: string, why: string): UpstreamFailure {
  return new UpstreamFailure('malformed', source, { cause: new Error(why) });
}
