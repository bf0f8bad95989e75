/** Searches outlets by words and parts of words; every term of the query must match. */

import { normalizeText } from '../../../text/fold.ts';
import { splitTerms } from '../../../text/words.ts';
import { LexicalIndex, type WeightedText } from '../recommend/lexical-index.ts';
import { unifyForms } from '../recommend/variants.ts';
import type { IndexedMedium } from './media-index-types.ts';

const HIRAGANA = /[\u3041-\u3096]/g;
const TO_KATAKANA = 0x60;
const KATAKANA_RUN = /^[\u30a1-\u30fa\u30fc]{3,}$/;

/** Pairs of characters and whole Latin words; either kana finds the other, an old character the new one. */
export function splitSearchTerms(text: string): string[] {
  const unified = unifyForms(normalizeText(text)).replace(HIRAGANA, (kana) =>
    String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA),
  );
  // Whole runs stand beside their pairs: they would keep a part of a word from being found.
  return splitTerms(unified).filter((term) => !KATAKANA_RUN.test(term));
}

export const createSearchIndex = (): LexicalIndex => new LexicalIndex(splitSearchTerms);

/** The most telling place first. */
export const readSearchWords = ({ name, nameKana, publisher, topics, profile }: IndexedMedium): WeightedText[] => [
  { text: name, weight: 4 },
  { text: nameKana ?? '', weight: 2 },
  { text: publisher ?? '', weight: 2 },
  { text: topics.join('\n'), weight: 3 },
  { text: profile ?? '', weight: 1 },
];
