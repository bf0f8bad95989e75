/** PostgreSQL keeps no text with it. */
const NUL = '\u0000';
const REPLACEMENT = '\uFFFD';

/** `text` with U+FFFD in place of U+0000 and of halves of surrogate pairs; the very same string where it has none. */
export const repairText = (text: string): string =>
  text.isWellFormed() && !text.includes(NUL) ? text : text.toWellFormed().replaceAll(NUL, REPLACEMENT);

/**
 * The value with all its texts repaired, names of members included; the very same value where nothing had to be. JSON may
 * carry halves of surrogate pairs, but no encoding of text can: `encodeURIComponent` throws on them.
 */
export function makeWellFormed<T>(value: T): T;
export function makeWellFormed(value: unknown): unknown {
  if (typeof value === 'string') return repairText(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => makeWellFormed(item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    repairText(name),
    makeWellFormed(member),
  ]);
  return members.some(([name, member]) => !Object.hasOwn(value, name) || value[name] !== member)
    ? Object.fromEntries(members)
    : value;
}

/** Bytes, dates and maps are left alone. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** JSON whose escapes hold something to repair. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

/** The value of a JSON text, with all its texts repaired. Throws a SyntaxError. */
export function parseWellFormedJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  return SUSPECT.test(json) ? makeWellFormed(value) : value;
}

/** The JSON of a value, with all its texts repaired. */
export function writeWellFormedJson(value: unknown): string {
  const json = JSON.stringify(value);
  return SUSPECT.test(json) ? JSON.stringify(makeWellFormed(value)) : json;
}
