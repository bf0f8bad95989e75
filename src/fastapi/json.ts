/**
 * JSON values as Python keeps them: exact integers, members in order, non-finite numbers. Used to echo input in
 * validation errors.
 */
import { truncate } from '../text/truncate.ts';

/** Whole numbers are bigints, numbers with a point or an exponent are numbers. */
export type Json = null | boolean | string | bigint | number | NotFinite | Json[] | JsonObject;
export type JsonObject = Map<string, Json>;

/** `NaN`, `Infinity`, or a literal beyond the range of numbers, as it was written. */
export class NotFinite {
  readonly token: string;

  constructor(token: string) {
    this.token = token;
  }
}

/** Parsed JSON of another reader, which does not tell `9.0` from `9`. What is no JSON is null. */
export function toJson(value: unknown): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return value;
    case 'number':
      if (!Number.isFinite(value)) return new NotFinite(String(value));
      return Number.isSafeInteger(value) ? BigInt(value) : value;
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map(toJson);
      return new Map(Object.entries(value).map(([key, member]) => [key, toJson(member)]));
    default:
      return null;
  }
}

/** The value as the rest of the program knows it. Whole numbers beyond what is exact become the nearest number. */
export function toPlain(value: Json): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof NotFinite) return Number.NaN;
  if (Array.isArray(value)) return value.map(toPlain);
  // Object.fromEntries defines members of its own, so that one named __proto__ is harmless.
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, member]) => [key, toPlain(member)]));
  return value;
}

/** The same bytes as Python's `json.dumps(…, ensure_ascii=False, separators=(",", ":"))`. */
export function formatJson(value: Json): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return formatFloat(value);
  if (typeof value === 'string') return formatString(value);
  if (value instanceof NotFinite) return formatString(value.token);
  if (Array.isArray(value)) return `[${value.map(formatJson).join(',')}]`;
  if (value instanceof Map) {
    return `{${[...value].map(([key, member]) => `${formatString(key)}:${formatJson(member)}`).join(',')}}`;
  }
  return String(value);
}

/**
 * The same as long as it fits; else a text of its beginning, which says that it is cut. No more of the value is looked
 * at than is shown.
 */
export function formatEcho(value: Json, charsMax: number): string {
  const parts: string[] = [];
  let length = 0;
  const push = (text: string): boolean => {
    parts.push(text);
    length += text.length;
    return length <= charsMax;
  };
  const pushAll = <T>(open: string, members: Iterable<T>, close: string, write: (member: T) => boolean): boolean => {
    if (!push(open)) return false;
    let isFirst = true;
    for (const member of members) {
      if (!(isFirst || push(',')) || !write(member)) return false;
      isFirst = false;
    }
    return push(close);
  };
  const write = (part: Json): boolean => {
    if (typeof part === 'string') return push(formatString(truncate(part, charsMax)));
    if (Array.isArray(part)) return pushAll('[', part, ']', write);
    if (!(part instanceof Map)) return push(formatJson(part));
    return pushAll(
      '{',
      part,
      '}',
      ([key, member]) => push(`${formatString(truncate(key, charsMax))}:`) && write(member),
    );
  };
  if (write(value) && (typeof value !== 'string' || value.length <= charsMax)) return parts.join('');
  const beginning = truncate(typeof value === 'string' ? value : parts.join(''), charsMax);
  return formatString(`${beginning}… (cut: this is longer than ${charsMax} characters)`);
}

const formatString = (text: string): string => JSON.stringify(text.toWellFormed());

/** Exponents from which on Python writes a float with one. */
const EXPONENT_MIN = -4;
const EXPONENT_MAX = 16;

/** Python's `repr`: the same digits as ours, but `1e5` is `100000.0`, and exponents start elsewhere. */
function formatFloat(value: number): string {
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (exponent < EXPONENT_MIN || exponent >= EXPONENT_MAX) {
    const sign = exponent < 0 ? '-' : '+';
    return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}
