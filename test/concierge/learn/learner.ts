/** Logistic regression, one for each tool, by stochastic gradient descent with step sizes of their own (AdaGrad). */
import { BUCKETS } from '../../../src/concierge/learned/hash.ts';

export interface Lesson {
  /** Buckets of the features, each once. */
  features: Uint32Array;
  /** For each tool 1 or 0; null where either is right. */
  targets: readonly (1 | 0 | null)[];
}

const ROUNDS = 10;
const STEP = 6;
const SHRINK = 1e-4;
const SEED = 7;

/** Weights bucket by bucket, `tools` of each. The same lessons give the same weights. */
export function learn(lessons: readonly Lesson[], tools: number): Float32Array {
  const weights = new Float32Array(BUCKETS * tools);
  const slopes = new Float32Array(BUCKETS * tools);
  const random = randomFrom(SEED);
  const order = lessons.map((_, at) => at);
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, random);
    for (const at of order) {
      const lesson = lessons[at];
      if (lesson) takeStep(lesson, tools, weights, slopes);
    }
  }
  return weights;
}

function takeStep({ features, targets }: Lesson, tools: number, weights: Float32Array, slopes: Float32Array): void {
  const share = 1 / Math.sqrt(features.length);
  for (let tool = 0; tool < tools; tool++) {
    const target = targets[tool];
    if (target === null || target === undefined) continue;
    let sum = 0;
    for (const bucket of features) sum += weights[bucket * tools + tool] ?? 0;
    const error = (1 / (1 + Math.exp(-sum * share)) - target) * share;
    if (Math.abs(error) < 1e-4) continue;
    for (const bucket of features) {
      const at = bucket * tools + tool;
      const weight = weights[at] ?? 0;
      const slope = error + SHRINK * weight;
      slopes[at] = (slopes[at] ?? 0) + slope * slope;
      weights[at] = weight - (STEP * slope) / (Math.sqrt(slopes[at] ?? 0) + 1e-6);
    }
  }
}

export function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
