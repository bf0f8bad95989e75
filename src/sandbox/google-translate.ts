/** Google Cloud Translation v2, with the error form of Google's APIs. */
import { readFields } from './shared/json-fields.ts';
import { translateText } from './shared/phrases.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const targets = new Set(
  'en ja zh zh-CN zh-TW ko fr fr-CA de es it pt pt-PT ru nl pl sv uk tr id vi th ar hi he fil'.split(' '),
);
const TEXT_BYTES_MAX = 204_800;

function handle({ method, url, headers, body, json }: TwinRequest): TwinReply {
  if (!headers['x-goog-api-key'] && !url.searchParams.get('key')) {
    return refuse(403, {
      message: 'The request is missing a valid API key.',
      reason: 'forbidden',
      status: 'PERMISSION_DENIED',
    });
  }
  if (method !== 'POST' || url.pathname !== '/language/translate/v2') return { status: 404, body: '' };
  if (body.byteLength > TEXT_BYTES_MAX) return refuseTooLong();
  const { q, source, target, format = 'html' } = readFields(json);
  if (typeof q !== 'string' && !Array.isArray(q)) return refuseInvalid('Required Text');
  if (typeof target !== 'string' || !targets.has(target)) return refuseInvalid('Invalid Value');
  if (source !== undefined && !targets.has(String(source))) return refuseInvalid('Invalid Value');
  const texts: unknown[] = Array.isArray(q) ? q : [q];
  const translations = texts.map((item) => {
    const translation = translateText(String(item), target);
    return {
      translatedText: format === 'text' ? translation.text : escapeHtml(translation.text),
      ...(source === undefined ? { detectedSourceLanguage: translation.from.toLowerCase() } : {}),
    };
  });
  return { json: { data: { translations } } };
}

/** Escapes that remain in texts read as HTML. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const refuse = (
  code: number,
  { message, reason, status }: { message: string; reason: string; status: string },
): TwinReply => ({
  status: code,
  json: { error: { code, message, errors: [{ message, domain: 'global', reason }], status } },
});

const refuseInvalid = (message: string): TwinReply =>
  refuse(400, { message, reason: 'invalid', status: 'INVALID_ARGUMENT' });

const refuseTooLong = (): TwinReply =>
  refuse(400, {
    message: 'Request payload size exceeds the limit: 204800 bytes.',
    reason: 'badRequest',
    status: 'INVALID_ARGUMENT',
  });

export default defineTwin({
  id: 'google-translate',
  handle,
  failures: {
    'rate-limit': () =>
      refuse(403, {
        message: 'User Rate Limit Exceeded',
        reason: 'userRateLimitExceeded',
        status: 'PERMISSION_DENIED',
      }),
    'bad-key': () =>
      refuse(400, {
        message: 'API key not valid. Please pass a valid API key.',
        reason: 'badRequest',
        status: 'INVALID_ARGUMENT',
      }),
    quota: () =>
      refuse(403, { message: 'Daily Limit Exceeded', reason: 'dailyLimitExceeded', status: 'PERMISSION_DENIED' }),
    down: () =>
      refuse(503, { message: 'The service is currently unavailable.', reason: 'backendError', status: 'UNAVAILABLE' }),
    'error-in-200': () => ({ json: { error: { code: 500, message: 'Internal error', status: 'INTERNAL' } } }),
    empty: () => ({ json: { data: { translations: [{ translatedText: '', detectedSourceLanguage: 'en' }] } } }),
    'not-found': () => refuseInvalid('Invalid Value'),
    'too-long': refuseTooLong,
  },
});
