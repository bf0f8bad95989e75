/** The prose gate: which sentences are written language, not lists of words, headings or words thrown together. */

import { ENGLISH_FUNCTION_WORDS, hasEnglishPredicate, isEnglishOrder } from './grammar/en.ts';
import { endsJapanese, isJapaneseOrder, JAPANESE_PARTICLE } from './grammar/ja.ts';
import { CHINESE_FUNCTION, hasChinesePredicate, isChineseOrder } from './grammar/zh.ts';
import type { Lexicon } from './lexicons/lexicon.ts';
import { measureSize, readLatinWords } from './size.ts';

const CLOSING = '[」』”’"\')\\]》]*$';
const LATIN_END = new RegExp(`[.!?]${CLOSING}`);
const CHINESE_END = /[。!?;”」"》]\)?$|[。!?]["'”’」』)]+$/;
const FUNCTION_SHARE = 0.15;
/** A sentence full of names has less hiragana; its end shows that it is one. */
const POLITE_SHARE = 0.1;
const POLITE_END = /(?:ます|です|した|する)[。」)]*$/;
const DISTINCT_LEAST = 2;

export function isProse(text: string, lexicon: Lexicon): boolean {
  const { least, most } = lexicon.sizes.sentence;
  const size = measureSize(text, lexicon.language);
  if (size < least || size > most * countEnds(text)) return false;
  if (lexicon.language === 'ja') return isJapaneseProse(text, size);
  return lexicon.language === 'zh' ? isChineseProse(text, size) : isEnglishProse(text, size);
}

/** How many sentences a sentence holds: more than one when somebody is quoted at length. */
export const countEnds = (text: string): number => Math.max(1, count(text, /[。!?]|\.(?=[\s"”’]|$)/g));

function isJapaneseProse(text: string, size: number): boolean {
  if (!endsJapanese(text) || count(text, /[、,・/|#]/g) > 0.1 * size) return false;
  const hiragana = count(text, /[\u3041-\u3096]/g);
  const particles = new Set(text.match(JAPANESE_PARTICLE));
  const share = POLITE_END.test(text) ? POLITE_SHARE : FUNCTION_SHARE;
  return hiragana / size >= share && particles.size >= DISTINCT_LEAST && isJapaneseOrder(text);
}

function isChineseProse(text: string, size: number): boolean {
  if (!CHINESE_END.test(text) || count(text, /[、,・/|#]/g) > 0.12 * size) return false;
  const functions = new Set(text.match(CHINESE_FUNCTION));
  return functions.size >= DISTINCT_LEAST && hasChinesePredicate(text) && isChineseOrder(text);
}

function isEnglishProse(text: string, size: number): boolean {
  if (!LATIN_END.test(text) || count(text, /[,;|#/]/g) > 0.25 * size) return false;
  const words = readLatinWords(text).map((word) => word.toLowerCase());
  const functions = words.filter((word) => ENGLISH_FUNCTION_WORDS.has(word));
  return (
    new Set(functions).size >= DISTINCT_LEAST &&
    functions.length / size >= FUNCTION_SHARE &&
    hasEnglishPredicate(words) &&
    isEnglishOrder(text)
  );
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
