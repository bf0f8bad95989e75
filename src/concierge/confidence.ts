/** How likely a route is the right one, told by scores and margins; the weights come from our own cases. */
import type { Clause } from './clauses.ts';
import { ASK_MIN } from './clauses.ts';
import type { Planned } from './plan.ts';
import type { Reading } from './reading.ts';

const BASE = -0.6;
const PER_SCORE = 1.1;
const PER_MARGIN = 1.6;
const UNFILLED = -1.8;
const UNKNOWN = 0.35;
/** No word that the lexicons know speaks for it: what was learned alone does. */
const UNSPOKEN = 0.45;

export function confidenceOf(
  reading: Reading,
  clauses: readonly Clause[],
  { chosen, steps }: Planned,
  isAnswered: boolean,
): number {
  if (!isAnswered || chosen.length === 0) return nothingFits(reading, clauses, steps.length > 0);
  const weakest = Math.min(
    ...chosen.map(
      ({ ranked, margin }) => PER_SCORE * Math.min(ranked.score, 2.5) + PER_MARGIN * Math.min(Math.max(margin, 0), 1),
    ),
  );
  const asked = clauses.filter(({ ranked }) => (ranked[0]?.score ?? 0) >= ASK_MIN).length;
  const sure = logistic(BASE + weakest + (asked > chosen.length ? UNFILLED : 0));
  return rounded(chosen.every(({ ranked }) => ranked.terms.length > 0) ? sure : Math.min(sure, UNSPOKEN));
}

/** Sure of a greeting or a chore, unsure of what nothing was understood of. */
function nothingFits({ hits, command }: Reading, clauses: readonly Clause[], isGuess: boolean): number {
  if (isGuess) return UNKNOWN;
  const said = command.replace(/[^\p{L}\p{N}]/gu, '').length;
  const isGreeting = said < 40 && hits.some(({ key }) => key.kind === 'greeting');
  const isChore = hits.some(({ key }) => key.kind === 'elsewhere' || key.kind === 'secret');
  const asked = clauses.some(({ ranked }) => (ranked[0]?.score ?? 0) >= ASK_MIN);
  if (said === 0 || isGreeting || isChore) return asked && !isChore ? 0.5 : 0.9;
  return UNKNOWN;
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
const rounded = (x: number): number => Math.round(x * 1000) / 1000;

/** What both readings agree about is as sure as the words are; the less likely it was learned to be, the less sure it is. */
export const heard = (confidence: number, likelihood: number | undefined): number =>
  likelihood === undefined ? confidence : rounded(Math.min(confidence, HEARD + (1 - HEARD) * likelihood));

const HEARD = 0.2;
