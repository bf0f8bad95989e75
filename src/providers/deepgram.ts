/** Deepgram: transcripts of uploaded audio. https://developers.deepgram.com/reference */
import { z } from 'zod';
import type { FailureKind } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import {
  parseLanguageCode,
  requireSpeech,
  type TranscribeRequest,
  type Transcript,
} from './shared/audio/transcripts.ts';
import { hasMember } from './shared/classify.ts';
import { defineUsdSetting, meterCost, readRequestMicros } from './shared/cost.ts';
import { figure } from './shared/figures.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'deepgram',
  title: 'Deepgram',
  tier: 'T2',
  about: 'Speech recognition, billed per minute.',
  baseUrl: 'https://api.deepgram.com',
  settings: {
    apiKey: { kind: 'secret', about: 'API key from console.deepgram.com', required: true },
    model: { kind: 'text', about: 'Speech recognition model', default: 'nova-3' },
    minuteUsd: defineUsdSetting('0.0077', 'a minute of audio'),
  },
};

const listenReply = z.object({
  metadata: z.object({ duration: figure }),
  results: z.object({
    channels: z
      .array(
        z.object({
          detected_language: z.string().nullish(),
          alternatives: z.array(z.object({ transcript: z.string() })).min(1),
        }),
      )
      .min(1),
    utterances: z.array(z.object({ start: figure, end: figure, transcript: z.string() })).nullish(),
  }),
});

/** Transcribes a file. Throws `empty` for silence, `filtered` for a file that it can't read. */
async function transcribe({ bytes, type, language }: TranscribeRequest, ctx: CallContext): Promise<Transcript> {
  const settings = settingsOf(facts, ctx);
  const { metadata, results } = await requestJson(facts, ctx, {
    path: '/v1/listen',
    query: {
      model: settings.model ?? 'nova-3',
      smart_format: true,
      utterances: true,
      ...(language === undefined ? { detect_language: true } : { language }),
    },
    headers: { authorization: `Token ${settings.apiKey}`, 'content-type': type },
    body: bytes,
    reply: listenReply,
    classify,
  });
  if (metadata.duration !== null) meterCost(facts, ctx, ceiling(metadata.duration, settings));
  const [channel] = results.channels;
  return requireSpeech(facts.id, {
    text: channel?.alternatives[0]?.transcript.trim() ?? '',
    language: parseLanguageCode(channel?.detected_language) ?? language ?? null,
    durationSeconds: metadata.duration,
    segments: results.utterances?.map(({ start, end, transcript }) => ({ start, end, text: transcript })) ?? null,
  });
}

function classify({ status, text, json }: ProviderReply): FailureKind | undefined {
  if (status === 200) return hasMember(json, 'err_code') || hasMember(json, 'category') ? 'lying' : undefined;
  return status === 400 && /corrupt or unsupported/i.test(text) ? 'filtered' : undefined;
}

/** The most that so many seconds cost, in micro-USD. */
const ceiling = (seconds: number, settings: ProviderSettings | null): number =>
  (seconds / 60) * readRequestMicros(facts, settings, 'minuteUsd');

export default defineProvider(facts, { transcribe, ceiling });
