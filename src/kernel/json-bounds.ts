/** Whether a JSON text stays within what may be parsed, found out without parsing it. */

/** Members and elements at all levels: twenty times what the longest list of any tool needs. */
export const JSON_VALUES_MAX = 50_000;

export type JsonExcess = 'values' | 'depth';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Counts brackets and commas outside of strings; what is not JSON at all is left to the parser. */
export function findJsonExcess(body: Buffer, depthMax: number): JsonExcess | null {
  // A shorter text can hold neither so many values nor, if it closes its brackets, such depth.
  if (body.length <= JSON_VALUES_MAX && body.length <= depthMax * 2) return null;
  let depth = 0;
  let values = 1;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === QUOTE) {
      i = findEndOfString(body, i);
    } else if (byte === COMMA) {
      values++;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth++;
      values++;
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
