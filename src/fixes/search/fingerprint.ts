/**
 * Computes the fingerprint of an error. Details that differ between machines, runs and callers are removed and never
 * stored; codes, statuses and words that name the error remain.
 */
import { createHash } from 'node:crypto';
import { secretPatterns } from '../secrets.ts';
import { normaliseText } from './text.ts';

/** Reports keep no more of an error than this. */
export const PATTERN_CHARS_MAX = 1_000;

/** In this order: each sees what those before it have left. None looks back over more than a bounded stretch. */
const variable: readonly [RegExp, string][] = [
  ...secretPatterns.map(({ pattern }): [RegExp, string] => [pattern, '<secret>']),
  [/\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'<>)\]]{1,2000}/giu, '<url>'],
  [/[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,3}\.[a-z]{2,24}\b/giu, '<email>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?/gu, '<time>'],
  [/\b(?:[01]?\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d{1,9})?\b/gu, '<time>'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/giu, '<id>'],
  [/(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?![\w.])/gu, '<address>'],
  [/\[?(?<![\w:])(?:[\da-f]{1,4}:){2,7}(?::?[\da-f]{1,4}){0,7}(?:%\w{1,16})?\]?(?::\d{1,5})?(?![\w:])/giu, '<address>'],
  [/\[?(?<![\w:])::(?:1|ffff:[\d.]{7,15})?\]?(?::\d{1,5})?(?![\w:])/giu, '<address>'],
  [/(?<![\w])[A-Za-z]:\\[^\s"'<>|:]{1,400}(?::\d{1,7}){0,2}/gu, '<path>'],
  [/(?<![\w<>/.:])(?:file:|~|\.{1,2}|@[\w-]{1,64})?(?:\/[\w.@%+~-]{1,120}){2,30}\/?(?::\d{1,7}){0,2}/gu, '<path>'],
  [/(?<![\w<>/.])(?:~|\.{1,2})\/[\w.@%+~-]{1,120}(?::\d{1,7}){0,2}/gu, '<path>'],
  [/\b(?:localhost|[a-z][\w-]{0,62}(?:\.[a-z][\w-]{1,62}){1,4}):\d{2,5}\b/giu, '<address>'],
  [/\b0x[\da-f]{1,16}\b/giu, '<hex>'],
  [/\b(?=(?:[a-z_-]{0,40}\d){3})(?=\d{0,40}[a-z_-])[\w-]{20,200}\b/giu, '<id>'],
  [/\b(?=\d{0,16}[a-f])(?=[a-f]{0,16}\d)[\da-f]{7,64}\b/giu, '<id>'],
  [/\bv?\d{1,5}(?:\.\d{1,6}){1,3}(?:[-+][\w.]{1,40})?\b/giu, '<version>'],
];

/** Numbers that name the kind of error stay: statuses, exit codes, codes of a protocol. */
const CODED =
  /(?<code>(?<![A-Za-z_])(?:http(?:\/<version>)?|status(?: ?code)?|statuscode|error(?: ?code)?|errno|code|exit(?:ed)?(?: with)?(?: status| code)?|signal|returned|response|状态码?|狀態碼|ステータス(?:コード)?|コード|代码|错误码|終了コード|退出码)['"]?[ :=(#]{0,3}-?\d{1,5}\b)|(?<![\w<])-32[0-7]\d\d\b|\b[1-5]\d\d (?=[A-Z][a-z])|(?<number>(?<![A-Za-z_\d])-?\d{1,30}(?![A-Za-z_\d]))/giu;

/** A line of a stack trace says where, not what. */
const FRAME =
  /^(?: {0,8}at .{1,400}| {0,8}File "<path>.{0,400}| {0,8}File <path>.{0,400}|.{0,40}<path> in .{0,200}| {0,8}\^+ {0,8})$/gmu;

/** The text with everything variable named by its kind, in lower case. Bounded; empty only for an empty text. */
export function buildPattern(text: string): string {
  const stripped = stripVariables(normaliseText(text))
    .replace(CODED, (match: string, ...rest: unknown[]) => (isNumber(rest.at(-1)) ? '<n>' : match))
    .replace(FRAME, '');
  return stripped.toLowerCase().replace(/\s+/g, ' ').trim().slice(0, PATTERN_CHARS_MAX);
}

/** Paths, ids, addresses, secrets, times and versions out; numbers stay. For looking at words. */
export function stripVariables(text: string): string {
  return variable.reduce((left, [pattern, kind]) => left.replace(pattern, kind), text);
}

export function computeFingerprint(pattern: string): string {
  return createHash('sha256').update(pattern).digest('hex').slice(0, 32);
}

const isNumber = (groups: unknown): boolean =>
  typeof groups === 'object' && groups !== null && 'number' in groups && groups.number !== undefined;
