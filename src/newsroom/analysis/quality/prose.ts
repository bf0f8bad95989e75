/** The prose gate: which sentences are written language, not lists of words, headings or words thrown together. */

import { ENGLISH_FUNCTION_WORDS, hasEnglishPredicate, isEnglishOrder } from './grammar/en.ts';
import { endsJapanese, isJapaneseOrder, JAPANESE_PARTICLE } from './grammar/ja.ts';
import { CHINESE_FUNCTION, isChineseOrder } from './grammar/zh.ts';
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

/** Of the sentences that look written, so many in good order show that all are: the order is told by rules of thumb. */
const ORDER_SHARE = 0.75;

/** Which of the sentences of a text are prose. */
export function findProse(texts: readonly string[], lexicon: Lexicon): boolean[] {
  const written = texts.map((text) => isWritten(text, lexicon));
  const ordered = texts.map((text, at) => written[at] === true && ORDERS[lexicon.language](text));
  const count = (flags: readonly boolean[]): number =>
    texts.reduce((sum, text, at) => sum + (flags[at] ? text.length : 0), 0);
  return count(ordered) >= ORDER_SHARE * count(written) ? written : ordered;
}

const ORDERS = {
  ja: isJapaneseOrder,
  zh: isChineseOrder,
  en: (text: string): boolean =>
    hasEnglishPredicate(readLatinWords(text).map((word) => word.toLowerCase())) && isEnglishOrder(text),
};

function isWritten(text: string, lexicon: Lexicon): boolean {
  const { least, most } = lexicon.sizes.sentence;
  const size = measureSize(text, lexicon.language);
  if (size < least || size > most * countEnds(text)) return false;
  if (lexicon.language === 'ja') return isJapaneseProse(text, size);
  return lexicon.language === 'zh' ? isChineseProse(text, size) : isEnglishProse(text, size);
}

/** Number of sentences in a sentence: more than one if somebody is quoted at length. */
export const countEnds = (text: string): number => Math.max(1, count(text, /[。!?]|\.(?=[\s"”’]|$)/g));

function isJapaneseProse(text: string, size: number): boolean {
  if (!endsJapanese(text) || count(text, /[、,・/|#]/g) > 0.1 * size) return false;
  const hiragana = count(text, /[\u3041-\u3096]/g);
  const particles = new Set(text.match(JAPANESE_PARTICLE));
  const share = POLITE_END.test(text) ? POLITE_SHARE : FUNCTION_SHARE;
  return hiragana / size >= share && particles.size >= DISTINCT_LEAST;
}

function isChineseProse(text: string, size: number): boolean {
  if (!CHINESE_END.test(text) || count(text, /[、,・/|#]/g) > 0.12 * size) return false;
  const functions = new Set(text.match(CHINESE_FUNCTION));
  // A sentence that tells a figure needs fewer of them: 营收为9.8亿元，同比增长12%。
  const least = /\d/.test(text) ? 1 : DISTINCT_LEAST;
  return functions.size >= least;
}

function isEnglishProse(text: string, size: number): boolean {
  if (!LATIN_END.test(text) || count(text, /[,;|#/]/g) > 0.25 * size) return false;
  const words = readLatinWords(text).map((word) => word.toLowerCase());
  const functions = words.filter((word) => ENGLISH_FUNCTION_WORDS.has(word));
  return new Set(functions).size >= DISTINCT_LEAST && functions.length / size >= FUNCTION_SHARE;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
