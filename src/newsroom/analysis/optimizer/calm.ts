/** Taking the noise out of sentences: hype words that a sentence can do without, exclamation marks, ornaments. */

import { indexOffsets } from '../../../text/code-points.ts';
import { foldText } from '../../../text/fold.ts';
import type { Language } from '../../../text/language.ts';
import { findPairs } from '../../../text/quotation.ts';
import { english } from '../quality/lexicons/en.ts';
import { japanese } from '../quality/lexicons/ja.ts';
import { chinese } from '../quality/lexicons/zh.ts';

const HYPE = { ja: japanese.hype, zh: chinese.hype, en: english.hype };
/** The particle that goes with the word, where what is left is still a sentence: 革新的なサービス, but not これは革新的です. */
const JAPANESE_TAIL = /(?:な|の|に)(?=[^、。\s])|(?=[\p{Script=Han}\p{Script=Katakana}「])/uy;
const CHINESE_TAIL = /[的地](?=[\p{Script=Han}“])|(?=\p{Script=Han})/uy;
const ENGLISH_TAIL = /\s+(?=[\p{L}\d])(?!to\b|the\b|in\b|for\b|of\b|and\b|or\b)/uy;
const TAILS = { ja: JAPANESE_TAIL, zh: CHINESE_TAIL, en: ENGLISH_TAIL };
/** After these a word is said of the subject and carries the sentence. */
const BEARING = {
  ja: /(?!)/,
  zh: /[是很更最和与、]$/,
  en: /\b(?:is|are|was|were|be|been|being|more|most|and|or|very|so|truly|really) $/i,
};

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

/** `text` without noise; what stands in quotation marks stays as it was said. Linear. */
export function calmText(text: string, language: Language): string {
  const folded = foldText(text);
  const { plain, lower } = folded;
  const walls = findPairs(plain).filter(({ isQuotation }) => isQuotation);
  let wall = 0;
  const cuts = [...findHype(plain, lower, language), ...findShouts(plain, language)]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      while ((walls[wall]?.close ?? Number.POSITIVE_INFINITY) < start) wall++;
      return end <= (walls[wall]?.open ?? Number.POSITIVE_INFINITY);
    });
  const { toUnit } = indexOffsets(text);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, put } of cuts) {
    const span = folded.span(start, end);
    if (toUnit(span.start) < at) continue;
    parts.push(text.slice(at, toUnit(span.start)), put);
    at = toUnit(span.end);
  }
  return mendArticles(parts.join('') + text.slice(at), parts.length > 0 && language === 'en');
}

function findHype(plain: string, lower: string, language: Language): Cut[] {
  const { pattern, cased } = HYPE[language];
  return [...(cased ? plain : lower).matchAll(pattern)].flatMap(({ index, 0: word }) => {
    const tail = TAILS[language];
    tail.lastIndex = index + word.length;
    const match = tail.exec(plain);
    if (!match || BEARING[language].test(plain.slice(Math.max(0, index - 12), index))) return [];
    return [{ start: index, end: tail.lastIndex, put: '' }];
  });
}

/** `！！` becomes the full stop of the sentence that it ends; one behind another end just goes, as ornaments do. */
function findShouts(plain: string, language: Language): Cut[] {
  const stop = language === 'en' ? '.' : '。';
  return [...plain.matchAll(/[!★☆♪]+/gu)].flatMap(({ index, 0: marks }) => {
    const end = index + marks.length;
    // `!=` and `!?` are no exclamations.
    if (/[=?]/.test(plain.charAt(end))) return [];
    const before = plain.slice(Math.max(0, index - 2), index);
    const hasEnd = /(?:^|[\s。.?]|[。.?!][」』”])$/.test(before);
    return [{ start: index, end, put: marks.includes('!') && !hasEnd ? stop : '' }];
  });
}

/** "a incredible tool" is left as "a tool", "an revolutionary" as "a". */
const mendArticles = (text: string, isEnglish: boolean): string =>
  isEnglish
    ? text.replace(/\b([Aa])n? (?=([\p{L}\d]))/gu, (whole: string, a: string, next: string) => {
        const isVowel = /[aeioAEIO]/.test(next);
        if (/^an /i.test(whole) === isVowel || /[uUhH\d8]/.test(next) || /\p{Lu}/u.test(next)) return whole;
        return isVowel ? `${a}n ` : `${a} `;
      })
    : text;
