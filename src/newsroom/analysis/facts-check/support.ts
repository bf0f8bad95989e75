/** Indexes the inputs so that claims can be checked against them. */

import { foldText } from '../../../text/fold.ts';
import { detectLanguage, type Language } from '../../../text/language.ts';
import { findEmails, findUrls } from '../mentions/addresses.ts';
import { readToday, writeDay } from '../mentions/calendar.ts';
import { findDates } from '../mentions/dates.ts';
import type { NumberMention } from '../mentions/read-text.ts';
import { findTimes } from '../mentions/times.ts';
import type { Clock } from '../mentions/types.ts';
import { type Claim, findAllNumbers, findQuoted, normalizeClaim } from './claims.ts';
import { listStems } from './common-words.ts';

interface SourceDate {
  readonly date: string | null;
  readonly isRelative: boolean;
  readonly text: string;
}

export interface Sources {
  /** All letters and digits, and nothing else, of each input. */
  readonly compact: readonly string[];
  /** Latin words and numbers in lower case, one space around each. */
  readonly words: string;
  readonly vocabulary: ReadonlySet<string>;
  readonly quotations: readonly string[];
  readonly urls: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
  readonly dates: readonly SourceDate[];
  readonly times: ReadonlySet<string>;
  readonly years: ReadonlySet<string>;
  readonly numbers: ReadonlyMap<number, readonly NumberMention[]>;
  readonly digits: ReadonlySet<string>;
  readonly today: string;
}

/** Numbers in words are read in the language of each input and in `language`, that of the output. */
export function readSources(inputs: readonly string[], language: Language, clock: Clock): Sources {
  const plains = inputs.map((input) => foldText(input).plain);
  const words = plains.flatMap((plain) => readWords(plain));
  const dates = plains.flatMap((plain) =>
    findDates(plain, clock).map((date) => ({ ...date, text: plain.slice(date.start, date.end) })),
  );
  const times = [...plains.flatMap(findTimes).map(({ time }) => time), ...dates.flatMap(({ time }) => time ?? [])];
  const slices = (find: (plain: string) => readonly { start: number; end: number }[]): string[] =>
    plains.flatMap((plain) => find(plain).map(({ start, end }) => plain.slice(start, end)));
  const urls = slices(findUrls).map(normalizeUrl);
  const years = plains.flatMap((plain) => plain.match(/(?<!\d)(?:1[89]|20)\d{2}(?!\d)/g) ?? []);
  return {
    compact: plains.map(normalizeClaim),
    words: ` ${words.join(' ')} `,
    vocabulary: new Set(words.flatMap(listStems)),
    quotations: slices(findQuoted).map(normalizeClaim),
    urls: new Set(urls.flatMap((url) => [url, url.split('/')[0] ?? url])),
    emails: new Set(slices(findEmails).map((email) => email.toLowerCase())),
    dates,
    times: new Set(times),
    years: new Set([
      ...years,
      ...dates.flatMap(({ date, isRelative }) => (date && !isRelative ? date.slice(0, 4) : [])),
    ]),
    numbers: groupNumbers(
      plains.flatMap((plain) =>
        [...new Set([detectLanguage(plain).language, language])].flatMap((one) => findAllNumbers(plain, one)),
      ),
    ),
    digits: new Set(plains.flatMap((plain) => plain.match(/\d+/g) ?? [])),
    today: writeDay(readToday(clock)),
  };
}

/** Do the inputs say what the claim says? */
export function hasSupport(claim: Claim, sources: Sources): boolean {
  switch (claim.kind) {
    case 'url':
      return sources.urls.has(normalizeUrl(claim.text));
    case 'email':
      return sources.emails.has(claim.text.toLowerCase());
    case 'quote':
      return hasQuote(claim.text, sources);
    case 'date':
      return hasDate(claim, sources);
    case 'number':
      return hasNumber(claim, sources);
    case 'name':
      return hasName(claim.text, sources);
  }
}

/** Longer ones are speech, and have to be somebody's speech in the input; shorter ones may be a name put in marks. */
const SPEECH_MIN = 12;
const SPEECH_LETTERS = 20;

function hasQuote(text: string, { compact, quotations }: Sources): boolean {
  const claim = normalizeClaim(text);
  const isSpeech = claim.length >= (/^[\p{Script=Latin}\d]/u.test(claim) ? SPEECH_LETTERS : SPEECH_MIN);
  if (!isSpeech) return compact.some((input) => input.includes(claim));
  return quotations.some((quotation) => quotation.includes(claim)) || compact.includes(claim);
}

/** `kotoba.example` is said by `https://www.kotoba.example/`. */
const normalizeUrl = (url: string): string =>
  url
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '')
    .toLowerCase();

/** As exact as an input is, or less: a day is not said by its month. A year may stand elsewhere in the inputs. */
function hasDate({ date, text }: Claim, { dates, times, years, today }: Sources): boolean {
  const { iso = null, time = null } = date ?? {};
  if (time !== null && !times.has(time)) return false;
  if (iso === null) return time !== null || dates.some((source) => source.text === text);
  if (iso === today && /^(?:今日|本日|今天|today)/i.test(text)) return true;
  const isYearGiven = /(?<!\d)\d{4}(?!\d)|年/.test(text);
  return (
    dates.some((source) => {
      if (source.date === null) return false;
      const isSame = source.date.startsWith(iso) || (!isYearGiven && source.date.slice(4).startsWith(iso.slice(4)));
      return isSame && (!isYearGiven || !source.isRelative || years.has(iso.slice(0, 4)) || source.text === text);
    }) ||
    (iso.length === 4 && years.has(iso))
  );
}

const UNIT_CLASSES: readonly (readonly [string, RegExp])[] = [
  ['people', /^(?:人|名|位|people|persons?|employees|staff)$/],
  ['companies', /^(?:社|企業|企业|家企业|companies|firms|businesses)$/],
  ['year', /^(?:年|年間|years?)$/],
  ['month', /^(?:[かヶカヵ个個]月|months?)$/],
  ['week', /^(?:週|週間|周|weeks?)$/],
  ['day', /^(?:日|日間|天|days?)$/],
  ['hour', /^(?:時間|小时|小時|hours?)$/],
  ['minute', /^(?:分|分钟|分鐘|minutes?)$/],
  ['times', /^(?:倍|times)$/],
  ['cases', /^(?:件|cases)$/],
  ['shops', /^(?:店|店舗|家门店|門市|stores|shops)$/],
];
const AMOUNTS = new Set(['quantity', 'percent', 'money']);

function hasNumber({ number, text }: Claim, { numbers, digits }: Sources): boolean {
  if (!number) return false;
  if (number.kind === 'code') return (text.match(/\d+/g) ?? []).every((run) => digits.has(run));
  const same = numbers.get(number.value) ?? [];
  const isBare = number.unit === null || !AMOUNTS.has(number.kind);
  return same.some((source) => {
    if (isBare) return true;
    // A number of a date or an address says nothing of an amount.
    if (!AMOUNTS.has(source.kind)) return false;
    if (source.unit === null) return true;
    if (number.kind !== 'quantity' || source.kind !== 'quantity') return number.unit === source.unit;
    const [ours, theirs] = [classify(number.unit), classify(source.unit)];
    return ours === null || theirs === null || ours === theirs;
  });
}

const classify = (unit: string | null): string | null =>
  UNIT_CLASSES.find(([, pattern]) => unit !== null && pattern.test(unit))?.[0] ?? null;

/** Latin names as whole words in their order; a single one may be an everyday word of the input with a capital letter. */
function hasName(text: string, { compact, words, vocabulary }: Sources): boolean {
  const parts = readWords(text);
  const isLatin = /^[\p{Script=Latin}\p{N}\s\p{P}\p{S}]+$/u.test(text);
  if (!isLatin) return compact.some((input) => input.includes(normalizeClaim(text)));
  if (words.includes(` ${parts.join(' ')} `)) return true;
  // A name longer than the patterns read is cut somewhere inside of a word.
  if (text.length > LONG_NAME && compact.some((input) => input.includes(normalizeClaim(text)))) return true;
  return parts.length === 1 && listStems(parts[0] ?? '').some((stem) => vocabulary.has(stem));
}

/** UTF-16 units. */
const LONG_NAME = 24;

function readWords(plain: string): string[] {
  return plain.toLowerCase().match(/[\p{Script=Latin}\p{N}]+(?:['’](?!s(?![\p{L}]))[\p{Script=Latin}]+)?/gu) ?? [];
}

function groupNumbers(numbers: readonly NumberMention[]): Map<number, NumberMention[]> {
  const byValue = new Map<number, NumberMention[]>();
  for (const number of numbers) {
    const group = byValue.get(number.value);
    if (group) group.push(number);
    else byValue.set(number.value, [number]);
  }
  return byValue;
}
