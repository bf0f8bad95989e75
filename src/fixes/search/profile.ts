/** Search profile of a fix: the terms of each symptom, and all terms with their weights. */
import type { IndexTerm } from '../moderation-writes.ts';
import { listTerms } from './terms.ts';

export interface FixDescription {
  title: string;
  /** Error texts and short descriptions. */
  symptoms: readonly string[];
  cause: string;
  /** What else it says: steps, how to verify. */
  rest: string;
  tags: readonly string[];
}

const TERMS_PER_FIX_MAX = 300;
const SYMPTOM_TERMS_MAX = 80;
const WEIGHT_MAX = 1_000;

/** A word of the error itself says most about a fix, one of its remedy least. */
export const SYMPTOM = 600;
const TITLE = 500;
const TAG = 400;
const CAUSE = 200;
const REST = 80;
/** Weight of each further symptom with the same word. */
const AGAIN = 80;

/** The terms of each symptom; those of the title and the tags are the last of them. */
export function buildSymptomTerms({
  title,
  symptoms,
  tags,
}: Pick<FixDescription, 'title' | 'symptoms' | 'tags'>): string[][] {
  return [...symptoms, `${title}\n${tags.join('\n')}`].map((text) => listTerms(text).slice(0, SYMPTOM_TERMS_MAX));
}

/** All terms of a fix, of whose symptoms the terms are known; at most three hundred, those that say most. */
export function buildIndexTerms(
  symptoms: readonly (readonly string[])[],
  { title, cause, rest }: Pick<FixDescription, 'title' | 'cause' | 'rest'>,
): IndexTerm[] {
  const weights = new Map<string, number>();
  const raise = (terms: readonly string[], weight: number): void => {
    for (const term of terms) {
      const before = weights.get(term) ?? 0;
      const again = weight === SYMPTOM && before >= SYMPTOM ? AGAIN : 0;
      weights.set(term, Math.min(WEIGHT_MAX, Math.max(weight, before) + again));
    }
  };
  for (const terms of symptoms.slice(0, -1)) raise(terms, SYMPTOM);
  raise(listTerms(title), TITLE);
  raise(symptoms.at(-1) ?? [], TAG);
  raise(listTerms(cause), CAUSE);
  raise(listTerms(rest), REST);
  return [...weights]
    .map(([term, weight]) => ({ term, weight }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, TERMS_PER_FIX_MAX);
}
