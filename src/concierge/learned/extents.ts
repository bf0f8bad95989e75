/** Finds the likeliest beginning and end of a name or topic in a message. */
import type { Extents, Slot } from '../reading/message.ts';
import { buildField, type Extent, type Field, listExtents } from './extent-features.ts';
import { decodeWeights, type Weights } from './weights.ts';

export interface ExtentScore {
  extent: Extent;
  score: number;
}

type SumWeights = (buckets: Uint32Array) => number;

/** So many are looked at as a whole: those whose ends are the likeliest. */
const WHOLE_MAX = 60;

export function createExtents({ scale, values }: Omit<Weights, 'learnedFrom' | 'classes'>): Extents {
  const meaning = decodeWeights(scale);
  const sumOf: SumWeights = (buckets) =>
    buckets.reduce((sum, bucket) => sum + (meaning[(values[bucket] ?? 0) + 128] ?? 0), 0);
  return {
    likeliest(slot, reading, { start, end }) {
      const field = buildField(slot, reading, start, end);
      const likely = scoreByEnds(slot, field, sumOf)
        .sort((a, b) => b.score - a.score)
        .slice(0, WHOLE_MAX)
        .map(({ extent, score }) => ({ extent, score: score + sumOf(field.whole(extent)) }));
      const best = likely.reduce<ExtentScore | null>((a, b) => (a && a.score >= b.score ? a : b), null);
      const [first, last] = [field.units[best?.extent.from ?? -1], field.units[(best?.extent.to ?? 0) - 1]];
      if (!best || !first || !last) return null;
      const odds = best.score - sumOf(field.nothing);
      return { start: first.start, end: last.end, likelihood: 1 / (1 + Math.exp(-odds)) };
    },
  };
}

/** All extents by where they begin and end alone. */
export function scoreByEnds(slot: Slot, field: Field, sumOf: SumWeights): ExtentScore[] {
  const starts = field.starts.map(sumOf);
  const ends = field.ends.map(sumOf);
  return [...listExtents(slot, field)].map((extent) => ({
    extent,
    score: (starts[extent.from] ?? 0) + (ends[extent.to - 1] ?? 0),
  }));
}
