/** Reads single values as pydantic does where it is lenient: the strings of a form are numbers and booleans too. */
import type { Faults, Loc } from './items.ts';
import { formatJson, type Json, NotFinite } from './json.ts';

/** Returned by a reader that has added a fault. */
export const FAULTY: unique symbol = Symbol('faulty');

export type Reader = (value: Json, loc: Loc, faults: Faults) => unknown;

export interface Bounds {
  ge?: number;
  gt?: number;
  le?: number;
  lt?: number;
}

const SPACE = /\p{White_Space}/u;

/** Without the white space of Unicode at both ends. By hand: a pattern would look at long runs of it again and again. */
function trimSpace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.test(text.charAt(start))) start++;
  while (end > start && SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const WHOLE = /^[+-]?\d+(?:_\d+)*(?:\.0+)?$/;
const DIGITS_MAX = 4_300;
const FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const NOT_FINITE = /^[+-]?(?:nan|inf|infinity)$/i;
const TRUE = new Set(['1', 'true', 't', 'yes', 'y', 'on']);
const FALSE = new Set(['0', 'false', 'f', 'no', 'n', 'off']);
/** From there on a float is no whole number any more, and no number a boolean. */
const WHOLE_MAX = 2 ** 63;

const INTEGER = 'Input should be a valid integer';
const NUMBER = 'Input should be a valid number';
const BOOLEAN = 'Input should be a valid boolean';
const FINITE = 'Input should be a finite number';

export const readText: Reader = (value, loc, faults) => {
  if (typeof value !== 'string') {
    faults.add({ type: 'string_type', loc, message: 'Input should be a valid string', input: value });
    return FAULTY;
  }
  if (value.isWellFormed()) return value;
  const message = 'Input should be a valid string, unable to parse raw data as a unicode string';
  faults.add({ type: 'string_unicode', loc, message, input: value });
  return FAULTY;
};

/** Gives whole numbers that are exact in JavaScript; beyond them the last one, which no id or count ever reaches. */
export function createIntegerReader(bounds: Bounds): Reader {
  return (value, loc, faults) => {
    const whole = readWhole(value, loc, faults);
    if (whole === null) return FAULTY;
    const broken = findBrokenBound(whole, bounds);
    if (broken) {
      faults.add({ ...broken, loc, input: value });
      return FAULTY;
    }
    if (whole > BigInt(Number.MAX_SAFE_INTEGER)) return Number.MAX_SAFE_INTEGER;
    return whole < BigInt(Number.MIN_SAFE_INTEGER) ? Number.MIN_SAFE_INTEGER : Number(whole);
  };
}

function readWhole(value: Json, loc: Loc, faults: Faults): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'string') return parseWhole(value, loc, faults);
  if (value instanceof NotFinite) {
    faults.add({ type: 'finite_number', loc, message: FINITE, input: value });
  } else if (typeof value !== 'number') {
    faults.add({ type: 'int_type', loc, message: INTEGER, input: value });
  } else if (!Number.isInteger(value)) {
    faults.add({
      type: 'int_from_float',
      loc,
      message: `${INTEGER}, got a number with a fractional part`,
      input: value,
    });
  } else if (Math.abs(value) >= WHOLE_MAX) {
    faults.add({ type: 'int_parsing_size', loc, message: TOO_LONG, input: value });
  } else {
    return BigInt(value);
  }
  return null;
}

const TOO_LONG = 'Unable to parse input string as an integer, exceeded maximum size';

function parseWhole(text: string, loc: Loc, faults: Faults): bigint | null {
  const trimmed = trimSpace(text);
  if (!WHOLE.test(trimmed)) {
    faults.add({ type: 'int_parsing', loc, message: `${INTEGER}, unable to parse string as an integer`, input: text });
    return null;
  }
  if (trimmed.length > DIGITS_MAX) {
    faults.add({ type: 'int_parsing_size', loc, message: TOO_LONG, input: text });
    return null;
  }
  const [digits = ''] = trimmed.replaceAll('_', '').split('.', 1);
  return digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits.replace('+', ''));
}

export function createNumberReader(bounds: Bounds): Reader {
  return (value, loc, faults) => {
    const number = readNumber(value, loc, faults);
    if (number === null) return FAULTY;
    const broken = findBrokenBound(number, bounds);
    if (!broken) return number;
    faults.add({ ...broken, loc, input: value });
    return FAULTY;
  };
}

function readNumber(value: Json, loc: Loc, faults: Faults): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || Array.isArray(value) || value instanceof Map) {
    faults.add({ type: 'float_type', loc, message: NUMBER, input: value });
    return null;
  }
  const number =
    value instanceof NotFinite ? Number.NaN : typeof value === 'string' ? parseFloatText(value) : Number(value);
  if (number === null) {
    faults.add({ type: 'float_parsing', loc, message: `${NUMBER}, unable to parse string as a number`, input: value });
    return null;
  }
  if (Number.isFinite(number)) return number;
  faults.add({ type: 'finite_number', loc, message: FINITE, input: value });
  return null;
}

/** Null for what is no number; single underscores may stand anywhere but at the ends. */
function parseFloatText(text: string): number | null {
  const trimmed = trimSpace(text);
  if (/^_|__|_$/.test(trimmed)) return null;
  const digits = trimmed.replaceAll('_', '');
  if (NOT_FINITE.test(digits)) return Number.NaN;
  return FLOAT.test(digits) ? Number.parseFloat(digits) : null;
}

/** The first bound that a number breaks, as what a fault says of it. */
function findBrokenBound(
  number: bigint | number,
  { ge, gt, le, lt }: Bounds,
): { type: string; message: string; context: string } | null {
  const describe = (type: string, words: string, limit: number, name: string) => ({
    type,
    message: `Input should be ${words} ${limit}`,
    context: `{"${name}":${typeof number === 'bigint' ? limit : formatJson(limit)}}`,
  });
  // Comparisons of a bigint with a number are exact.
  if (ge !== undefined && number < ge) return describe('greater_than_equal', 'greater than or equal to', ge, 'ge');
  if (gt !== undefined && number <= gt) return describe('greater_than', 'greater than', gt, 'gt');
  if (le !== undefined && number > le) return describe('less_than_equal', 'less than or equal to', le, 'le');
  if (lt !== undefined && number >= lt) return describe('less_than', 'less than', lt, 'lt');
  return null;
}

export const readBoolean: Reader = (value, loc, faults) => {
  if (typeof value === 'boolean') return value;
  const isNumber = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
  const isWhole = isNumber && value < WHOLE_MAX && value > -WHOLE_MAX;
  if (isWhole || typeof value === 'string') {
    const word = typeof value === 'string' ? value.toLowerCase() : String(Number(value));
    if (TRUE.has(word)) return true;
    if (FALSE.has(word)) return false;
    faults.add({ type: 'bool_parsing', loc, message: `${BOOLEAN}, unable to interpret input`, input: value });
  } else {
    faults.add({ type: 'bool_type', loc, message: BOOLEAN, input: value });
  }
  return FAULTY;
};

/** One of a few numbers; `true` is 1 and `false` is 0, as they are to Python, and a text is never one. */
export function createLiteralReader(accepted: readonly number[]): Reader {
  const expected = accepted.map(String).reduce((list, word, index) => {
    if (index === 0) return word;
    return index === accepted.length - 1 ? `${list} or ${word}` : `${list}, ${word}`;
  }, '');
  return (value, loc, faults) => {
    const isNumeric = typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean';
    const match = isNumeric ? accepted.find((number) => number === Number(value)) : undefined;
    if (match !== undefined) return match;
    faults.add({
      type: 'literal_error',
      loc,
      message: `Input should be ${expected}`,
      input: value,
      context: JSON.stringify({ expected }),
    });
    return FAULTY;
  };
}
