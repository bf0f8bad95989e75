import type { EmbedRequest } from '../../src/providers/shared/chat/embeddings.ts';

/** What every embedding provider is asked. */
export const embedCase: EmbedRequest = {
  texts: ['The cat sleeps on the mat.', 'A cat is sleeping on a mat.', '量子計算機'],
  dimensions: 1024,
  inputType: 'document',
};

export const lengthOf = (vector: readonly number[]): number => Math.hypot(...vector);

/** Cosine of two vectors of length 1. */
export function likeness(a: readonly number[] | undefined, b: readonly number[] | undefined): number {
  return (a ?? []).reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0);
}
