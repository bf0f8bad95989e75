/** Pitches by rules: greeting, why this outlet, the news in three lines, link, embargo, contact. newsroom.md §4.6. */

import { countCodePoints } from '../../../text/code-points.ts';
import { writeOneLine } from '../../../text/lines.ts';
import { cutCodePoints } from '../../../text/truncate.ts';
import { countWords } from '../../../text/words.ts';
import { checkFacts, type FactsCheck } from '../../analysis/facts-check/check.ts';
import type { Clock } from '../../analysis/mentions/types.ts';
import { type CommonGround, writeOccasion } from '../recommend/common-ground.ts';
import type { News, Outlet, Pitch } from './types.ts';
import { readPitchWords } from './wording.ts';

/** Of a whole body: code points in Japanese and Chinese, words in English. */
export const BODY_CODE_POINTS_MAX = 500;
export const BODY_WORDS_MAX = 200;
const NAME_MAX = 80;
const LINE_CODE_POINTS_MAX = 160;
const LINE_WORDS_MAX = 50;
const TAIL_MAX = 120;

/** Reads the news once: what all its pitches say is written and checked for all. `shared`: what `createComparison` has found. */
export function createPitchWriter(
  news: News,
  clock: Clock,
): (outlet: Pick<Outlet, 'name' | 'addressee'>, shared: readonly CommonGround[]) => Pitch {
  const words = readPitchWords(news.language);
  const subject = words.subject(writeOneLine(news.title));
  const lines = news.lines.map((line) => `${words.bullet}${shorten(writeOneLine(line), news)}`);
  const texts = new Map<number, FactsCheck>();
  /** Behind the opening, with so many lines of news. */
  const writeNews = (count: number): FactsCheck => {
    const text = texts.get(count) ?? checkNews(news, lines.slice(0, count), clock);
    texts.set(count, text);
    return text;
  };
  return ({ name, addressee }, shared) => {
    const [first] = shared;
    const greeting = words.greeting(cutCodePoints(writeOneLine(addressee.name), NAME_MAX), addressee.isPerson);
    const opening = words.opening(first ? writeOccasion(news.language, first) : null);
    const join = (count: number): string =>
      [greeting, opening, writeNews(count).text].filter((part) => part !== '').join('\n\n');
    // Fewer lines of news rather than a longer letter.
    let count = lines.length;
    while (count > 0 && isTooLong(join(count), news)) count--;
    return {
      subject,
      body: join(count),
      personalization: [
        ...shared.map((one, at) => ({ ...one, used: at === 0 })),
        { field: 'name', value: name, used: true },
      ],
      unverified: writeNews(count).unverified,
    };
  };
}

function checkNews(news: News, lines: readonly string[], clock: Clock): FactsCheck {
  const { language, title, url, embargo } = news;
  const words = readPitchWords(language);
  const contact = news.contact === null ? '' : cutCodePoints(writeOneLine(news.contact), TAIL_MAX);
  const notes = [
    ...(url === null ? [] : [`${words.link}${url}`]),
    ...(embargo === null ? [] : [words.embargo(embargo)]),
  ];
  const parts = [
    lines.join('\n'),
    notes.join('\n'),
    contact === '' ? '' : `${words.closing}\n${words.contact}${contact}`,
  ];
  const ours = [words.link, words.embargo(''), words.closing, words.contact];
  const inputs = [...ours, title, ...news.lines, url, embargo, news.contact].flatMap((input) => input ?? []);
  return checkFacts(parts.filter((part) => part !== '').join('\n\n'), { inputs, language, clock });
}

export const isTooLong = (body: string, { language }: Pick<News, 'language'>): boolean =>
  language === 'en' ? countWords(body, 'en') > BODY_WORDS_MAX : countCodePoints(body) > BODY_CODE_POINTS_MAX;

function shorten(line: string, { language }: News): string {
  if (language === 'en') {
    const words = line.split(' ');
    return words.length <= LINE_WORDS_MAX ? line : `${words.slice(0, LINE_WORDS_MAX).join(' ')} …`;
  }
  const shortened = cutCodePoints(line, LINE_CODE_POINTS_MAX);
  return shortened.length === line.length ? line : `${shortened.trimEnd()}…`;
}
