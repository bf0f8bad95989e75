/** Questions that a reader asks, answered by sentences of the text. A question without a certain answer is left out. */

import type { TextSpan } from '../../../text/sentences.ts';
import type { PersonMention } from '../mentions/person.ts';
import { findSentenceIndex, type ReadText } from '../mentions/read-text.ts';
import type { Mention } from '../mentions/types.ts';
import type { Genre } from '../quality/genre.ts';
import type { TextMentions } from './entities.ts';
import { findAnnouncement, readGenre } from './facts.ts';
import { ANSWER_WORDS, type AnswerWords } from './lexicon/answers.ts';
import { QUESTIONS, type QuestionKey } from './lexicon/questions.ts';
import { findPublisher } from './publisher.ts';

export interface FaqEntry {
  question: string;
  /** A sentence of the text, as it stands there. */
  answer: string;
  /** Code points. */
  source_spans: [number, number][];
}

/** One answer with the question's key, for measuring. */
export interface KeyedAnswer {
  key: QuestionKey;
  name: string | null;
  sentence: TextSpan;
}

const ENTRIES_MIN = 3;
const ENTRIES_MAX = 6;
/** UTF-16 units of an answer. */
const ANSWER_MAX = 400;
/** Sentences in which the main facts of a release stand. */
const OPENING = 4;

/** Questions of the readers by genre, besides what it is and whom to contact; best first. */
const ASKED: Readonly<Record<Genre, readonly QuestionKey[]>> = {
  launch: ['available', 'price', 'who'],
  event: ['when', 'where', 'admission', 'who'],
  appointment: ['effective', 'who'],
  recall: ['cause', 'action'],
  apology: ['cause', 'action', 'who'],
  survey: ['sample', 'who', 'number'],
  results: ['number', 'who'],
  funding: ['number', 'who'],
};

/** Three to six entries, fewer only where the text hasn't as many answers. */
export function writeFaq(text: ReadText, mentions: TextMentions, titleEnd: number): FaqEntry[] {
  return chooseAnswers(text, mentions, titleEnd).map(({ key, name, sentence }) => {
    const end = Math.min(sentence.endUnit, sentence.startUnit + ANSWER_MAX);
    const answer = text.span({ start: sentence.startUnit, end });
    return {
      question: QUESTIONS[text.language][key](name),
      answer: answer.text,
      source_spans: [[answer.start, answer.end]],
    };
  });
}

export function chooseAnswers(text: ReadText, mentions: TextMentions, titleEnd: number): KeyedAnswer[] {
  const announcement = findAnnouncement(text, titleEnd);
  if (announcement === null) return [];
  const body = text.sentences.filter(({ startUnit }) => startUnit >= titleEnd);
  const context: Context = { text, mentions, body, announcement, words: ANSWER_WORDS[text.language] };
  const name = findPublisher(text, mentions, titleEnd)?.name ?? null;
  const entries: KeyedAnswer[] = [{ key: 'what', name, sentence: announcement }];
  const add = (key: QuestionKey): void => {
    const answer = entries.length < ENTRIES_MAX && FINDERS[key](context);
    if (answer && !entries.some((entry) => entry.key === key)) entries.push({ key, name: null, ...answer });
  };
  for (const key of [...ASKED[readGenre(text, titleEnd)], 'contact' as const]) add(key);
  if (entries.length < ENTRIES_MIN) add('number');
  while (entries.length < ENTRIES_MIN) {
    const free = body.find((one) => isSentence(one) && !entries.some(({ sentence }) => sentence === one));
    if (!free || entries.some(({ key }) => key === 'more')) break;
    entries.push({ key: 'more', name: null, sentence: free });
  }
  return entries;
}

interface Context {
  text: ReadText;
  mentions: TextMentions;
  body: readonly TextSpan[];
  announcement: TextSpan;
  words: AnswerWords;
}

type Answer = { sentence: TextSpan; name?: string } | null;

const FINDERS: Readonly<Record<QuestionKey, (context: Context) => Answer>> = {
  what: ({ announcement }) => ({ sentence: announcement }),
  who: findPerson,
  when: findDay,
  available: findDay,
  effective: findDay,
  where: findVenue,
  price: findPrice,
  admission: findPrice,
  action: ({ body, words }) => findOne(body, ({ text }) => isSentence({ text }) && words.action.test(text)),
  cause: ({ body, words }) => findOne(body, ({ text }) => isSentence({ text }) && words.cause.test(text)),
  sample: ({ body, words }) => findOne(body, ({ text }) => isSentence({ text }) && words.sample.test(text)),
  number: findFigure,
  contact: findContact,
  more: () => null,
};

const isSentence = ({ text }: Pick<TextSpan, 'text'>): boolean => /[。.!?！？]["”」』）)]?$/.test(text.trim());

function findOne(sentences: readonly TextSpan[], test: (sentence: TextSpan) => boolean): Answer {
  const sentence = sentences.find(test);
  return sentence ? { sentence } : null;
}

const isWithin = ({ start }: Mention, { startUnit, endUnit }: TextSpan): boolean =>
  start >= startUnit && start < endUnit;

/** Somebody with a role, in the sentence that gives it. */
function findPerson({ text, mentions, body }: Context): Answer {
  for (const person of mentions.people) {
    if (person.role === null) continue;
    const sentence = body.find((one) => isWithin(person, one));
    if (sentence && isSentence(sentence) && saysRole(person, sentence)) {
      return { sentence, name: text.span(person).text };
    }
  }
  return null;
}

const saysRole = ({ role }: PersonMention, { text }: TextSpan): boolean =>
  role !== null && text.toLowerCase().includes(role.toLowerCase());

/** The day on which it begins: in the announcement, or in one of the next sentences that says so. */
function findDay({ text, mentions, body, announcement, words }: Context): Answer {
  // Today is when something is announced.
  const days = mentions.dates.filter(
    ({ date, start, end }) =>
      date !== null &&
      date.length >= 'YYYY-MM'.length &&
      !/^(?:今天|今日|本日|today)$/i.test(text.plain.slice(start, end)),
  );
  const opening = [announcement, ...body.slice(0, OPENING).filter((one) => one !== announcement)];
  return findOne(
    opening,
    (one) =>
      isSentence(one) &&
      words.begins.test(one.text) &&
      !words.otherDay.test(one.text) &&
      days.some((day) => isWithin(day, one)),
  );
}

/** A place that no address of the publisher gives: 札幌市の… , but not （札幌市）. */
function findVenue({ text, mentions, announcement, words }: Context): Answer {
  const { plain } = text;
  const isNamed = mentions.places.some(
    (place) => isWithin(place, announcement) && !/\($/.test(plain.slice(Math.max(0, place.start - 1), place.start)),
  );
  return isNamed && words.venue.test(announcement.text) ? { sentence: announcement } : null;
}

function findPrice({ mentions, body, words }: Context): Answer {
  const amounts = mentions.numbers.filter(({ kind }) => kind === 'money');
  return findOne(body, (one) => {
    if (!isSentence(one) || words.otherMoney.test(one.text)) return false;
    return words.free.test(one.text) || (words.price.test(one.text) && amounts.some((amount) => isWithin(amount, one)));
  });
}

function findFigure({ mentions, body, announcement }: Context): Answer {
  const hasNumber = (one: TextSpan): boolean =>
    isSentence(one) && mentions.numbers.some((number) => isWithin(number, one));
  return findOne(body, (one) => one !== announcement && hasNumber(one)) ?? findOne([announcement], hasNumber);
}

/** A line with an address or a telephone number; a link alone says nothing of whom to ask. */
function findContact({ text, mentions, body }: Context): Answer {
  const { plain } = text;
  const reachable = mentions.contacts
    .map((contact) => ({
      contact,
      kind: plain.slice(contact.start, contact.end).includes('@')
        ? 0
        : /^[+(\d]/.test(plain.slice(contact.start, contact.end))
          ? 1
          : 2,
    }))
    .filter(({ kind }) => kind < 2)
    .sort((a, b) => a.kind - b.kind);
  const [first] = reachable;
  const sentence = first && body[findSentenceIndex(body, first.contact.start)];
  return sentence ? { sentence } : null;
}
