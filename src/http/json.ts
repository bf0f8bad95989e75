/** Reads request bodies as JSON, within bounds that keep the rest of the code safe from deep recursion. */
import { isUtf8 } from 'node:buffer';
import { FareboxError } from '../kernel/errors.ts';

/** Brackets inside brackets; no tool needs more than a handful. */
export const JSON_DEPTH_MAX = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Throws INVALID_JSON for what is not JSON in UTF-8 or nests too deeply. `__proto__` comes out as an ordinary member of
 * its own, and the last of several equal members counts.
 */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new FareboxError('INVALID_JSON', { message: 'The body is not encoded as UTF-8.' });
  // Fewer bytes than this can't nest so deeply and still close every bracket.
  if (body.length > JSON_DEPTH_MAX * 2 && isTooDeep(body)) {
    throw new FareboxError('INVALID_JSON', { message: `The body nests deeper than ${JSON_DEPTH_MAX} levels.` });
  }
  const text = body.toString('utf8');
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (cause) {
    throw new FareboxError('INVALID_JSON', { cause });
  }
}

/** Counts brackets outside of strings; what is not JSON at all is left to the parser. */
function isTooDeep(body: Buffer): boolean {
  let depth = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === QUOTE) {
      i = findEndOfString(body, i);
    } else if (byte === 0x5b || byte === 0x7b) {
      depth++;
      if (depth > JSON_DEPTH_MAX) return true;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
    }
  }
  return false;
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

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;

/** `application/json`, `application/…+json` or nothing; parameters are ignored. */
export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === 'application/json') return true;
  const [type = ''] = contentType.split(';', 1);
  const trimmed = type.trim();
  return trimmed === '' || JSON_TYPE.test(trimmed);
}
