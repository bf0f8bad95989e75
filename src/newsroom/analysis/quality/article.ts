/** A text as the dimensions read it: title, body, sentences, prose, lead, and what of the lexicon stands where. */

import { countCodePoints, type Span } from '../../../text/code-points.ts';
import { type FoldedText, foldText } from '../../../text/fold.ts';
import { blankMarks } from '../../../text/inline-marks.ts';
import { type DetectedLanguage, detectLanguage } from '../../../text/language.ts';
import { type NumberSpan, readNumbers } from '../../../text/numbers.ts';
import { findPairs } from '../../../text/quotation.ts';
import { splitParagraphs, splitSentences } from '../../../text/sentences.ts';
import { GENRES, type Genre } from './genre.ts';
import { english } from './lexicons/en.ts';
import { japanese } from './lexicons/ja.ts';
import type { Lexicon, Matcher } from './lexicons/lexicon.ts';
import { chinese } from './lexicons/zh.ts';
import { countEnds, findProse } from './prose.ts';
import { measureSize } from './size.ts';

/** Title and body apart, or one text whose first line may be the title. */
export type QualityInput = { text: string } | { title: string | null; body: string };

/** A piece of the folded text, in UTF-16 units. */
export interface Range {
  start: number;
  end: number;
}

export interface Sentence extends Range {
  text: string;
  size: number;
  /** Sentences in it, those of a quotation included. */
  ends: number;
  isProse: boolean;
  paragraph: number;
}

export interface Article {
  folded: FoldedText;
  detected: DetectedLanguage;
  lexicon: Lexicon;
  genre: Genre;
  title: Range | null;
  body: Range;
  bodySize: number;
  /** Of the body. */
  sentences: readonly Sentence[];
  prose: readonly Sentence[];
  lead: readonly Sentence[];
  paragraphs: readonly Range[];
  quotations: readonly Range[];
  /** Amounts in prose, at most two of a sentence, no two alike. */
  figures: readonly Range[];
  /** Every amount of the whole text. */
  amounts: number;
  /** Amounts that differ. */
  differentAmounts: number;
}

/** A first line that is longer is no title. Code points. */
const TITLE_MAX = 120;
const FIGURES_PER_SENTENCE = 2;
const LEXICONS = { ja: japanese, zh: chinese, en: english };
/** Sentences of the body that tell the kind of news beside the headline, and what a mark in the headline counts for. */
const GENRE_SENTENCES = 3;
const GENRE_TITLE = 3;
const GENRE_MARKS_MAX = 2;

export function readArticle(input: QualityInput): Article {
  const whole = blankMarks('text' in input ? input.text : [input.title ?? '', input.body].join('\n'));
  const titleEnd = 'text' in input ? findTitleEnd(whole) : (input.title ?? '').length;
  const folded = foldText(whole);
  const detected = detectLanguage(whole);
  const lexicon = LEXICONS[detected.language];
  const range = (from: number, to: number): Range => ({ start: folded.locate(from), end: folded.locate(to) });
  const title = trimRange(folded.plain, range(0, titleEnd));
  const body = range(titleEnd, whole.length);
  const bodyText = whole.slice(titleEnd);
  const inBody = (part: { startUnit: number; endUnit: number }): Range =>
    range(titleEnd + part.startUnit, titleEnd + part.endUnit);
  const paragraphs = splitParagraphs(bodyText).map(inBody);
  const sentences = readSentences(folded, splitSentences(bodyText, lexicon.language).map(inBody), paragraphs, lexicon);
  const prose = sentences.filter((sentence) => sentence.isProse);
  const quotations = findPairs(bodyText)
    .filter(({ isQuotation }) => isQuotation)
    .map(({ open, close }) => range(titleEnd + open + 1, titleEnd + close));
  const numbers = readNumbers(whole, lexicon.language).filter(isAmount);
  return {
    folded,
    detected,
    lexicon,
    genre: detectGenre(folded, lexicon, title, sentences),
    title: title.end > title.start ? title : null,
    body,
    bodySize: measureSize(folded.plain.slice(body.start, body.end), lexicon.language),
    sentences,
    prose,
    lead: takeLead(prose, lexicon),
    paragraphs,
    quotations,
    figures: chooseFigures(numbers, prose, folded, whole),
    amounts: numbers.length,
    differentAmounts: new Set(numbers.map(({ value, unit }) => `${value} ${unit}`)).size,
  };
}

/** Matches of a lexicon's list, in the order of the text, in UTF-16 units of the folded text. */
export function findMatches(article: Article, matchers: readonly Matcher[], within: Range): Range[] {
  const ranges: Range[] = [];
  for (const { pattern, cased } of matchers) {
    const text = cased ? article.folded.plain : article.folded.lower;
    for (const match of text.slice(within.start, within.end).matchAll(pattern)) {
      const start = within.start + match.index;
      if (match[0] !== '') ranges.push({ start, end: start + match[0].length });
    }
  }
  return matchers.length === 1 ? ranges : ranges.sort((a, b) => a.start - b.start || b.end - a.end);
}

export const readRange = (article: Article, { start, end }: Range): string => article.folded.plain.slice(start, end);

export const toSpan = (article: Article, { start, end }: Range): Span => article.folded.span(start, end);

/** The first of `ranges` (apart and in order) that ends behind `point`, when it has begun there. */
export function findRangeAt<R extends Range>(ranges: readonly R[], point: number): R | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) <= point) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low];
  return range && range.start <= point ? range : undefined;
}

/** Of those with most marks the first of the list; a launch where nothing speaks for another. */
export function detectGenre(
  { plain, lower }: Pick<FoldedText, 'plain' | 'lower'>,
  lexicon: Lexicon,
  title: Range,
  sentences: readonly Range[],
): Genre {
  const opening = sentences.slice(0, GENRE_SENTENCES);
  const lead = { start: opening[0]?.start ?? 0, end: opening.at(-1)?.end ?? 0 };
  const count = (genre: Genre, range: Range): number => {
    const { pattern, cased } = lexicon.genres.marks[genre];
    const text = (cased ? plain : lower).slice(range.start, range.end);
    return Math.min(GENRE_MARKS_MAX, text.match(pattern)?.length ?? 0);
  };
  let best: Genre = 'launch';
  let most = 0;
  for (const genre of GENRES) {
    const points = GENRE_TITLE * count(genre, title) + count(genre, lead);
    if (points > most) [best, most] = [genre, points];
  }
  return best;
}

function findTitleEnd(whole: string): number {
  const start = whole.search(/\S/);
  if (start === -1) return 0;
  const end = whole.indexOf('\n', start);
  if (end === -1 || whole.slice(end).trim() === '') return 0;
  return end - start <= 2 * TITLE_MAX && countCodePoints(whole.slice(start, end).trim()) <= TITLE_MAX ? end : 0;
}

function trimRange(text: string, { start, end }: Range): Range {
  const piece = text.slice(start, end);
  return { start: start + piece.length - piece.trimStart().length, end: end - (piece.length - piece.trimEnd().length) };
}

function readSentences(
  folded: FoldedText,
  ranges: Range[],
  paragraphs: readonly Range[],
  lexicon: Lexicon,
): Sentence[] {
  let paragraph = 0;
  const texts = ranges.map(({ start, end }) => folded.plain.slice(start, end));
  const prose = findProse(texts, lexicon);
  return ranges.map((range, at) => {
    while ((paragraphs[paragraph + 1]?.start ?? Number.POSITIVE_INFINITY) <= range.start) paragraph++;
    const text = texts[at] ?? '';
    return {
      ...range,
      text,
      size: measureSize(text, lexicon.language),
      ends: countEnds(text),
      isProse: prose[at] === true,
      paragraph,
    };
  });
}

function takeLead(prose: readonly Sentence[], lexicon: Lexicon): Sentence[] {
  let size = 0;
  return prose.filter((sentence) => {
    const isLead = size < lexicon.sizes.lead;
    size += sentence.size;
    return isLead;
  });
}

const isAmount = ({ kind }: NumberSpan): boolean => kind === 'quantity' || kind === 'percent' || kind === 'money';

function chooseFigures(numbers: NumberSpan[], prose: readonly Sentence[], folded: FoldedText, whole: string): Range[] {
  const amounts = new Set<string>();
  const countIn = new Map<Sentence, number>();
  const figures: Range[] = [];
  let unit = 0;
  let point = 0;
  for (const number of numbers) {
    // From code points to UTF-16 units, walking on.
    for (; point < number.start; point++) unit += (whole.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
    const start = folded.locate(unit);
    const sentence = findRangeAt(prose, start);
    const count = sentence ? (countIn.get(sentence) ?? 0) : FIGURES_PER_SENTENCE;
    const name = `${number.value} ${number.unit}`;
    if (!sentence || count >= FIGURES_PER_SENTENCE || amounts.has(name)) continue;
    countIn.set(sentence, count + 1);
    amounts.add(name);
    figures.push({ start, end: folded.locate(unit + number.text.length) });
  }
  return figures;
}
