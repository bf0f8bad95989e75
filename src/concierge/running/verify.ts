/**
 * Checks whether outputs match the request, by the fields of inputs and outputs of any tool. Doubts are shown with the
 * answer and move no money.
 */

import { DAY_MS } from '../../lib/durations.ts';
import { isRecord } from '../../lib/record.ts';
import { findDays } from '../reading/days.ts';
import type { Route, RouteLanguage } from '../types.ts';
import { detectLanguage } from './language.ts';
import type { StepExecution, Verification } from './types.ts';
import { readNumber, readRecords, readText, shorten } from './values.ts';

interface CheckResult {
  check: string;
  ok: boolean;
  expected: string;
  found: string;
}

type Check = (input: Record<string, unknown>, output: Record<string, unknown>, message: string) => CheckResult | null;

const SHOWN_MAX = 120;
/** A place's weather is that of the nearest point of a grid. */
const DEGREES_APART = 0.5;

const normalise = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** An output member says again what the input's member of that name asked for, maybe in another form of the same. */
const createEchoCheck =
  (name: string, check: string, same: (text: string) => string = normalise): Check =>
  (input, output) => {
    const [expected, found] = [readText(input, name), readText(output, name)];
    if (expected === undefined || found === undefined || expected === 'me') return null;
    return { check, ok: same(expected) === same(found), expected, found };
  };

/** An address of a page without its protocol, fragment and last slash. */
function normalisePage(address: string): string {
  const text = address.trim();
  if (!URL.canParse(text)) return normalise(text);
  const { host, pathname, search } = new URL(text);
  return `${host}${pathname.replace(/\/$/, '')}${search}`;
}

/** One IPv6 address has many forms. */
function normaliseIp(address: string): string {
  const host = `http://[${address.trim()}]`;
  return URL.canParse(host) ? new URL(host).host : normalise(address);
}

const checkCoordinates: Check = (input, output) => {
  const [latitude, longitude] = [readNumber(input, 'latitude'), readNumber(input, 'longitude')];
  const [atLatitude, atLongitude] = [readNumber(output, 'location.latitude'), readNumber(output, 'location.longitude')];
  if (latitude === undefined || longitude === undefined) return null;
  if (atLatitude === undefined || atLongitude === undefined) return null;
  const east = Math.abs(longitude - atLongitude) % 360;
  const apart = Math.max(Math.abs(latitude - atLatitude), Math.min(east, 360 - east));
  const position = `${atLatitude}, ${atLongitude}`;
  return { check: 'place', ok: apart <= DEGREES_APART, expected: `${latitude}, ${longitude}`, found: position };
};

/**
 * Names in different scripts can't be compared: 東京 is Tokyo. One word alone may be the same place by another name, as Wien and
 * NYC are; several of which none is found tell of another place.
 */
const checkName: Check = (input, output) => {
  const query = readText(input, 'q') ?? readText(input, 'query');
  const [best] = readRecords(output, 'results');
  const name = readText(best, 'name');
  if (query === undefined || name === undefined || readNumber(best, 'latitude') === undefined) return null;
  const place = `${name} ${readText(best, 'address') ?? ''} ${readText(best, 'city') ?? ''}`;
  const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text);
  if (isLatin(query) !== isLatin(place)) return null;
  const words = splitWords(query);
  const ok =
    words.some((word) => normalise(place).includes(word)) ||
    splitWords(name).some((word) => normalise(query).includes(word));
  return ok || words.length > 1 ? { check: 'place', ok, expected: query, found: name } : null;
};

const splitWords = (text: string): string[] => normalise(text).match(/[\p{L}\p{M}]{2,}/gu) ?? [];

const checkCoins: Check = (input, output) => {
  const text = readText(input, 'coins');
  if (text === undefined || !isRecord(output.prices)) return null;
  const { missing } = output;
  const ok = !Array.isArray(missing) || missing.length === 0;
  return { check: 'coin', ok, expected: text, found: Object.keys(output.prices).join(',') };
};

/** A translation into Japanese, Chinese or English is written in it; a name or a number may stay as it is. */
const checkTranslation: Check = (input, output) => {
  const to = readText(input, 'targetLang') ?? readText(input, 'to');
  const text = readText(output, 'translated');
  const code = to?.trim().slice(0, 2).toLowerCase();
  if (text === undefined || (code !== 'ja' && code !== 'zh' && code !== 'en')) return null;
  const isName = /^\P{L}*[\p{L}\p{N}'’.&-]*\P{L}*$/u.test(text.trim());
  if (isName && detectLanguage(text) === 'en') return null;
  return { check: 'language', ok: isMostlyIn(text, code), expected: code, found: detectLanguage(text) };
};

/** Most of it; names and quotations of another language stand in many texts. */
function isMostlyIn(text: string, language: RouteLanguage): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const eastern = kana + count(/\p{Script=Han}/gu);
  const share = eastern / Math.max(1, eastern + count(/\p{Script=Latin}+/gu));
  if (language === 'en') return share < 0.5;
  if (share < 0.3) return false;
  return language === 'ja' ? kana > 0 || eastern < 12 : kana < eastern * 0.2;
}

/** One of what was found has a word of the question. */
const checkTopic: Check = (input, output) => {
  const query = readText(input, 'query');
  const records = [...readRecords(output, 'results'), ...readRecords(output, 'articles')];
  if (query === undefined || records.length === 0 || readNumber(records[0], 'latitude') !== undefined) return null;
  const words = normalise(query).match(/[\p{Script=Latin}\p{N}]{3,}|[\p{Script=Han}\p{Script=Katakana}ー]{2,}/gu) ?? [];
  if (words.length === 0) return null;
  const texts = records.map((one) =>
    normalise(
      `${readText(one, 'title') ?? ''} ${readText(one, 'snippet') ?? ''} ${readText(one, 'description') ?? ''}`,
    ),
  );
  const ok = texts.some((text) => words.some((word) => text.includes(word)));
  return { check: 'topic', ok, expected: query, found: readText(records[0], 'title') ?? '' };
};

/** The days that were asked about are among those of the forecast. */
const checkDays: Check = (_input, output, message) => {
  const dates = readRecords(output, 'daily').flatMap((day) => readText(day, 'date') ?? []);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return null;
  const expected = findDays(message, first).map((offset) => formatDate(Date.parse(first) + offset * DAY_MS));
  if (expected.length === 0) return null;
  const ok = expected.every((date) => dates.includes(date));
  return { check: 'time', ok, expected: expected.join(', '), found: `${first} to ${last}` };
};

const formatDate = (ms: number): string => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 10) : '');

const checks: readonly Check[] = [
  checkDays,
  checkCoordinates,
  checkName,
  checkCoins,
  checkTranslation,
  checkTopic,
  createEchoCheck('from', 'currency'),
  createEchoCheck('to', 'currency'),
  createEchoCheck('ip', 'address', normaliseIp),
  createEchoCheck('url', 'address', normalisePage),
];

/** Of the steps that have answered, in their order. `message`: what was asked; empty where the caller named the tools. */
export function verifyAnswers(executions: readonly StepExecution[], message = ''): Verification[] {
  return executions.flatMap(({ input, result }) => {
    if (!result.ok) return [];
    const { tool, output } = result;
    return checks.flatMap((check) => {
      const looked = check(input, output, message);
      if (!looked || (looked.check === 'currency' && readNumber(output, 'rate') === undefined)) return [];
      const { expected, found } = looked;
      return [{ ...looked, tool, expected: shorten(expected, SHOWN_MAX), found: shorten(found, SHOWN_MAX) }];
    });
  });
}

/** The route was asked about a place that its first answer is not in, and so on: words for `warnings`. */
export function listDoubts(route: Pick<Route, 'steps'>, verifications: readonly Verification[]): string[] {
  return verifications
    .filter(({ ok }) => !ok)
    .slice(0, route.steps.length)
    .map(
      ({ tool, check, expected, found: got }) =>
        `${tool}: the ${check} is not what was asked for: ${expected}, not ${got}.`,
    );
}
