/** Reads single values as pydantic does where it is lenient: the strings of a form are numbers and booleans too. */
import type { Faults, Loc } from './items.ts';
import { formatJson, type Json, NotFinite } from './json.ts';

/** What a reader gives when it has added a fault. */
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
    faults.add('string_type', loc, 'Input should be a valid string', value);
    return FAULTY;
  }
  if (value.isWellFormed()) return value;
  const message = 'Input should be a valid string, unable to parse raw data as a unicode string';
  faults.add('string_unicode', loc, message, value);
  return FAULTY;
};

/** Gives whole numbers that are exact in JavaScript; beyond them the last one, which no id or count ever reaches. */
export function createIntegerReader(bounds: Bounds): Reader {
  return (value, loc, faults) => {
    const whole = readWhole(value, loc, faults);
    if (whole === null || !isWithin(whole, value, bounds, loc, faults)) return FAULTY;
    if (whole > BigInt(Number.MAX_SAFE_INTEGER)) return Number.MAX_SAFE_INTEGER;
    return whole < BigInt(Number.MIN_SAFE_INTEGER) ? Number.MIN_SAFE_INTEGER : Number(whole);
  };
}

function readWhole(value: Json, loc: Loc, faults: Faults): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'string') return parseWhole(value, loc, faults);
  if (value instanceof NotFinite) {
    faults.add('finite_number', loc, FINITE, value);
  } else if (typeof value !== 'number') {
    faults.add('int_type', loc, INTEGER, value);
  } else if (!Number.isInteger(value)) {
    faults.add('int_from_float', loc, `${INTEGER}, got a number with a fractional part`, value);
  } else if (Math.abs(value) >= WHOLE_MAX) {
    faults.add('int_parsing_size', loc, TOO_LONG, value);
  } else {
    return BigInt(value);
  }
  return null;
}

const TOO_LONG = 'Unable to parse input string as an integer, exceeded maximum size';

function parseWhole(text: string, loc: Loc, faults: Faults): bigint | null {
  const trimmed = trimSpace(text);
  if (!WHOLE.test(trimmed)) {
    faults.add('int_parsing', loc, `${INTEGER}, unable to parse string as an integer`, text);
    return null;
  }
  if (trimmed.length > DIGITS_MAX) {
    faults.add('int_parsing_size', loc, TOO_LONG, text);
    return null;
  }
  const [digits = ''] = trimmed.replaceAll('_', '').split('.', 1);
  return digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits.replace('+', ''));
}

export function createNumberReader(bounds: Bounds): Reader {
  return (value, loc, faults) => {
    const number = readNumber(value, loc, faults);
    return number !== null && isWithin(number, value, bounds, loc, faults) ? number : FAULTY;
  };
}

function readNumber(value: Json, loc: Loc, faults: Faults): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || Array.isArray(value) || value instanceof Map) {
    faults.add('float_type', loc, NUMBER, value);
    return null;
  }
  const number =
    value instanceof NotFinite ? Number.NaN : typeof value === 'string' ? parseFloatText(value) : Number(value);
  if (number === null) {
    faults.add('float_parsing', loc, `${NUMBER}, unable to parse string as a number`, value);
    return null;
  }
  if (Number.isFinite(number)) return number;
  faults.add('finite_number', loc, FINITE, value);
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

function isWithin(number: bigint | number, value: Json, { ge, gt, le, lt }: Bounds, loc: Loc, faults: Faults): boolean {
  const fault = (type: string, words: string, limit: number, name: string): false => {
    const context = `{"${name}":${typeof number === 'bigint' ? limit : formatJson(limit)}}`;
    faults.add(type, loc, `Input should be ${words} ${limit}`, value, context);
    return false;
  };
  // Comparisons of a bigint with a number are exact.
  if (ge !== undefined && number < ge) return fault('greater_than_equal', 'greater than or equal to', ge, 'ge');
  if (gt !== undefined && number <= gt) return fault('greater_than', 'greater than', gt, 'gt');
  if (le !== undefined && number > le) return fault('less_than_equal', 'less than or equal to', le, 'le');
  if (lt !== undefined && number >= lt) return fault('less_than', 'less than', lt, 'lt');
  return true;
}

export const readBoolean: Reader = (value, loc, faults) => {
  if (typeof value === 'boolean') return value;
  const isNumber = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
  const isWhole = isNumber && value < WHOLE_MAX && value > -WHOLE_MAX;
  if (isWhole || typeof value === 'string') {
    const word = typeof value === 'string' ? value.toLowerCase() : String(Number(value));
    if (TRUE.has(word)) return true;
    if (FALSE.has(word)) return false;
    faults.add('bool_parsing', loc, `${BOOLEAN}, unable to interpret input`, value);
  } else {
    faults.add('bool_type', loc, BOOLEAN, value);
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
    faults.add('literal_error', loc, `Input should be ${expected}`, value, JSON.stringify({ expected }));
    return FAULTY;
  };
}
