/** The sentences of pitches: they say nothing of the news itself. */
import { formatText } from '../../../locales/format.ts';
import { texts } from '../../../locales/texts.ts';
import type { Language } from '../../../text/language.ts';
import { type LetterWords, readLetterWords } from '../../common/letters.ts';

interface Wording extends LetterWords {
  /** `occasion`: why this outlet; null where nothing says so. */
  opening(occasion: string | null): string;
  /** Leads to the contact. */
  closing: string;
  contact: string;
  /** Between a headline and the word that makes it the outlet's own. */
  headline(title: string, term: string): string;
  reordered(terms: readonly string[]): string;
  varied(term: string): string;
}

export function readPitchWords(language: Language): Wording {
  const words = texts('letters', language);
  const { pitchOpening, pitchOccasion, pitchClosing: closing, pitchContact: contact } = words;
  return {
    ...readLetterWords(language),
    opening: (occasion) => (occasion === null ? pitchOpening : formatText(pitchOccasion, { occasion }, language)),
    closing,
    contact,
    headline: (title, term) => formatText(words.headline, { title, term }, language),
    reordered: (terms) => formatText(words.reordered, { terms: terms.join(words.termSeparator) }, language),
    varied: (term) => formatText(words.varied, { term }, language),
  };
}
