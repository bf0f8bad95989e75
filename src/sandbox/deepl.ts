/** DeepL v2: translation of texts. */
import { readFields } from './shared/json-fields.ts';
import { translateText } from './shared/phrases.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const targets = new Set(
  `EN EN-US EN-GB PT PT-BR PT-PT ZH ZH-HANS ZH-HANT JA KO DE FR ES IT RU NL PL SV UK TR ID AR BG CS DA EL ET FI HU LT LV
  NB RO SK SL`.split(/\s+/),
);
const BODY_BYTES_MAX = 128 * 1024;

function handle({ method, url, headers, body, json }: TwinRequest): TwinReply {
  if (!/^DeepL-Auth-Key \S+$/.test(headers.authorization ?? '')) return { status: 403, body: '', headers: trace };
  if (method !== 'POST' || url.pathname !== '/v2/translate') return refuse(404, 'Not found');
  if (body.byteLength > BODY_BYTES_MAX) return refuse(413, 'Request size exceeds the limit.');
  const { text, target_lang: to, source_lang: from, show_billed_characters: billed } = readFields(json);
  if (!Array.isArray(text) || text.length === 0) return refuse(400, "Parameter 'text' not specified.");
  if (typeof to !== 'string' || !targets.has(to)) return refuse(400, "Value for 'target_lang' not supported.");
  if (from !== undefined && !/^[A-Z]{2}$/.test(String(from))) {
    return refuse(400, "Value for 'source_lang' not supported.");
  }
  const translations = text.map((item: unknown) => {
    const source = String(item);
    const translation = translateText(source, to);
    return {
      detected_source_language: from ?? translation.from,
      text: translation.text,
      ...(billed ? { billed_characters: Array.from(source).length } : {}),
    };
  });
  return { headers: trace, json: { translations } };
}

const trace = { 'x-trace-id': '1f1b3d5a9c' };

const refuse = (status: number, message: string): TwinReply => ({ status, headers: trace, json: { message } });

export default defineTwin({
  id: 'deepl',
  handle,
  failures: {
    'rate-limit': () => ({ status: 429, headers: trace, body: '' }),
    'bad-key': () => ({ status: 403, headers: trace, body: '' }),
    quota: () => refuse(456, 'Quota for this billing period has been exceeded.'),
    down: () => refuse(529, 'Too many requests are being processed.'),
    'error-in-200': () => refuse(200, 'Internal error'),
    empty: () => ({ headers: trace, json: { translations: [{ detected_source_language: 'EN', text: '' }] } }),
    'too-long': () => refuse(413, 'Request size exceeds the limit.'),
  },
});
