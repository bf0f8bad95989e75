/** The facts of a text: who, what, when, where, why, how, its numbers and quotations. All of it stands in the text. */

import type { TextSpan } from '../../../text/sentences.ts';
import { writeInstant } from '../mentions/calendar.ts';
import { findQuotes } from '../mentions/quotes.ts';
import { findSentenceIndex, type ReadText } from '../mentions/read-text.ts';
import type { Clock, Mention } from '../mentions/types.ts';
import { detectGenre } from '../quality/article.ts';
import type { Genre } from '../quality/genre.ts';
import { english } from '../quality/lexicons/en.ts';
import { japanese } from '../quality/lexicons/ja.ts';
import type { Matcher } from '../quality/lexicons/lexicon.ts';
import { chinese } from '../quality/lexicons/zh.ts';
import type { TextMentions } from './entities.ts';

export interface DateFact {
  text: string;
  /** ISO 8601, as exact as the text: a day, a month or a year; null where the text leaves it open. */
  date: string | null;
  /** The instant with the offset of the zone, where the text gives a time of day. */
  at: string | null;
}

export interface NumberFact {
  text: string;
  value: number;
  /** `%`, an ISO currency code, or the unit as it is written. */
  unit: string | null;
  /** The sentence around it. */
  context: string;
}

export interface QuoteFact {
  text: string;
  speaker: string | null;
  role: string | null;
}

export interface Facts {
  who: string[];
  what: string[];
  when: DateFact[];
  where: string[];
  why: string[];
  how: string[];
  numbers: NumberFact[];
  quotes: QuoteFact[];
}

/** Largest number of each. */
const MOST = { who: 10, what: 5, when: 20, where: 10, why: 3, how: 3, numbers: 30, quotes: 10 };
/** UTF-16 units of a sentence told as a fact or around a number. */
const SENTENCE_MAX = 400;
const AROUND = 120;

const LEXICONS = { ja: japanese, zh: chinese, en: english };

export function collectFacts(reading: ReadText, mentions: TextMentions, titleEnd: number, clock: Clock): Facts {
  const text = (mention: Mention): string => reading.span(mention).text;
  const names = (group: readonly Mention[], most: number): string[] => [...new Set(group.map(text))].slice(0, most);
  const byPlace = [...mentions.organizations, ...mentions.people].sort((a, b) => a.start - b.start);
  const announcement = findAnnouncement(reading, titleEnd);
  return {
    who: names(byPlace, MOST.who),
    what: [...names(mentions.products, MOST.what - 1), ...(announcement ? [writeSentence(reading, announcement)] : [])],
    when: listDates(reading, mentions, clock),
    where: names(mentions.places, MOST.where),
    why: findSentences(reading, 'why', titleEnd)
      .slice(0, MOST.why)
      .map((sentence) => writeSentence(reading, sentence)),
    how: findSentences(reading, 'how', titleEnd)
      .slice(0, MOST.how)
      .map((sentence) => writeSentence(reading, sentence)),
    numbers: mentions.numbers.slice(0, MOST.numbers).map((number) => ({
      text: text(number),
      value: number.value,
      unit: number.unit,
      context: writeContext(reading, number),
    })),
    quotes: findQuotes(reading, mentions.people)
      .slice(0, MOST.quotes)
      .map((quote) => ({
        text: text(quote),
        speaker: quote.speaker ? text(quote.speaker) : null,
        role: quote.speaker?.role ?? null,
      })),
  };
}

/** The sentences that say why or how, in order. */
function findSentences(reading: ReadText, w: 'why' | 'how', titleEnd: number): TextSpan[] {
  const tests = LEXICONS[reading.language].fiveW[w].map(buildTest);
  return reading.sentences.filter(
    ({ text, startUnit }) => startUnit >= titleEnd && text.length <= SENTENCE_MAX && tests.some((test) => test(text)),
  );
}

/** Sentences of the body among which the main act of a recall is looked for. */
const OPENING = 3;

/** The announcement: the first sentence of the body; of a recall, the one that says so. */
export function findAnnouncement(reading: ReadText, titleEnd: number): TextSpan | null {
  const body = reading.sentences.filter(({ startUnit }) => startUnit >= titleEnd);
  const first = body.slice(0, OPENING + 1).findIndex(isWhole);
  const opening = first < 0 ? [] : body.slice(first, first + OPENING).filter(isWhole);
  const isRecall = readGenre(reading, titleEnd) === 'recall';
  const test = buildTest(LEXICONS[reading.language].genres.marks.recall);
  const recall = isRecall ? opening.find(({ text }) => test(text)) : undefined;
  return recall ?? opening[0] ?? body[0] ?? reading.sentences[0] ?? null;
}

/** No heading, dateline or greeting. */
const isWhole = ({ text }: TextSpan): boolean =>
  /[。.!?！？]["”」』）)]?$/.test(text.trim()) &&
  text.trim().length > 12 &&
  !/^(?:拝啓|平素|Dear|尊敬的)/.test(text.trim());

/** The kind of news that the text is. */
export function readGenre({ folded, language, sentences }: ReadText, titleEnd: number): Genre {
  const body = sentences
    .filter(({ startUnit }) => startUnit >= titleEnd)
    .map(({ startUnit, endUnit }) => ({ start: startUnit, end: endUnit }));
  return detectGenre(folded, LEXICONS[language], { start: 0, end: titleEnd }, body);
}

/** The sentence as it stands in the text, cut where it goes on for too long. */
export function writeSentence(text: ReadText, { startUnit, endUnit }: TextSpan): string {
  return text.span({ start: startUnit, end: Math.min(endUnit, startUnit + SENTENCE_MAX) }).text;
}

function listDates(reading: ReadText, { dates }: TextMentions, { timeZone }: Clock): DateFact[] {
  const facts = new Map<string, DateFact>();
  for (const mention of dates) {
    if (facts.size >= MOST.when) break;
    const { text } = reading.span(mention);
    const isDay = mention.date?.length === 'YYYY-MM-DD'.length;
    const at = mention.date && mention.time && isDay ? writeInstant(mention.date, mention.time, timeZone) : null;
    if (!facts.has(text)) facts.set(text, { text, date: mention.date, at });
  }
  return [...facts.values()];
}

function writeContext(text: ReadText, { start, end }: Mention): string {
  const sentence = text.sentences[findSentenceIndex(text.sentences, start)];
  if (!sentence) return '';
  const from = Math.max(sentence.startUnit, start - AROUND);
  return text.span({ start: from, end: Math.max(end, Math.min(sentence.endUnit, end + AROUND)) }).text;
}

export function buildTest({ pattern, cased }: Matcher): (text: string) => boolean {
  const once = new RegExp(pattern.source, pattern.flags.replace('g', ''));
  return (text) => once.test(cased ? text : text.toLowerCase());
}
