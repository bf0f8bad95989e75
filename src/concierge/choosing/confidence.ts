/** How likely a route is the right one: as likely as just its tools were learned to be asked for. */
import type { Reading } from '../reading/message.ts';
import { CHORE } from '../reading/vocabulary.ts';
import type { Interpretation } from './interpretation.ts';

/** Nothing was understood, or a language model is asked for want of anything else. */
const UNKNOWN = 0.35;
/** No word that the lexicons know speaks for it: what was learned alone does. */
const UNSPOKEN = 0.45;
/** A greeting or a chore: surely nothing to run. */
const NOTHING = 0.9;
const GREETING_CHARS_MAX = 40;

export function estimateConfidence(
  reading: Reading,
  { planned, likelihood }: Interpretation,
  isGuess: boolean,
): number {
  const { chosen, steps } = planned;
  if (isGuess) return UNKNOWN;
  if (steps.length === 0) return isNothing(reading) ? NOTHING : UNKNOWN;
  const isSpoken = chosen.every(({ ranked }) => ranked.terms.length > 0);
  return Math.round((isSpoken ? likelihood : Math.min(likelihood, UNSPOKEN)) * 1000) / 1000;
}

function isNothing({ hits, command }: Reading): boolean {
  const length = command.replace(/[^\p{L}\p{N}]/gu, '').length;
  const has = (kind: string): boolean => hits.some(({ key }) => key.kind === kind);
  return length === 0 || (length < GREETING_CHARS_MAX && has('greeting')) || has(CHORE) || has('secret');
}
