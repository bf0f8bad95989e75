/**
 * Reads JSON as CPython (up to 3.12) does, with its error messages and positions: newsroom.md §3.6. Number literals are
 * preserved, members keep their order, and `__proto__` is an ordinary member.
 */
import { FareboxError } from '../kernel/errors/errors.ts';
import { describeJsonExcess, findJsonExcess } from '../lib/json-bounds.ts';
import { type Json, type JsonObject, NotFinite } from './json.ts';

const DEPTH_MAX = 900;
const DIGITS_MAX = 4_300;

/** Throws INVALID_INPUT for what is no JSON, INVALID_JSON for what is not even a text, or nests too deeply. */
export function scanJson(body: Buffer): Json {
  const text = decodeJson(body);
  const excess = findJsonExcess(Buffer.from(text), DEPTH_MAX);
  if (excess === 'depth') throw createUnreadableError();
  if (excess !== null) {
    throw new FareboxError('INVALID_JSON', { message: describeJsonExcess(excess, DEPTH_MAX) });
  }
  return new Scanner(text).scan();
}

/** In the encoding that `json.loads` finds: by the byte order mark, else by where zero bytes stand. */
function decodeJson(body: Buffer): string {
  const encoding = detectEncoding(body);
  try {
    if (encoding.startsWith('utf-32')) return decodeUtf32(body, encoding === 'utf-32le');
    return new TextDecoder(encoding, { fatal: true }).decode(body);
  } catch {
    throw createUnreadableError();
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

function detectEncoding(body: Buffer): Encoding {
  const mark = body.toString('hex', 0, 4);
  if (mark === '0000feff') return 'utf-32be';
  if (mark === 'fffe0000') return 'utf-32le';
  if (mark.startsWith('feff')) return 'utf-16be';
  if (mark.startsWith('fffe')) return 'utf-16le';
  const [first, second, third, fourth] = body;
  if (body.length >= 4) {
    if (first === 0) return second === 0 ? 'utf-32be' : 'utf-16be';
    if (second === 0) return third === 0 && fourth === 0 ? 'utf-32le' : 'utf-16le';
  } else if (body.length === 2) {
    if (first === 0) return 'utf-16be';
    if (second === 0) return 'utf-16le';
  }
  return 'utf-8';
}

/** Throws a RangeError for what is no text. */
function decodeUtf32(body: Buffer, isLittle: boolean): string {
  if (body.length % 4 !== 0) throw new RangeError('The last character is cut');
  const points = Array.from({ length: body.length / 4 }, (_, at) =>
    isLittle ? body.readUInt32LE(4 * at) : body.readUInt32BE(4 * at),
  );
  const text = points.map((point) => String.fromCodePoint(point)).join('');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

export function createUnreadableError(): FareboxError {
  return new FareboxError('INVALID_JSON', { message: 'There was an error parsing the body' });
}

const SPACES = new Set([' ', '\t', '\n', '\r']);
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const WORDS: readonly [string, Json][] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', new NotFinite('NaN')],
  ['Infinity', new NotFinite('Infinity')],
  ['-Infinity', new NotFinite('-Infinity')],
];
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Scanner {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): Json {
    this.#skipSpace();
    const value = this.#scanValue();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#createFault('Extra data', this.#at);
    return value;
  }

  #scanValue(): Json {
    switch (this.#text[this.#at]) {
      case '"':
        return this.#scanString();
      case '{':
        return this.#scanNested(() => this.#scanObject());
      case '[':
        return this.#scanNested(() => this.#scanArray());
      default: {
        const word = this.#scanWord();
        return word === undefined ? this.#scanNumber() : word;
      }
    }
  }

  #scanNested<T extends Json>(read: () => T): T {
    this.#depth++;
    if (this.#depth > DEPTH_MAX) throw createUnreadableError();
    this.#at++;
    this.#skipSpace();
    const value = read();
    this.#at++;
    this.#depth--;
    return value;
  }

  #scanObject(): JsonObject {
    const members: JsonObject = new Map();
    if (this.#text[this.#at] === '}') return members;
    for (;;) {
      if (this.#text[this.#at] !== '"') {
        throw this.#createFault('Expecting property name enclosed in double quotes', this.#at);
      }
      const key = this.#scanString();
      this.#skipSpace();
      if (this.#text[this.#at] !== ':') throw this.#createFault("Expecting ':' delimiter", this.#at);
      this.#at++;
      this.#skipSpace();
      members.set(key, this.#scanValue());
      if (this.#isLast('}')) return members;
    }
  }

  #scanArray(): Json[] {
    const elements: Json[] = [];
    if (this.#text[this.#at] === ']') return elements;
    for (;;) {
      elements.push(this.#scanValue());
      if (this.#isLast(']')) return elements;
    }
  }

  /** After a member or element: stands at the closing bracket, or behind the comma. */
  #isLast(closing: string): boolean {
    this.#skipSpace();
    const character = this.#text[this.#at];
    if (character === closing) return true;
    if (character !== ',') throw this.#createFault("Expecting ',' delimiter", this.#at);
    this.#at++;
    this.#skipSpace();
    return false;
  }

  #scanWord(): Json | undefined {
    const literal = WORDS.find(([word]) => this.#text.startsWith(word, this.#at));
    if (!literal) return undefined;
    this.#at += literal[0].length;
    return literal[1];
  }

  #scanNumber(): Json {
    NUMBER.lastIndex = this.#at;
    const [literal, fraction, exponent] = NUMBER.exec(this.#text) ?? [];
    if (literal === undefined) throw this.#createFault('Expecting value', this.#at);
    this.#at += literal.length;
    if (fraction === undefined && exponent === undefined) {
      if (literal.length > DIGITS_MAX + Number(literal.startsWith('-'))) throw createUnreadableError();
      return BigInt(literal);
    }
    const number = Number(literal);
    return Number.isFinite(number) ? number : new NotFinite(literal);
  }

  #scanString(): string {
    const text = this.#text;
    const opening = this.#at;
    const parts: string[] = [];
    let from = opening + 1;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        parts.push(text.slice(from, at));
        return parts.join('');
      }
      if (code < 0x20) throw this.#createFault('Invalid control character at', at);
      if (code !== BACKSLASH) continue;
      parts.push(text.slice(from, at));
      const [character, length] = this.#scanEscape(at, opening);
      parts.push(character);
      from = at + length;
      at = from - 1;
    }
    throw this.#createFault('Unterminated string starting at', opening);
  }

  /** The character of an escape whose backslash is at `at`, and how long the escape is. */
  #scanEscape(at: number, opening: number): [character: string, length: number] {
    const next = this.#text[at + 1];
    if (next === undefined) throw this.#createFault('Unterminated string starting at', opening);
    if (next !== 'u') {
      const character = ESCAPES[next];
      if (character === undefined) throw this.#createFault('Invalid \\escape', at);
      return [character, 2];
    }
    // CPython wants to see that the string goes on.
    if (at + 6 >= this.#text.length) throw this.#createFault('Invalid \\uXXXX escape', at + 1);
    const digits = this.#text.slice(at + 2, at + 6);
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw this.#createFault('Invalid \\uXXXX escape', at + 1);
    return [String.fromCharCode(Number.parseInt(digits, 16)), 6];
  }

  #skipSpace(): void {
    while (SPACES.has(this.#text[this.#at] ?? '')) this.#at++;
  }

  #createFault(error: string, at: number): FareboxError {
    // Positions are told in characters, not in the halves of surrogate pairs.
    let position = at;
    for (let i = 0; i < at; i++) {
      const code = this.#text.charCodeAt(i);
      if (code >= 0xdc00 && code < 0xe000) position--;
    }
    const item = { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: {}, ctx: { error } };
    return new FareboxError('INVALID_INPUT', { validation: JSON.stringify([item]), details: { issues: [item] } });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
