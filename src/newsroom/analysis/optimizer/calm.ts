/** Taking the noise out of sentences: whole phrases of hype that a sentence can do without, exclamation marks, ornaments. */

import { indexOffsets } from '../../../text/code-points.ts';
import { foldText } from '../../../text/fold.ts';
import type { Language } from '../../../text/language.ts';
import { findPairs } from '../../../text/quotation.ts';

/**
 * A word goes with all of its phrase, or stays: what stands before it must be able to stand before what it describes, and that
 * must follow. 世界最高峰 isn't 世界最高, 最强的 goes with its 的, and "industry-leading" isn't "leading".
 */
const PHRASES: Readonly<Record<Language, RegExp>> = {
  ja: /(?<=^|[\s、。「『（(!]|(?<!も|より|とても|極めて|最|かつ|で、)[はがをにのとでも])(?:(?:圧倒的|革命的|革新的|画期的|驚異的)(?:な(?=[\p{Script=Han}\p{Script=Katakana}A-Za-z「])|(?=[\p{Script=Katakana}「]))|(?:究極|唯一無二|世界最高|業界最高)の(?![^、。]{0,14}(?:です|である|だ[。！!]))(?=[\p{Script=Han}\p{Script=Katakana}A-Za-z「])|完璧な(?=[\p{Script=Han}\p{Script=Katakana}A-Za-z])|圧倒的に(?=\p{Script=Han}))/gu,
  zh: /(?<=^|[\s，,。；;：:“”]|[款种種项項套](?!\p{Script=Han}{0,0}[和与])|推出|发布|發布)(?:颠覆性|顛覆性|革命性|极致|極致|完美|顶级|頂級|最强|最強|无与伦比|遥遥领先)的(?=[\p{Script=Han}A-Za-z\d“])/gu,
  en: /(?<=^|[\s“"(])(?<!(?:\b(?:is|are|was|were|be|been|being|more|most|and|or|very|so|truly|really|as|how|than)|,) )(?:(?:revolutionary|game-?changing|world-?class|cutting-?edge|unparalleled|groundbreaking(?! ceremony)|best-in-class|amazing|incredible|seamless) +(?=[a-z])|(?<=\b(?:a|an|our|its|the) )(?:ultimate|next-generation) +(?=(?:platform|service|product|app|tool|system|solution|software|experience)s?\b)|seamlessly +(?=[a-z]{3}))(?!(?:to|the|in|for|of|and|or|but|as|on|with|by|than|at|is|are|that)\b)/giu,
};

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

/** `text` without noise; what stands in quotation marks stays as it was said. Linear. */
export function calmText(text: string, language: Language): string {
  const folded = foldText(text);
  const { plain } = folded;
  const walls = findPairs(plain).filter(({ isQuotation }) => isQuotation);
  let wall = 0;
  const cuts = [...findHype(plain, language), ...findShouts(plain, language)]
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

const findHype = (plain: string, language: Language): Cut[] =>
  [...plain.matchAll(PHRASES[language])].map(({ index, 0: phrase }) => ({
    start: index,
    end: index + phrase.length,
    put: '',
  }));

/** `！！` becomes the full stop of the sentence that it ends; one behind another end just goes, as ornaments do. */
function findShouts(plain: string, language: Language): Cut[] {
  const stop = language === 'en' ? '.' : '。';
  return [...plain.matchAll(/[!★☆♪]+/gu)].flatMap(({ index, 0: marks }) => {
    const end = index + marks.length;
    // `!=` and `!?` are no exclamations.
    if (/[=?]/.test(plain.charAt(end))) return [];
    const before = plain.slice(Math.max(0, index - 2), index);
    // Within a name: らき☆すた, Yahoo! Japan.
    const isOrnament = /^[★☆♪]+$/.test(marks);
    if (isOrnament && /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(plain.slice(end, end + 2))) return [];
    if (/(?:Yahoo|Jeopardy|Yum)$/.test(plain.slice(Math.max(0, index - 8), index))) return [];
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
