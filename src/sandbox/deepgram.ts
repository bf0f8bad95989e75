/** Deepgram v1: transcripts of raw sound. */
import { isSound } from './shared/sound.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const words: Readonly<Record<string, string>> = {
  en: 'This is the sandbox speaking.',
  ja: 'サンドボックスの音声です。',
  zh: '这是沙盒的声音。',
};

function handle({ method, url, headers, body }: TwinRequest): TwinReply {
  if (!/^Token \S+$/.test(headers.authorization ?? '')) return refuse(401, 'INVALID_AUTH', 'Invalid credentials.');
  if (method !== 'POST' || url.pathname !== '/v1/listen') return { status: 404, body: 'Not Found' };
  if (/multipart/.test(headers['content-type'] ?? '') || !isSound(body)) {
    return refuse(400, 'Bad Request', 'Bad Request: failed to process audio: corrupt or unsupported data');
  }
  const language = url.searchParams.get('language') ?? 'en';
  return buildTranscript(
    words[language] ?? '…',
    language,
    url.searchParams.get('detect_language') === 'true',
    body.length,
  );
}

function buildTranscript(transcript: string, language: string, detects: boolean, bytes: number): TwinReply {
  const duration = Math.max(0.5, Math.round(bytes / 320) / 100);
  const alternative = { transcript, confidence: 0.99, words: [] };
  return {
    json: {
      metadata: {
        transaction_key: 'deprecated',
        request_id: 'a847f427-4ad5-4d67-9b95-db801e58251c',
        duration,
        channels: 1,
        models: ['30089e05-99d1-4376-b32e-c263170674af'],
      },
      results: {
        channels: [{ ...(detects ? { detected_language: language } : {}), alternatives: [alternative] }],
        utterances: transcript === '' ? [] : [{ start: 0, end: duration, confidence: 0.99, channel: 0, transcript }],
      },
    },
  };
}

const refuse = (status: number, code: string, message: string): TwinReply => ({
  status,
  json: { err_code: code, err_msg: message, request_id: 'a847f427-4ad5-4d67-9b95-db801e58251c' },
});

export default defineTwin({
  id: 'deepgram',
  handle,
  failures: {
    'rate-limit': () => refuse(429, 'TOO_MANY_REQUESTS', 'Too many requests. Please try again later.'),
    'bad-key': () => refuse(401, 'INVALID_AUTH', 'Invalid credentials.'),
    quota: () => refuse(402, 'ASR_PAYMENT_REQUIRED', 'Project does not have enough credits.'),
    down: () => refuse(503, 'SERVICE_UNAVAILABLE', 'Service unavailable.'),
    'error-in-200': () => refuse(200, 'INTERNAL', 'Something went wrong.'),
    empty: () => buildTranscript('', 'en', false, 320),
    filtered: () => refuse(400, 'Bad Request', 'Bad Request: failed to process audio: corrupt or unsupported data'),
  },
});
