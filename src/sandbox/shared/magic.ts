/**
 * Magic values: with a test key, an input that contains `sandbox:<failure>` makes its upstream fail that way.
 * `sandbox:slow=1500` carries a number; `sandbox:down@deepl` means one provider only, so that its fallback answers.
 * Several may stand in one text; the first that means the asked provider counts.
 */
import type { WordedFailure } from './twin.ts';

export type TransportFailure =
  | 'slow'
  | 'reset'
  | 'hang'
  | 'cut'
  | 'stall'
  | 'drip'
  | 'huge'
  | 'blank'
  | 'malformed'
  | 'html';

export type CountedFailure = 'rate-limit-after' | 'recovers';

export type MagicName = WordedFailure | TransportFailure | CountedFailure;

/** Effect of each; shown to users by the documentation of test keys. */
export const magicValues: Readonly<Record<MagicName, string>> = {
  'rate-limit': '429 with Retry-After (30 s, or the number given)',
  'rate-limit-after':
    'responds the given number of times within a minute, then returns 429; counted per distinct input',
  recovers: 'returns 503 the given number of times within a minute, then responds; counted per distinct input',
  'bad-key': 'the provider refuses our key',
  quota: 'the plan or credit of the provider is used up',
  retired: 'the requested model is no longer offered',
  down: '503',
  'error-in-200': 'an error in a response with status 200',
  empty: 'no results',
  'not-found': '404 for the requested item',
  filtered: 'the provider rejects the content',
  'too-long': 'the input is too long for the provider',
  slow: 'a correct response after the given milliseconds (default 1500)',
  reset: 'the connection breaks before the response',
  hang: 'the connection opens, but no response arrives',
  cut: 'the response is cut off midway',
  stall: 'the response stops midway, and the connection stays open',
  drip: 'one byte every 250 ms',
  huge: 'a response of 50 MB',
  blank: '200 with an empty body',
  malformed: '200 with truncated JSON',
  html: '200 with an HTML page instead of JSON',
};

/**
 * Numbers, addresses and codes for inputs that take no text: 1–9 in this order. Latitude 89.01–89.09 (weather, routes),
 * IP 192.0.2.1–192.0.2.9 or 2001:db8::1–2001:db8::9 (ip-geo), currency XTA–XTI (exchange-rate).
 */
export const magicNumbers = [
  'down',
  'rate-limit',
  'bad-key',
  'quota',
  'error-in-200',
  'empty',
  'malformed',
  'cut',
  'stall',
] as const satisfies readonly MagicName[];

export interface Magic {
  name: MagicName;
  /** The number behind `=`, when there is one. */
  value: number | undefined;
}

const magicText = /sandbox:([a-z0-9-]+?)(?:=(\d{1,6}))?(?:@([a-z0-9-]+))?(?![a-z0-9-])/gi;
/** A whole value of a path or query, or a coordinate of a JSON body. */
const magicToken = /^(?:89\.0([1-9])0*|192\.0\.2\.([1-9])|2001:db8::([1-9])|XT([A-I]))$/i;
const magicCoordinate = /"lat(?:itude)?"\s*:\s*89\.0([1-9])0*(?!\d)/;

/** The failure that a request asks of this provider, or null. Looks at the whole address and the whole body. */
export function findMagic(providerId: string, url: URL, body: string): Magic | null {
  const address = decodeText(url.href.slice(url.origin.length));
  if (`${address}${body}`.toLowerCase().includes('sandbox:')) {
    for (const [, name = '', value, only] of `${decodeText(url.href)}\n${body}`.matchAll(magicText)) {
      const word = name.toLowerCase();
      if (!isMagicName(word) || (only !== undefined && only.toLowerCase() !== providerId)) continue;
      return { name: word, value: value === undefined ? undefined : Number(value) };
    }
  }
  return findNumberedMagic(address, body);
}

function findNumberedMagic(address: string, body: string): Magic | null {
  const tokens = address.split(/[/?&=,;+ ]/);
  let digit = magicCoordinate.exec(body)?.[1];
  for (const token of tokens) {
    const match = magicToken.exec(token);
    if (match) digit = match[1] ?? match[2] ?? match[3] ?? String((match[4] ?? 'A').toUpperCase().charCodeAt(0) - 64);
  }
  const name = magicNumbers[Number(digit) - 1];
  return name ? { name, value: undefined } : null;
}

function isMagicName(name: string): name is MagicName {
  return Object.hasOwn(magicValues, name);
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
