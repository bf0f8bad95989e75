/** Questions that a reader asks, answered by sentences of the text. */

import type { TextSpan } from '../../../text/sentences.ts';
import { findSentenceIndex, type ReadText } from '../mentions/read-text.ts';
import type { Mention } from '../mentions/types.ts';
import type { TextMentions } from './entities.ts';
import { findAnnouncement, findSentences } from './facts.ts';
import { QUESTIONS, type QuestionKey } from './lexicon/questions.ts';

export interface FaqEntry {
  question: string;
  /** A sentence of the text, as it stands there. */
  answer: string;
  /** Code points. */
  source_spans: [number, number][];
}

const ENTRIES_MIN = 3;
const ENTRIES_MAX = 6;
/** UTF-16 units of an answer. */
const ANSWER_MAX = 400;

const PRICE =
  /料金|価格|月額|年額|税込|税抜|円から|入場料|参加費|售价|售價|价格|價格|收费|收費|每月|票价|元起|\b(?:prices?|pricing|fees?|per (?:user|person|month|year|seat)|start(?:s|ing) (?:at|from)|tickets?)\b/iu;
const FREE = /無料|免费|免費|\bfree\b/iu;

interface Candidate {
  readonly key: QuestionKey;
  readonly sentences: readonly TextSpan[];
}

/** When questions are given their answers; within a turn, in the order of the candidates. */
const TURNS: readonly { readonly keys: readonly QuestionKey[]; readonly mayRepeat: boolean }[] = [
  { keys: ['what', 'who', 'when', 'where', 'price', 'contact'], mayRepeat: false },
  // The announcement, which says what, mostly says when and for how much too.
  { keys: ['when', 'price'], mayRepeat: true },
  { keys: ['why', 'how', 'number'], mayRepeat: false },
  { keys: ['where'], mayRepeat: true },
];

/**
 * Three to six entries, fewer only where the text hasn't as many sentences. Each question gets a sentence of its own as far as
 * possible.
 */
export function writeFaq(text: ReadText, mentions: TextMentions, titleEnd: number, today: string): FaqEntry[] {
  const candidates = listCandidates(text, mentions, titleEnd, today);
  const product = mentions.products[0];
  const organization = mentions.organizations[0];
  const names = {
    product: product ? text.span(product).text : null,
    any: product || organization ? text.span(product ?? organization ?? { start: 0, end: 0 }).text : null,
  };
  return chooseAnswers(candidates).map(({ key, sentence }) => {
    const end = Math.min(sentence.endUnit, sentence.startUnit + ANSWER_MAX);
    const answer = text.span({ start: sentence.startUnit, end });
    return {
      question: QUESTIONS[text.language][key](key === 'price' ? names.product : names.any),
      answer: answer.text,
      source_spans: [[answer.start, answer.end]],
    };
  });
}

function chooseAnswers(candidates: readonly Candidate[]): { key: QuestionKey; sentence: TextSpan }[] {
  const spans = new Set<TextSpan>();
  const entries: { key: QuestionKey; sentence: TextSpan; order: number }[] = [];
  const add = (key: QuestionKey, sentence: TextSpan | undefined, order: number): void => {
    if (!sentence || entries.length >= ENTRIES_MAX) return;
    spans.add(sentence);
    entries.push({ key, sentence, order });
  };
  for (const { keys, mayRepeat } of TURNS) {
    for (const [order, { key, sentences }] of candidates.entries()) {
      if (!keys.includes(key) || entries.some((entry) => entry.key === key)) continue;
      // The best answer or none: another date or place would answer another question.
      const best = /^(?:when|where|price)$/.test(key) ? sentences.slice(0, 1) : sentences;
      add(key, mayRepeat ? best[0] : best.find((sentence) => !spans.has(sentence)), order);
    }
  }
  for (const [order, { key, sentences }] of candidates.entries()) {
    if (key !== 'more' || entries.length >= ENTRIES_MIN) continue;
    add(
      key,
      sentences.find((sentence) => !spans.has(sentence)),
      order,
    );
  }
  return entries.sort((a, b) => a.order - b.order);
}

/** For each question the sentences that may answer it, best first. */
function listCandidates(reading: ReadText, mentions: TextMentions, titleEnd: number, today: string): Candidate[] {
  const body = reading.sentences.filter(({ startUnit }) => startUnit >= titleEnd);
  const around = (group: readonly Mention[]): TextSpan[] =>
    group.flatMap(({ start }) =>
      start < titleEnd ? [] : (reading.sentences[findSentenceIndex(reading.sentences, start)] ?? []),
    );
  const announcement = findAnnouncement(reading, titleEnd);
  const isAnnounced = ({ start }: Mention): boolean =>
    announcement !== null && start >= announcement.startUnit && start < announcement.endUnit;
  const prices = around(mentions.numbers.filter(({ kind }) => kind === 'money')).filter(({ text }) => PRICE.test(text));
  const days = mentions.dates.filter(({ date }) => date !== null && date.length === today.length && date >= today);
  const reachable = [...mentions.contacts].sort((a, b) => rateContact(reading, a) - rateContact(reading, b));
  return [
    { key: 'what', sentences: announcement ? [announcement] : [] },
    { key: 'who', sentences: around([...mentions.people, ...mentions.organizations]) },
    { key: 'when', sentences: around([...days.filter(isAnnounced), ...days]) },
    { key: 'where', sentences: around([...mentions.places.filter(isAnnounced), ...mentions.places]) },
    { key: 'price', sentences: [...prices, ...body.filter(({ text }) => FREE.test(text))] },
    { key: 'contact', sentences: around(reachable) },
    { key: 'why', sentences: findSentences(reading, 'why', titleEnd) },
    { key: 'how', sentences: findSentences(reading, 'how', titleEnd) },
    { key: 'number', sentences: around(mentions.numbers.filter(({ kind }) => kind !== 'money')) },
    ...[body, body, reading.sentences].map((sentences): Candidate => ({ key: 'more', sentences })),
  ];
}

/** Mail before telephone before links. */
function rateContact({ plain }: ReadText, { start, end }: Mention): number {
  const text = plain.slice(start, end);
  return text.includes('@') ? 0 : /^[+(\d]/.test(text) ? 1 : 2;
}
