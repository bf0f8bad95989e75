/** Pitches by rules: greeting, why this outlet, the news in three lines, link, embargo, contact. newsroom.md §4.6. */
import { checkFacts } from '../facts-check/check.ts';
import type { Clock } from '../mentions/types.ts';
import { type CommonGround, writeOccasion } from '../recommend/common-ground.ts';
import { writeOneLine } from '../text/lines.ts';
import { countCodePoints, cutCodePoints } from '../text/points.ts';
import { countWords } from '../text/words.ts';
import type { News, Outlet, Pitch } from './types.ts';
import { WORDING } from './wording.ts';

/** Of a whole body: code points in Japanese and Chinese, words in English. */
export const BODY_POINTS_MAX = 500;
export const BODY_WORDS_MAX = 200;
const NAME_MAX = 80;
const LINE_POINTS_MAX = 160;
const LINE_WORDS_MAX = 50;
const TAIL_MAX = 120;

/** `shared`: what `createComparison` has found. */
export function writePitch(news: News, outlet: Outlet, shared: readonly CommonGround[], clock: Clock): Pitch {
  const words = WORDING[news.language];
  const title = writeOneLine(news.title);
  const [first] = shared;
  const name = cutCodePoints(writeOneLine(outlet.addressee.name), NAME_MAX);
  const opening = words.opening(first ? writeOccasion(news.language, first) : null);
  const head = `${words.greeting(name, outlet.addressee.isPerson)}\n\n${opening}`;
  const contact = news.contact === null ? '' : cutCodePoints(writeOneLine(news.contact), TAIL_MAX);
  const notes = [
    ...(news.url === null ? [] : [`${words.link}${news.url}`]),
    ...(news.embargo === null ? [] : [words.embargo(news.embargo)]),
  ];
  const tail = [notes.join('\n'), contact === '' ? '' : `${words.closing}\n${words.contact}${contact}`];
  const lines = news.lines.map((line) => `${words.bullet}${shorten(writeOneLine(line), news)}`);
  const body = fitBody(news, head, lines, tail);
  const ours = [head, words.link, words.embargo(''), words.closing, words.contact];
  const inputs = [...ours, news.title, ...news.lines, news.url, news.embargo, news.contact];
  const checked = checkFacts(body, {
    inputs: inputs.flatMap((input) => input ?? []),
    language: news.language,
    clock,
  });
  return {
    subject: words.subject(title),
    body: checked.text,
    personalization: [
      ...shared.map((one, at) => ({ ...one, used: at === 0 })),
      { field: 'name', value: outlet.name, used: true },
    ],
    unverified: checked.unverified,
  };
}

/** Fewer lines of news rather than a longer letter. */
function fitBody(news: News, head: string, lines: readonly string[], tail: readonly string[]): string {
  for (let count = lines.length; count > 0; count--) {
    const body = join(head, lines.slice(0, count), tail);
    if (!isTooLong(body, news)) return body;
  }
  return join(head, [], tail);
}

const join = (head: string, lines: readonly string[], tail: readonly string[]): string =>
  [head, lines.join('\n'), ...tail].filter((part) => part !== '').join('\n\n');

export const isTooLong = (body: string, { language }: Pick<News, 'language'>): boolean =>
  language === 'en' ? countWords(body, 'en') > BODY_WORDS_MAX : countCodePoints(body) > BODY_POINTS_MAX;

function shorten(line: string, { language }: News): string {
  if (language === 'en') {
    const words = line.split(' ');
    return words.length <= LINE_WORDS_MAX ? line : `${words.slice(0, LINE_WORDS_MAX).join(' ')} …`;
  }
  const shortened = cutCodePoints(line, LINE_POINTS_MAX);
  return shortened.length === line.length ? line : `${shortened.trimEnd()}…`;
}
