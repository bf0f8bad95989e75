/** Twins in OpenAI's format other than chat: speech, embeddings and transcripts. */
import { readFields } from './json-fields.ts';
import { countTokens } from './model.ts';
import { createSilentMp3, isSound } from './sound.ts';
import type { TwinReply, TwinRequest } from './twin.ts';
import { embedAsUnitVector, readTexts } from './vectors.ts';

const INPUT_CHARS_MAX = 4096;
const voices = 'alloy ash ballad coral echo fable onyx nova sage shimmer verse marin cedar'.split(' ');

export const refuseRequest = (status: number, message: string, code: string | null = null): TwinReply => ({
  status,
  json: { error: { message, type: 'invalid_request_error', param: null, code } },
});

/** `POST …/audio/speech` */
export function answerSpeech({ json }: TwinRequest): TwinReply {
  const { model, input, voice, response_format: format = 'mp3' } = readFields(json);
  if (!/^(tts-1|tts-1-hd|gpt-4o-mini-tts)$/.test(String(model))) {
    return refuseRequest(404, `The model \`${String(model)}\` does not exist or you do not have access to it.`);
  }
  if (typeof input !== 'string' || input === '') return refuseRequest(400, "Missing required parameter: 'input'.");
  if (input.length > INPUT_CHARS_MAX) {
    return refuseRequest(400, `Invalid 'input': string too long. Expected at most ${INPUT_CHARS_MAX} characters.`);
  }
  if (!voices.includes(String(voice))) return refuseRequest(400, `Invalid value: '${String(voice)}'.`, 'invalid_value');
  if (format !== 'mp3') return refuseRequest(400, `Invalid value: '${String(format)}'.`, 'invalid_value');
  return { headers: { 'content-type': 'audio/mpeg' }, body: createSilentMp3(input) };
}

/** `POST …/embeddings` */
export function answerEmbeddings({ json }: TwinRequest): TwinReply {
  const { model, input, dimensions, encoding_format: format = 'float' } = readFields(json);
  const native = String(model).endsWith('-large') ? 3072 : 1536;
  const texts = readTexts(input);
  if (!/^text-embedding-3-(small|large)$/.test(String(model))) return refuseRequest(404, 'The model does not exist.');
  if (!texts || texts.includes('')) return refuseRequest(400, "'$.input' is invalid.");
  const length = Number(dimensions ?? native);
  if (!(length >= 1 && length <= native)) return refuseRequest(400, `Invalid value for 'dimensions' = ${length}.`);
  if (format !== 'float') return refuseRequest(400, 'The sandbox gives floats.');
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return {
    json: {
      object: 'list',
      data: texts.map((text, index) => ({ object: 'embedding', embedding: embedAsUnitVector(text, length), index })),
      model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    },
  };
}

const transcripts: Readonly<Record<string, readonly [string, string]>> = {
  en: ['english', 'This is the sandbox speaking.'],
  ja: ['japanese', 'サンドボックスの音声です。'],
  zh: ['chinese', '这是沙盒的声音。'],
};

/** `POST …/audio/transcriptions`: the same words for every sound, in the language that was asked for. */
export async function answerTranscription({ body, headers }: TwinRequest): Promise<TwinReply> {
  const form = await readForm(body, headers['content-type'] ?? '');
  const file = form?.get('file');
  if (!form || !(file instanceof File)) return refuseRequest(400, "Missing required parameter: 'file'.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isNamed = /\.(flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm|aac)$/.test(file.name);
  if (!isNamed || !isSound(bytes)) return refuseRequest(400, 'Invalid file format. Supported formats: mp3, wav, …');
  const value = form.get('language');
  const [language, text] = transcripts[typeof value === 'string' ? value : 'en'] ?? ['english', '…'];
  const duration = Math.max(0.5, Math.round(bytes.length / 320) / 100);
  if (form.get('response_format') !== 'verbose_json') return { json: { text } };
  const segment = { id: 0, seek: 0, start: 0, end: duration, text: ` ${text}`, tokens: [50364], temperature: 0 };
  const confidence = { avg_logprob: -0.2, compression_ratio: 1.1, no_speech_prob: 0.01 };
  return { json: { task: 'transcribe', language, duration, text, segments: [{ ...segment, ...confidence }] } };
}

async function readForm(body: Uint8Array, type: string): Promise<FormData | null> {
  if (!type.startsWith('multipart/form-data')) return null;
  return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => null);
}
