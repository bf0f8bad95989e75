/** LibreTranslate 1.9: translation of a text. */
import { readFields } from './shared/json-fields.ts';
import { translateText } from './shared/phrases.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const targets = new Set('en ja zh-Hans zh-Hant ko fr de es it pt pt-BR ru nl pl sv uk tr id'.split(' '));
const TEXT_CHARS_MAX = 5000;

function handle({ method, url, json }: TwinRequest): TwinReply {
  if (method !== 'POST' || url.pathname !== '/translate') return refuse(404, 'Not found');
  const { q, source, target } = readFields(json);
  if (typeof q !== 'string') return refuse(400, 'Invalid request: missing q parameter');
  if (typeof source !== 'string') return refuse(400, 'Invalid request: missing source parameter');
  if (typeof target !== 'string') return refuse(400, 'Invalid request: missing target parameter');
  if (q.length > TEXT_CHARS_MAX) return refuseTooLong(q.length);
  if (source !== 'auto' && !targets.has(source)) return refuse(400, `${source} is not supported`);
  if (!targets.has(target)) return refuse(400, `${target} is not supported`);
  if (!/\p{L}/u.test(q)) {
    return { json: { translatedText: q, ...(source === 'auto' ? buildDetection(0, 'en') : {}) } };
  }
  const translation = translateText(q, target);
  return {
    json: {
      translatedText: translation.text,
      ...(source === 'auto' ? buildDetection(90, translation.from.toLowerCase()) : {}),
    },
  };
}

const buildDetection = (confidence: number, language: string) => ({ detectedLanguage: { confidence, language } });

const refuse = (status: number, error: string): TwinReply => ({ status, json: { error } });

const refuseTooLong = (length: number): TwinReply =>
  refuse(400, `Invalid request: request (${length}) exceeds text limit (${TEXT_CHARS_MAX})`);

export default defineTwin({
  id: 'libretranslate',
  handle,
  failures: {
    'rate-limit': () => refuse(429, 'Slowdown: 30 per 1 minute'),
    'bad-key': () => refuse(403, 'Invalid API key'),
    quota: () => refuse(403, 'Too many request limits violations'),
    down: () => refuse(500, 'Cannot translate text: out of memory'),
    'error-in-200': () => refuse(200, 'Cannot translate text'),
    empty: () => ({ json: { translatedText: '', ...buildDetection(90, 'en') } }),
    'not-found': () => refuse(400, 'xx is not supported'),
    'too-long': () => refuseTooLong(5001),
  },
});
