/** Estimates the confidence of a route: the learned likelihood that exactly its tools are asked for. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import { countLetters, type Reading } from '../reading/message.ts';
import { CHORE, type Vocabulary } from '../reading/vocabulary.ts';
import { NOTHING, UNKNOWN, UNSERVED, UNSPOKEN } from '../scoring/weights.ts';
import type { Interpretation } from './interpretation.ts';
import { isOwn } from './questions.ts';
import { hasUnservedRequest } from './unserved.ts';

const GREETING_CHARS_MAX = 40;

/** Below it nothing runs: another reading of the message is likelier. */
export const RUN_MIN = 0.2;

/** Tools that are asked anything. */
const OPEN: ReadonlySet<Task | undefined> = new Set<Task>(['writing', 'search', 'news', 'article']);

export function estimateConfidence(
  reading: Reading,
  { planned, likelihood }: Interpretation,
  isGuess: boolean,
  vocabulary: Vocabulary,
): number {
  const { chosen, steps } = planned;
  if (isGuess) return UNKNOWN;
  if (steps.length === 0) return isNothing(reading) ? NOTHING : UNKNOWN;
  if (hasUnservedRequest(reading, planned, vocabulary)) return UNSERVED;
  if (isOwn(reading) && steps.every(({ tool, from }) => !from && OPEN.has(vocabulary.findTask(tool)))) return UNSERVED;
  const isSpoken = chosen.every(({ ranked }) => ranked.terms.length > 0);
  // A page that the message names is read in any case; what is done with it varies more than the learned messages do.
  const isReading = steps.some(({ tool, input }) => vocabulary.findTask(tool) === 'reading' && 'url' in input);
  const known = isReading ? Math.max(likelihood, UNSPOKEN) : likelihood;
  return Math.round((isSpoken ? known : Math.min(known, UNSPOKEN)) * 1000) / 1000;
}

function isNothing(reading: Reading): boolean {
  const { hits } = reading;
  const length = countLetters(reading);
  const has = (kind: string): boolean => hits.some(({ key }) => key.kind === kind);
  return length === 0 || (length < GREETING_CHARS_MAX && has('greeting')) || has(CHORE) || has('secret');
}
