/** Reads request bodies as JSON, within bounds that keep the rest of the code safe from deep recursion. */
import { isUtf8 } from 'node:buffer';
import { FareboxError } from '../kernel/errors/errors.ts';
import { describeJsonExcess, findJsonExcess } from '../lib/json-bounds.ts';

/** Brackets inside brackets; no tool needs more than a handful. */
export const JSON_DEPTH_MAX = 64;

/**
 * Throws INVALID_JSON for what is not JSON in UTF-8 or nests too deeply or holds too much. `__proto__` comes out as an ordinary member of
 * its own, and the last of several equal members counts.
 */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new FareboxError('INVALID_JSON', { message: 'The body is not valid UTF-8.' });
  const excess = findJsonExcess(body, JSON_DEPTH_MAX);
  if (excess !== null) {
    throw new FareboxError('INVALID_JSON', { message: describeJsonExcess(excess, JSON_DEPTH_MAX) });
  }
  const text = body.toString('utf8');
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (cause) {
    throw new FareboxError('INVALID_JSON', { cause });
  }
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;

/** `application/json`, `application/…+json` or nothing; parameters are ignored. */
export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === 'application/json') return true;
  const [type = ''] = contentType.split(';', 1);
  const trimmed = type.trim();
  return trimmed === '' || JSON_TYPE.test(trimmed);
}
