/** Estimates the confidence of a route: the learned likelihood that exactly its tools are asked for. */
import type { Reading } from '../reading/message.ts';
import { CHORE } from '../reading/vocabulary.ts';
import { NOTHING, UNKNOWN, UNSPOKEN } from '../scoring/weights.ts';
import type { Interpretation } from './interpretation.ts';

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
