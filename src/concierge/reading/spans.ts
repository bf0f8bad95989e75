/** Finds data inside a message that isn't a request: quotations, URLs and dotted numbers. Runs in linear time. */
import { isIP } from 'node:net';
import { readOriginal, type Text } from './normalise.ts';

export type SpanKind = 'quote' | 'url' | 'ip' | 'coordinates' | 'mail';

export interface Span {
  kind: SpanKind;
  /** In `plain`, with quotation marks. */
  start: number;
  end: number;
  /** As an input takes it: the text inside the marks, the address, `lat,lon`. */
  value: string;
}

/** Stands for each unit of data in the text that requests are looked for in. */
export const DATA = '\ufffc';

const pairs: Readonly<Record<string, string>> = {
  '「': '」',
  '『': '』',
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
  '《': '》',
  '〈': '〉',
  '〝': '〟',
  '"': '"',
  "'": "'",
  '`': '`',
  '‹': '›',
};

const MARKS_MAX = 60;
const isWord = (unit: string): boolean => /^[\p{L}\p{N}]$/u.test(unit);

/** Quotations, outermost only; one that is never closed reaches to the end of the message. */
export function findQuotes(text: Text): Span[] {
  const { plain } = text;
  const spans: Span[] = [];
  for (let at = 0; at < plain.length && spans.length < MARKS_MAX; at++) {
    const close = pairs[plain.charAt(at)];
    if (close === undefined || !isOpening(plain, at)) continue;
    const end = findClosing(plain, at, close);
    if (end === null) continue;
    const value = readOriginal(text, at + 1, end).trim();
    if (value !== '') spans.push({ kind: 'quote', start: at, end: Math.min(end + 1, plain.length), value });
    at = end;
  }
  return spans;
}

/** An apostrophe opens nothing, nor do feet and inches. */
function isOpening(plain: string, at: number): boolean {
  const mark = plain.charAt(at);
  if (mark !== "'" && mark !== '"' && mark !== '‘') return true;
  const before = plain.charAt(at - 1);
  const after = plain.charAt(at + 1);
  if (after === '' || after === ' ') return false;
  return mark === '"'
    ? !/[0-9]/.test(before) || !/[0-9]/.test(plain.charAt(at - 2)) || after !== ' '
    : !isWordBefore(before);
}

const isWordBefore = (unit: string): boolean => /^[a-z0-9]$/.test(unit);

function findClosing(plain: string, at: number, close: string): number | null {
  const open = plain.charAt(at);
  let depth = 0;
  for (let next = at + 1; next < plain.length; next++) {
    const unit = plain.charAt(next);
    if (open !== close && unit === open) depth++;
    if (unit !== close) continue;
    if (depth > 0) depth--;
    else if (!isApostrophe(plain, next, close)) return next;
  }
  // What is opened by a plain mark and never closed may be no quotation at all.
  return open === "'" || open === '`' || open === '‘' ? null : plain.length;
}

const isApostrophe = (plain: string, at: number, mark: string): boolean =>
  (mark === "'" || mark === '’') && isWord(plain.charAt(at - 1)) && /^[a-z]$/.test(plain.charAt(at + 1));

const address =
  /(?:https?:\/\/|www\.)[^\s<>"'`「」『』“”‘’（）【】《》、。，！？；\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]+/g;
const bareHost =
  /(?<![\w@./-])(?:[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?\.){1,5}(?:com|org|net|io|dev|app|co|edu|gov|info|ai|jp|cn|tw|hk|uk|de|fr|eu|us|kr|me|xyz|blog|site|example)(?![\w-])(?:\/[^\s<>"'`「」『』“”‘’（）【】《》、。，！？；\u3040-\u30ff\u4e00-\u9fff]*)?/g;
const mail = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
const numeric = /[0-9a-f:.]{3,45}(?:\/\d{1,3})?/g;
const point =
  /([-+−]?\d{1,3}(?:\.\d{1,12})?)\s?°?\s?([ns北南])?\s?[,、;/ ]\s?([-+−]?\d{1,3}(?:\.\d{1,12})?)\s?°?\s?([ew東西东])?/g;
const labelled =
  /(?:緯度|纬度|北緯|北纬|南緯|南纬|latitude|lat)[\s:=はは为是]{0,4}([-+−]?\d{1,3}(?:\.\d{1,12})?)\s?[°度]?[\s,、;と和]{0,4}(?:and )?(?:経度|经度|經度|東経|东经|東經|西経|西经|西經|longitude|lon|lng|long)[\s:=は为是]{0,4}([-+−]?\d{1,3}(?:\.\d{1,12})?)\s?[°度]?/g;

/** Addresses, IPs, coordinates and mail addresses that stand outside quotations. */
export function findLiterals(text: Text, quotes: readonly Span[]): Span[] {
  const free = blankOut(text.plain, quotes);
  const urls = [...listMatches(free, address), ...listMatches(free, bareHost)].map(({ start, end }) =>
    readUrl(text, start, end),
  );
  const spans = dropOverlaps(urls);
  const rest = blankOut(free, spans);
  const mails = listMatches(rest, mail).map(
    ({ start, end, found }): Span => ({ kind: 'mail', start, end, value: found }),
  );
  const open = blankOut(rest, mails);
  const ips = listMatches(open, numeric).flatMap((match) => readIp(open, match));
  const last = blankOut(open, ips);
  return [...spans, ...mails, ...ips, ...findCoordinates(last)].sort((a, b) => a.start - b.start);
}

/** `plain` with the spans blanked out, of the same length. */
export function blankOut(plain: string, spans: readonly { start: number; end: number }[]): string {
  let free = '';
  let at = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    free += plain.slice(at, start) + DATA.repeat(end - start);
    at = end;
  }
  return free + plain.slice(at);
}

interface Match {
  start: number;
  end: number;
  found: string;
  groups: readonly (string | undefined)[];
}

function listMatches(text: string, pattern: RegExp): Match[] {
  return [...text.matchAll(pattern)].slice(0, MARKS_MAX).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    found: match[0],
    groups: match.slice(1),
  }));
}

function dropOverlaps(spans: Span[]): Span[] {
  const distinct: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start >= (distinct.at(-1)?.end ?? 0)) distinct.push(span);
  }
  return distinct;
}

/** Wide punctuation is not part of an address; `plain` no longer tells it. */
function findWide({ original, starts }: Text, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (/[，。；：！？（）、「」]/.test(original.charAt(starts[at] ?? 0))) return at;
  }
  return end;
}

/** A stop, a bracket or a quotation mark after an address ends the sentence, not the address. */
function readUrl(text: Text, start: number, end: number): Span {
  let last = findWide(text, start, end);
  while (last > start && /[.,;:!?)\]}*'"’”]/.test(text.plain.charAt(last - 1))) {
    if (text.plain.charAt(last - 1) === ')' && text.plain.slice(start, last).includes('(')) break;
    last--;
  }
  const words = readOriginal(text, start, last);
  return { kind: 'url', start, end: last, value: /^https?:\/\//i.test(words) ? words : `https://${words}` };
}

function readIp(text: string, { start, end, found }: Match): Span[] {
  const trimmed = found.replace(/^[:.]+(?!:)|(?<!:)[:.]+$/g, '');
  const value =
    trimmed.includes(':') && trimmed.startsWith(':') && !trimmed.startsWith('::') ? trimmed.slice(1) : trimmed;
  const from = start + found.indexOf(value);
  const isPart = /[\w]/.test(text.charAt(from - 1)) || /[a-z0-9]/.test(text.charAt(Math.min(from + value.length, end)));
  return isIP(value) === 0 || isPart || value === '::'
    ? []
    : [{ kind: 'ip', start: from, end: from + value.length, value }];
}

function findCoordinates(text: string): Span[] {
  const matches = listMatches(text, labelled);
  const bare = listMatches(blankOut(text, matches), point).filter(({ found, groups, start, end }) => {
    const decimals = [groups[0], groups[2]].every((part) => part?.includes('.'));
    const hasSigns = groups[1] !== undefined && groups[3] !== undefined;
    const isPart = /[\d.,]/.test(text.charAt(start - 1)) || /[\d%]/.test(text.charAt(end));
    return (decimals || hasSigns) && !isPart && (hasSigns || /[,、;/ ]/.test(found));
  });
  return [...matches.map(readPoint), ...bare.map(readPoint)].filter((span) => span !== null);
}

function readPoint({ start, end, found, groups }: Match): Span | null {
  const isNamed = groups.length === 2;
  const [first, second] = [groups[0], isNamed ? groups[1] : groups[2]].map((part) => Number(part?.replace('−', '-')));
  if (first === undefined || second === undefined) return null;
  const isSouth = isNamed ? /南/.test(found) : /[s南]/.test(groups[1] ?? '');
  const isWest = isNamed ? /西/.test(found) : /[w西]/.test(groups[3] ?? '');
  const latitude = isSouth ? -Math.abs(first) : first;
  const longitude = isWest ? -Math.abs(second) : second;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { kind: 'coordinates', start, end: end - (/\s$/.test(found) ? 1 : 0), value: `${latitude},${longitude}` };
}
