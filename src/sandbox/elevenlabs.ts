/** ElevenLabs v1: text to speech. */
import { readFields } from './shared/json-fields.ts';
import { createSilentMp3 } from './shared/sound.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const models = new Set('eleven_v3 eleven_multilingual_v2 eleven_flash_v2_5 eleven_flash_v2'.split(' '));
const TEXT_CHARS_MAX = 5000;

function handle({ method, url, headers, json }: TwinRequest): TwinReply {
  if (!headers['xi-api-key']) return refuse(401, 'invalid_api_key', 'Invalid API key');
  const [, voice = ''] = /^\/v1\/text-to-speech\/([^/]+)$/.exec(url.pathname) ?? [];
  if (method !== 'POST' || voice === '') return { status: 404, json: { detail: 'Not Found' } };
  const { text, model_id: model = 'eleven_multilingual_v2', language_code: language } = readFields(json);
  if (typeof text !== 'string') {
    const detail = [{ loc: ['body', 'text'], msg: 'field required', type: 'value_error.missing' }];
    return { status: 422, json: { detail } };
  }
  if (!/^[A-Za-z0-9]{20}$/.test(voice))
    return refuse(400, 'voice_not_found', `A voice with id ${voice} was not found.`);
  if (!models.has(String(model))) return refuse(400, 'model_not_found', 'A model with this ID does not exist.');
  if (language !== undefined && model === 'eleven_multilingual_v2') {
    return refuse(400, 'unsupported_language', "Model 'eleven_multilingual_v2' does not support language_code.");
  }
  if (text.length > TEXT_CHARS_MAX) return refuseTooLong();
  const credits = String(model).includes('flash') ? Math.ceil(text.length / 2) : text.length;
  return {
    headers: { 'content-type': 'audio/mpeg', 'request-id': 'Vb7QpX2mY1', 'character-cost': String(credits) },
    body: createSilentMp3(text),
  };
}

const refuse = (code: number, status: string, message: string): TwinReply => ({
  status: code,
  json: { detail: { status, message } },
});

const refuseTooLong = (): TwinReply =>
  refuse(400, 'max_character_limit_exceeded', `This request exceeds the maximum of ${TEXT_CHARS_MAX} characters.`);

export default defineTwin({
  id: 'elevenlabs',
  handle,
  failures: {
    'rate-limit': () => refuse(429, 'too_many_concurrent_requests', 'Too many concurrent requests.'),
    'bad-key': () => refuse(401, 'invalid_api_key', 'Invalid API key'),
    quota: () => refuse(401, 'quota_exceeded', 'This request exceeds your quota.'),
    down: () => refuse(429, 'system_busy', 'The system is experiencing heavy traffic.'),
    'error-in-200': () => refuse(200, 'internal_error', 'Something went wrong.'),
    empty: () => ({ headers: { 'content-type': 'audio/mpeg' }, body: '' }),
    'not-found': () => refuse(404, 'voice_not_found', 'A voice with that id was not found.'),
    'too-long': refuseTooLong,
    retired: () => refuse(400, 'model_not_found', 'A model with this ID does not exist.'),
  },
});
