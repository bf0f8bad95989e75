/** Kokoro-FastAPI: speech in OpenAI's form. */
import { readFields } from './shared/json-fields.ts';
import { createSilentMp3 } from './shared/sound.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

function handle({ method, url, json }: TwinRequest): TwinReply {
  if (method !== 'POST' || url.pathname !== '/v1/audio/speech') return { status: 404, json: { detail: 'Not Found' } };
  const { model, input, voice, response_format: format = 'mp3' } = readFields(json);
  if (!['kokoro', 'tts-1', 'tts-1-hd'].includes(String(model))) return refuse(400, `Unsupported model: ${model}`);
  if (typeof input !== 'string' || input.trim() === '') return refuse(400, 'Input text is empty');
  if (!/^[abefhijpz][fm]_[a-z]+(\+[abefhijpz][fm]_[a-z]+)*$/.test(String(voice))) {
    return refuse(400, `Voice '${String(voice)}' not found.`);
  }
  if (format !== 'mp3') return refuse(400, `Unsupported format: ${String(format)}`);
  return { headers: { 'content-type': 'audio/mpeg' }, body: createSilentMp3(input) };
}

const refuse = (status: number, message: string): TwinReply => ({
  status,
  json: {
    detail:
      status < 500
        ? { error: 'validation_error', message, type: 'invalid_request_error' }
        : { error: 'processing_error', message, type: 'server_error' },
  },
});

export default defineTwin({
  id: 'kokoro',
  handle,
  failures: {
    'bad-key': () => refuse(403, 'Not allowed'),
    down: () => refuse(500, 'CUDA out of memory'),
    'error-in-200': () => ({ ...refuse(500, 'The stream broke'), status: 200 }),
    empty: () => ({ headers: { 'content-type': 'audio/mpeg' }, body: '' }),
  },
});
