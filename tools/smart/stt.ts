import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { FindSettings } from '../../src/kernel/ports.ts';
import { firstOf } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { type Covers, seconds } from '../../src/kernel/tool/coverage.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { withModel } from '../../src/kernel/tool/provider.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import deepgram from '../../src/providers/deepgram.ts';
import groq from '../../src/providers/groq.ts';
import { detectAudioType, measureSoundSeconds } from '../../src/providers/shared/audio/audio.ts';
import type { TranscribeRequest } from '../../src/providers/shared/audio/transcripts.ts';
import { fetchFile } from '../../src/providers/shared/search/web.ts';
import whisper from '../../src/providers/whisper.ts';
import { chooseAffordable, computeDearest, isSetUp } from './_affordable.ts';
import { sourceFields } from './_attempts.ts';
import { lexicon } from './stt.lexicon.ts';

const order = ['groq', 'deepgram', 'whisper'] as const;

const providers = { groq, deepgram, whisper };

const PRICE = usd('0.009');
const AUDIO_BYTES_MAX = 25 * 1024 * 1024;
/** Of a JSON body with the audio in it. */
const JSON_BYTES_MAX = 10 * 1024 * 1024;

type Name = keyof typeof providers;

const isReady =
  (settings: FindSettings | undefined) =>
  (name: Name): boolean =>
    isSetUp(settings, providers[name].id);

const cost =
  (length: number, settings: FindSettings | undefined) =>
  (name: Name): number => {
    if (name === 'groq') return groq.transcribeCeiling(length);
    return name === 'deepgram' ? deepgram.ceiling(length, settings?.('deepgram') ?? null) : 0;
  };

/** Seconds that one price pays for at the cheapest of the sources; infinitely many at the operator's own. */
function chooseSeconds(settings?: FindSettings): number {
  const paid = settings === undefined ? order.filter((name) => name !== 'whisper') : order.filter(isReady(settings));
  return Math.floor(Math.max(...paid.map((name) => (PRICE * 60) / cost(60, settings)(name))));
}

const countUnits = (length: number, settings?: FindSettings): number =>
  Math.ceil(length / chooseSeconds(settings)) || 1;

const chooseOrder = (length: number, units: number, settings?: FindSettings): Name[] =>
  chooseAffordable<Name>(order, PRICE * units, cost(length, settings), isReady(settings));

const measureUpload = (audio: unknown): number => {
  const type = audio instanceof Uint8Array ? detectAudioType(audio) : null;
  return audio instanceof Uint8Array && type ? measureSoundSeconds(audio, type) : 0;
};

/** Of a file behind an address the length shows only when it has come: one price was paid. Throws INVALID_INPUT beyond it. */
function assertPaid(length: number, settings: FindSettings): void {
  const covered = chooseSeconds(settings);
  if (length <= covered) return;
  const message = `The audio is longer than the ${covered} seconds that one price covers. Send the file itself in the field audio: a longer one then costs a price for each ${covered} seconds, with maxPrice`;
  throw createInvalidInputError([{ path: 'url', message }]);
}

interface Input {
  url?: string | undefined;
  audio?: Uint8Array | undefined;
  language?: string | undefined;
}

async function readSound({ url, audio, language }: Input, ctx: CallContext): Promise<TranscribeRequest> {
  const bytes = audio ?? (await fetchSound(url ?? '', ctx));
  const type = detectAudioType(bytes);
  if (!type) throw new FareboxError('UNREADABLE_TARGET', { message: `${NO_SOUND}. Nothing was charged.` });
  return { bytes, type, language };
}

async function fetchSound(url: string, ctx: CallContext): Promise<Uint8Array> {
  const accepts = (type: string): boolean =>
    /^$|^audio\/|^video\/(mp4|webm|ogg)$|^application\/(octet-stream|ogg)$/.test(type);
  return (await fetchFile(url, ctx, accepts, AUDIO_BYTES_MAX)).bytes;
}

const NO_SOUND = 'Unsupported audio format. Send mp3, wav, flac, ogg, m4a, webm or aac';

/** A file of a form, or base64 in JSON. */
const file = z
  .custom<string | Uint8Array>((value) => typeof value === 'string' || value instanceof Uint8Array, 'Must be a file')
  .meta({
    type: 'string',
    contentEncoding: 'base64',
    description: 'Audio file in base64, at most 10 MiB with the other fields.',
  })
  .transform((value, check): Uint8Array => {
    const bytes = typeof value === 'string' ? Buffer.from(value, 'base64') : value;
    if (bytes.byteLength <= AUDIO_BYTES_MAX && detectAudioType(bytes)) return bytes;
    check.addIssue(bytes.byteLength > AUDIO_BYTES_MAX ? 'At most 25 MiB' : NO_SOUND);
    return z.NEVER;
  });

export default defineTool({
  title: 'Transcribe audio',
  description:
    'Transcribe the speech of an audio file into text, with timestamps where available. Takes a URL or the file itself.',
  price: PRICE,
  effect: 'read',
  category: 'audio',
  body: 'multipart',
  files: { audio: { bytesMax: AUDIO_BYTES_MAX } },
  bodyBytesMax: JSON_BYTES_MAX,
  uses: Object.values({ ...providers, groq: withModel(groq, 'modelTranscribe') }),
  fetches: ['url'],
  input: z
    .object({
      url: z.string().trim().min(1).max(4096).optional().describe('Audio URL. Required unless audio is set.'),
      audio: file.optional(),
      language: z.enum(['en', 'ja', 'zh']).optional().describe('Spoken language. Default: detected.'),
    })
    .refine(({ url, audio }) => (url === undefined) !== (audio === undefined), {
      path: ['url'],
      message: 'Provide either url or audio',
    }),
  output: z.object({
    text: z.string().describe('Full transcript as text.'),
    language: z.string().nullable().describe('Spoken language, ISO 639-1 code; null if unknown.'),
    durationSeconds: z.number().nullable().describe('Length of the audio in seconds; null if unknown.'),
    segments: z
      .array(
        z.object({
          start: z.number().nullable().describe('Start of the segment in seconds; null if unknown.'),
          end: z.number().nullable().describe('End of the segment in seconds; null if unknown.'),
          text: z.string().describe('Text of the segment.'),
        }),
      )
      .optional()
      .describe('Segments with timestamps, if the provider reports them.'),
    ...sourceFields,
  }),
  lexicon,
  examples: [{ url: 'https://example.com/speech.mp3' }, { url: 'https://example.com/speech.wav', language: 'ja' }],
  costCeiling({ audio }, settings) {
    const length = measureUpload(audio);
    const names = chooseOrder(length, countUnits(length, settings), settings);
    return computeDearest(names, cost(length, settings), isReady(settings));
  },
  covers(settings): Covers {
    const covered = chooseSeconds(settings);
    return Number.isFinite(covered) ? { audio: seconds(covered, measureUpload) } : {};
  },
  async run(input, ctx) {
    const request = await readSound(input, ctx);
    const length = measureSoundSeconds(request.bytes, request.type);
    const settings: FindSettings = (id) => ctx.environment.settings(id);
    if (input.url !== undefined) assertPaid(length, settings);
    const names = chooseOrder(length, countUnits(length, settings), settings);
    const sources = {
      groq: { provider: groq, run: (own: CallContext) => groq.transcribe(request, own) },
      deepgram: { provider: deepgram, run: (own: CallContext) => deepgram.transcribe(request, own) },
      whisper: { provider: whisper, run: (own: CallContext) => whisper.transcribe(request, own) },
    };
    const { value, sourceUsed, fallbackUsed } = await firstOf(names, sources, ctx);
    const { segments, durationSeconds, ...transcript } = value;
    return {
      ...transcript,
      durationSeconds: durationSeconds ?? Math.round(length * 100) / 100,
      ...(segments ? { segments } : {}),
      sourceUsed,
      fallbackUsed,
      attempts: ctx.attempts,
    };
  },
});
