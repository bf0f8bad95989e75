/** Quotes and people, 10 points: somebody says something, and we know who it is and what they do. */

import { findPeople } from '../../mentions/people.ts';
import { type Article, findMatches, type Range, readRange } from '../article.ts';
import { GENRE_RULES } from '../genre.ts';
import { ENGLISH_FUNCTION_WORDS } from '../grammar/en.ts';
import { CHINESE_FUNCTION } from '../grammar/zh.ts';
import { MAIL, PHONE } from '../patterns.ts';
import { measureSize, readLatinWords } from '../size.ts';
import type { Wording } from '../wording/wording.ts';
import type { Rating } from './rating.ts';

const QUOTED = 6;
const NAMED = 10;
/** Of all characters of a quotation, so that one letter many times says nothing. */
const DISTINCT_SHARE = 0.25;
const HIRAGANA_SHARE = 0.2;
/** UTF-16 units in which people are looked for. */
const PEOPLE_MAX = 20_000;

export function rateQuotes(article: Article, wording: Wording): Rating {
  const quotations = article.quotations.filter((range) => isUtterance(article, readRange(article, range)));
  const listed = findMatches(article, article.lexicon.speakers, article.body);
  const pair =
    findSpeaker(article, quotations, listed) ??
    (quotations.length > 0 ? findSpeaker(article, quotations, findNamedPeople(article)) : undefined);
  const quoted = pair ? NAMED : quotations.length > 0 ? QUOTED : 0;
  const { isQuoted } = GENRE_RULES[article.genre];
  if (!isQuoted && quoted < NAMED) return rateReach(article, wording, Math.max(quoted, QUOTED));
  const raw = quoted;
  return {
    raw,
    parts: [{ key: 'quotation', points: raw, max: NAMED }],
    evidence: pair ? [pair.quotation, pair.speaker] : quotations.slice(0, 1),
    fix: raw < NAMED ? wording.fixes.quote() : null,
    gain: NAMED - raw,
  };
}

/** News that does without a quotation has somebody to ask. */
function rateReach(article: Article, wording: Wording, least: number): Rating {
  const contact = findMatches(article, [...MAIL, ...PHONE], article.body)[0];
  const raw = contact ? NAMED : least;
  return {
    raw,
    parts: [{ key: 'contact', points: raw, max: NAMED }],
    evidence: contact ? [contact] : [],
    fix: raw < NAMED ? wording.fixes.mediaReady(wording.parts.contact) : null,
    gain: NAMED - raw,
  };
}

/** Somebody named, with a role or a verb of saying. */
function findNamedPeople({ folded, body, lexicon }: Article): Range[] {
  const text = folded.plain.slice(body.start, Math.min(body.end, body.start + PEOPLE_MAX));
  return findPeople(text, lexicon.language)
    .map(({ start, end }) => ({ start: body.start + start, end: body.start + end }))
    .sort((a, b) => a.start - b.start);
}

/** Number of quotations in the text. */
export const countQuotations = (article: Article): number =>
  article.quotations.filter((range) => isUtterance(article, readRange(article, range))).length;

/** A quotation and somebody with a role in the same sentence or one next to it, but not inside of it. */
function findSpeaker(
  article: Article,
  quotations: readonly Range[],
  speakers: readonly Range[],
): { quotation: Range; speaker: Range } | undefined {
  let first = 0;
  for (const quotation of quotations) {
    const [from, to] = findNeighbourhood(article, quotation);
    while (first < speakers.length && (speakers[first]?.start ?? 0) < from) first++;
    for (let at = first; at < speakers.length; at++) {
      const speaker = speakers[at];
      if (!speaker || speaker.start >= to) break;
      if (speaker.end <= quotation.start || speaker.start >= quotation.end) return { quotation, speaker };
    }
  }
  return undefined;
}

function findNeighbourhood({ sentences }: Article, { start, end }: Range): [number, number] {
  let low = 0;
  let high = sentences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while (last + 1 < sentences.length && (sentences[last]?.end ?? 0) < end) last++;
  return [sentences[Math.max(0, low - 1)]?.start ?? start, sentences[last + 1]?.end ?? sentences[last]?.end ?? end];
}

/** Something that a person says: not the name of a product, not a row of letters. */
function isUtterance({ lexicon }: Article, text: string): boolean {
  const characters = [...text.replace(/[\s\p{P}]+/gu, '')];
  if (new Set(characters).size < Math.min(20, DISTINCT_SHARE * characters.length)) return false;
  if (lexicon.language === 'en') {
    const words = readLatinWords(text).map((word) => word.toLowerCase());
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    return letters >= lexicon.sizes.quotation && words.filter((word) => ENGLISH_FUNCTION_WORDS.has(word)).length >= 2;
  }
  const size = measureSize(text, lexicon.language);
  if (size < lexicon.sizes.quotation) return false;
  if (lexicon.language === 'zh') return (text.match(CHINESE_FUNCTION)?.length ?? 0) >= 1;
  return (text.match(/[\u3041-\u3096]/g)?.length ?? 0) >= HIRAGANA_SHARE * size;
}
