/** How likely a route is the right one, told by scores and margins; the weights come from our own cases. */

import type { Reading } from '../reading/message.ts';
import type { Clause } from '../scoring/ranking.ts';
import { ASK_MIN } from './clauses.ts';
import type { StepPlan } from './plan.ts';

const BASE = -0.6;
const PER_SCORE = 1.1;
const PER_MARGIN = 1.6;
const UNFILLED = -1.8;
const UNKNOWN = 0.35;
/** No word that the lexicons know speaks for it: what was learned alone does. */
const UNSPOKEN = 0.45;

export function estimateConfidence(
  reading: Reading,
  clauses: readonly Clause[],
  { chosen, steps, leftOut }: StepPlan,
  isUnderstood: boolean,
): number {
  if (!isUnderstood || chosen.length === 0) return rateNothing(reading, clauses, steps.length > 0);
  const weakest = Math.min(
    ...chosen.map(
      ({ ranked, margin }) => PER_SCORE * Math.min(ranked.score, 2.5) + PER_MARGIN * Math.min(Math.max(margin, 0), 1),
    ),
  );
  const requestCount = clauses.filter(({ ranked }) => (ranked[0]?.score ?? 0) >= ASK_MIN).length;
  const sure = logistic(BASE + weakest + (requestCount > chosen.length + leftOut.length ? UNFILLED : 0));
  return roundShare(chosen.every(({ ranked }) => ranked.terms.length > 0) ? sure : Math.min(sure, UNSPOKEN));
}

/** Sure of a greeting or a chore, unsure of what nothing was understood of. */
function rateNothing({ hits, command }: Reading, clauses: readonly Clause[], isGuess: boolean): number {
  if (isGuess) return UNKNOWN;
  const length = command.replace(/[^\p{L}\p{N}]/gu, '').length;
  const isGreeting = length < 40 && hits.some(({ key }) => key.kind === 'greeting');
  const isChore = hits.some(({ key }) => key.kind === 'elsewhere' || key.kind === 'secret');
  const hasRequest = clauses.some(({ ranked }) => (ranked[0]?.score ?? 0) >= ASK_MIN);
  if (length === 0 || isGreeting || isChore) return hasRequest && !isChore ? 0.5 : 0.9;
  return UNKNOWN;
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
const roundShare = (x: number): number => Math.round(x * 1000) / 1000;

/** What both readings agree about is as sure as the words are; the less likely it was learned to be, the less sure it is. */
export const limitConfidence = (confidence: number, likelihood: number | undefined): number =>
  likelihood === undefined ? confidence : roundShare(Math.min(confidence, LIMIT_MIN + (1 - LIMIT_MIN) * likelihood));

const LIMIT_MIN = 0.2;
