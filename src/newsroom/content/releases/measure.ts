/** Measures a release when its text changes. */

import { countCodePoints } from '../../../text/code-points.ts';
import { detectLanguage, hasLetters, type Language } from '../../../text/language.ts';
import { countWordsInTurns } from '../../../text/words.ts';

export interface BodyMeasure {
  language: Language;
  word_count: number;
  char_count: number;
}

/** `title` tells the language of a body without letters. */
export async function measureBody(body: string, title: string): Promise<BodyMeasure> {
  const { language } = detectLanguage(hasLetters(body) ? body : title);
  return { language, word_count: await countWordsInTurns(body, language), char_count: countCodePoints(body) };
}
