/** What embedding providers share: what they are asked, and what their vectors must be. */
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';

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

/** Items that carry their place in `index`, in that order. */
export function sortByIndex<T extends { index: number }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => a.index - b.index);
}

/** The most tokens that texts can have: a token has at least one byte. */
export function countTokensMax(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function createUnfitFailure(source: string, why: string): UpstreamFailure {
  return new UpstreamFailure('malformed', source, { cause: new Error(why) });
}
