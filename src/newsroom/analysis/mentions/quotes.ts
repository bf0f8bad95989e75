/** Finds quotations and their speakers. */
import { findPairs } from '../../../text/quotation.ts';
import type { PersonMention } from './person.ts';
import { findSentenceIndex, type ReadText } from './read-text.ts';
import type { Mention } from './types.ts';

export interface QuoteMention extends Mention {
  readonly speaker: PersonMention | null;
}

/** Shorter ones are names and titles, unless a verb of saying stands with them. */
const SPEECH_MIN = 12;
const LETTERS_MIN = 20;
const SAYS =
  /(?:と|って)(?:話|語|述べ|コメント|説明|強調|指摘|振り返|期待|意気込)|コメント|次のように|表示|说|說|指出|介绍|介紹|认为|認為|强调|強調|称[,:]|坦言|补充|\b(?:said|says|added|adds|explained|explains|commented|comments|noted|told|according to)\b/u;
/** Quotations further from their speaker than a sentence, or this many units, have none. */
const NEAR = 300;
/** Extra distance of a name without a role, or on another line. */
const WITHOUT_ROLE = 30;
const OTHER_LINE = 120;

/** In order, without the marks around them. `people` in the order of the text. */
export function findQuotes(reading: ReadText, people: readonly PersonMention[]): QuoteMention[] {
  const { plain, language } = reading;
  let first = 0;
  return findPairs(plain).flatMap(({ open, close, isQuotation }) => {
    if (!isQuotation) return [];
    const text = plain.slice(open + 1, close);
    const around = `${plain.slice(Math.max(0, open - 40), open)} ${plain.slice(close + 1, close + 41)}`;
    const isSaid = SAYS.test(around);
    const size = language === 'en' ? (text.match(/\p{L}/gu)?.length ?? 0) : text.length;
    const enough = language === 'en' ? LETTERS_MIN : SPEECH_MIN;
    if (text.trim() === '' || size < (isSaid ? enough / 3 : enough)) return [];
    // A long name in quotation marks is no speech: that has an end, a verb of saying beside it, or a speaker.
    const { from, to } = findReach(reading, open, close);
    while (first < people.length && (people[first]?.end ?? 0) <= from) first++;
    const speaker = findNearest(plain, people, { start: open, end: close + 1 }, { first, from, to });
    if (!isSaid && speaker === null && !/[。.!?,]$/.test(text)) return [];
    return [
      {
        start: open + 1,
        end: text.endsWith(',') ? close - 1 : close,
        speaker: isSaid || speaker?.role ? speaker : null,
      },
    ];
  });
}

/** From the sentence before to the one behind. */
function findReach({ sentences }: ReadText, open: number, close: number): { from: number; to: number } {
  const opens = findSentenceIndex(sentences, open);
  const closes = findSentenceIndex(sentences, close);
  const before = sentences[Math.max(0, opens - 1)];
  const after = sentences[Math.min(sentences.length - 1, closes + 1)];
  return {
    from: Math.max(before?.startUnit ?? 0, open - NEAR),
    to: Math.min(after?.endUnit ?? close, close + NEAR),
  };
}

/** `first`: the index of the first person who can stand within the reach. */
function findNearest(
  plain: string,
  people: readonly PersonMention[],
  quote: Mention,
  { first, from, to }: { first: number; from: number; to: number },
): PersonMention | null {
  let best: { person: PersonMention; distance: number } | null = null;
  for (let index = first; index < people.length; index++) {
    const person = people[index];
    if (!person || person.start >= to) break;
    const isInside = person.start >= quote.start && person.end <= quote.end;
    if (isInside || person.end <= from) continue;
    const gap = person.end <= quote.start ? quote.start - person.end : person.start - quote.end;
    const between =
      person.end <= quote.start ? plain.slice(person.end, quote.start) : plain.slice(quote.end, person.start);
    const distance =
      gap +
      (person.role === null ? WITHOUT_ROLE : 0) +
      (between.trim().includes('\n') || /^\s*\n/.test(between) ? OTHER_LINE : 0);
    if (best === null || distance < best.distance) best = { person, distance };
  }
  return best?.person ?? null;
}
