/** Whether a translation says what its original says, as far as rules can tell. */

import { countCodePoints } from '../../../text/code-points.ts';
import { detectLanguage, type Language } from '../../../text/language.ts';
import { checkFacts } from '../../analysis/facts-check/check.ts';
import type { Clock } from '../../analysis/mentions/types.ts';
import type { ProtectedTerm } from './terms.ts';

export interface TranslationChecks {
  numbers_preserved: boolean;
  urls_preserved: boolean;
  terms_preserved: string[];
  terms_lost: string[];
  /** Length of the translation by that of the original. */
  length_ratio: number;
  language_ok: boolean;
}

interface Pair {
  source: string;
  sourceLanguage: Language;
  translation: string;
  language: Language;
  terms: readonly ProtectedTerm[];
  clock: Clock;
}

const RATIO_MIN = 0.3;
const RATIO_MAX = 4;

export function checkTranslation({
  source,
  sourceLanguage,
  translation,
  language,
  terms,
  clock,
}: Pair): TranslationChecks {
  const isSame = (kinds: readonly ('number' | 'date' | 'url' | 'email')[]): boolean =>
    checkFacts(source, { inputs: [translation], language: sourceLanguage, clock, kinds }).unverified.length === 0 &&
    checkFacts(translation, { inputs: [source], language, clock, kinds }).unverified.length === 0;
  const preserved = terms.filter(({ rendering }) => translation.includes(rendering)).map(({ term }) => term);
  // Names that stay as they are say nothing about the language around them.
  const own = terms.reduce((text, { rendering }) => text.replaceAll(rendering, ' '), translation);
  return {
    numbers_preserved: isSame(['number', 'date']),
    urls_preserved: isSame(['url', 'email']),
    terms_preserved: preserved,
    terms_lost: terms.map(({ term }) => term).filter((term) => !preserved.includes(term)),
    length_ratio: Math.round((countCodePoints(translation) / Math.max(1, countCodePoints(source))) * 100) / 100,
    language_ok: translation.trim() !== source.trim() && detectLanguage(own).language === language,
  };
}

/** Failed checks, in a sentence; null for a good translation. */
export function explainChecks(checks: TranslationChecks): string | null {
  const { length_ratio: ratio, terms_lost: lostTerms } = checks;
  if (!checks.language_ok) return 'The translation is in the wrong language';
  if (!checks.numbers_preserved) return 'Numbers or dates of the original are missing, or new ones were added';
  if (!checks.urls_preserved) return 'Addresses of the original are missing, or new ones were added';
  if (lostTerms.length > 0) return 'Names that must be kept are missing';
  if (ratio < RATIO_MIN || ratio > RATIO_MAX) return 'The length does not match the original';
  return null;
}
