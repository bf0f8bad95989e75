/** Logistic regression, one for each tool, by stochastic gradient descent with step sizes of their own (AdaGrad). */
import { BUCKETS } from '../../../src/concierge/learned/hash.ts';

export interface Lesson {
  /** Buckets of the features, each once. */
  features: Uint32Array;
  /** For each tool 1 or 0; null where either is right. */
  targets: readonly (1 | 0 | null)[];
}

const ROUNDS = 10;
/** Of the first steps: smaller ones learn more slowly, and are less sure. */
const STEP = 6;
const SHRINK = 1e-4;
const SEED = 7;

/** Weights bucket by bucket, `tools` of each. The same lessons give the same weights. */
export function learnWeights(
  lessons: readonly Lesson[],
  tools: number,
  { rounds, step } = { rounds: ROUNDS, step: STEP },
): Float32Array {
  const state = { weights: new Float32Array(BUCKETS * tools), slopes: new Float32Array(BUCKETS * tools), step };
  runRounds(lessons, rounds, SEED, (lesson) => takeStep(lesson, tools, state));
  return state.weights;
}

interface State {
  weights: Float32Array;
  slopes: Float32Array;
  step: number;
}

function takeStep({ features, targets }: Lesson, tools: number, { weights, slopes, step }: State): void {
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
      weights[at] = weight - (step * slope) / (Math.sqrt(slopes[at] ?? 0) + 1e-6);
    }
  }
}

/** Each lesson once a round, in an order of its own; the same seed gives the same orders. */
export function runRounds<T>(
  lessons: readonly T[],
  rounds: number,
  seed: number,
  takeLesson: (lesson: T) => void,
): void {
  const random = createRandom(seed);
  const order = [...lessons];
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random);
    for (const lesson of order) takeLesson(lesson);
  }
}

function shuffle<T>(list: T[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const [one, two] = [list[at], list[other]];
    if (one !== undefined && two !== undefined) [list[at], list[other]] = [two, one];
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
