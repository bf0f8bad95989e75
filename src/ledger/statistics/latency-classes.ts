/** Durations as classes, each a fifth longer than the one below: a percentile is known that well, and no better. */

const STEPS_PER_DOUBLING = 4;

/** The longest duration of the class that `ms` belongs to. */
export function findLatencyClass(ms: number): number {
  if (ms <= 1) return 1;
  return Math.ceil(2 ** (Math.ceil(Math.log2(ms) * STEPS_PER_DOUBLING) / STEPS_PER_DOUBLING));
}

export interface LatencyClass {
  ms: number;
  count: number;
}

interface DurationTotal {
  /** Longest duration of the class. */
  ms: number;
  successes: number;
  failures: number;
}

/** Of what succeeded; null when nothing did. */
export function summarizeLatencies(totals: readonly DurationTotal[]) {
  const classes = totals.map(({ ms, successes }) => ({ ms, count: successes }));
  return {
    successes: totals.reduce((sum, { successes }) => sum + successes, 0),
    failures: totals.reduce((sum, { failures }) => sum + failures, 0),
    p50Ms: findPercentile(classes, 0.5),
    p95Ms: findPercentile(classes, 0.95),
  };
}

/** Value that `share` of them did not exceed; null if there are none. */
export function findPercentile(classes: readonly LatencyClass[], share: number): number | null {
  const total = classes.reduce((sum, { count }) => sum + count, 0);
  let left = Math.ceil(total * share);
  for (const { ms, count } of classes.toSorted((a, b) => a.ms - b.ms)) {
    left -= count;
    if (left <= 0 && count > 0) return ms;
  }
  return null;
}
