/** Checks the size and nesting of JSON text without parsing it. */

/** Members and elements at all levels: twenty times what the longest list of any tool needs. */
export const JSON_VALUES_MAX = 50_000;

/** Of one object: several times what the largest input of any tool has. Unknown members cost far more than elements. */
export const JSON_MEMBERS_MAX = 1_000;

export type JsonExcess = 'values' | 'depth' | 'members';

/** A sentence that says which bound a JSON text exceeds. */
export function describeJsonExcess(excess: JsonExcess, depthMax: number): string {
  if (excess === 'depth') return `The body nests deeper than ${depthMax} levels.`;
  if (excess === 'members') return `An object in the body has more than ${JSON_MEMBERS_MAX} members.`;
  return `The body holds more than ${JSON_VALUES_MAX} values.`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Counts brackets and commas outside of strings; what is not JSON at all is left to the parser. */
export function findJsonExcess(body: Buffer, depthMax: number): JsonExcess | null {
  // A shorter text can hold neither so many values nor, if it closes its brackets, such depth.
  if (body.length <= JSON_MEMBERS_MAX * 3 && body.length <= depthMax * 2) return null;
  const isObject: boolean[] = [];
  const members: number[] = [];
  let depth = 0;
  let values = 1;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === QUOTE) {
      i = findEndOfString(body, i);
    } else if (byte === COMMA) {
      values++;
      const count = (members[depth] ?? 0) + 1;
      members[depth] = count;
      if (count >= JSON_MEMBERS_MAX && isObject[depth]) return 'members';
    } else if (byte === 0x5b || byte === 0x7b) {
      depth++;
      values++;
      isObject[depth] = byte === 0x7b;
      members[depth] = 0;
      if (depth > depthMax) return 'depth';
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
    }
    if (values > JSON_VALUES_MAX) return 'values';
  }
  return null;
}

/** Index of the closing quote, or the end. */
function findEndOfString(body: Buffer, openingQuote: number): number {
  for (let end = body.indexOf(QUOTE, openingQuote + 1); end !== -1; end = body.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (body[end - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return body.length;
}
