/** ElevenLabs: the most natural speech, paid by the character. https://elevenlabs.io/docs/api-reference/text-to-speech */

import type { FailureKind } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import type { Mp3 } from './shared/audio/mp3.ts';
import { SPEECH_BYTES_MAX } from './shared/audio/openai-speech.ts';
import { parseSpeech, type SpeechRequest } from './shared/audio/speech.ts';
import { defineUsdSetting, meterCost, readRequestMicros } from './shared/cost.ts';
import { defineProvider, type ProviderReply, pathSegment, requestBytes, settingsOf } from './shared/provider.ts';

/** Half the price of the other models, and told the language. */
const FLASH = 'eleven_flash_v2_5';
const VOICE = '21m00Tcm4TlvDq8ikWAM';

const facts: ProviderDefinition = {
  id: 'elevenlabs',
  title: 'ElevenLabs',
  tier: 'T2',
  about: 'Natural speech synthesis with custom voices, billed per character.',
  baseUrl: 'https://api.elevenlabs.io',
  settings: {
    apiKey: { kind: 'secret', about: 'API key from elevenlabs.io', required: true },
    voice: { kind: 'text', about: 'ID of the default voice', default: VOICE },
    model: { kind: 'text', about: 'Default speech model', default: FLASH },
    thousandUsd: defineUsdSetting('0.05', 'a thousand characters with a flash model'),
  },
};

interface ElevenlabsRequest extends Omit<SpeechRequest, 'language'> {
  model?: string | undefined;
  /** Only where the caller named it: the models find it out well. */
  language?: string | undefined;
}

const charsMax = 2_500;

/** MP3 of a text; `voice` is the id of one of ElevenLabs' or your own voices. */
async function speak(request: ElevenlabsRequest, ctx: CallContext): Promise<Mp3> {
  const settings = settingsOf(facts, ctx);
  const model = request.model ?? settings.model ?? FLASH;
  const { bytes, headers } = await requestBytes(facts, ctx, {
    path: `/v1/text-to-speech/${pathSegment(request.voice ?? settings.voice ?? VOICE, 'voiceId')}`,
    query: { output_format: 'mp3_44100_128' },
    headers: { 'xi-api-key': settings.apiKey, accept: 'audio/mpeg' },
    json: {
      text: request.text,
      model_id: model,
      // The multilingual model refuses to be told.
      ...(request.language && /flash|turbo|v3/.test(model) ? { language_code: request.language } : {}),
    },
    // A model or a voice that the caller named says nothing about the provider.
    classify: (reply) => {
      const kind = classify(reply);
      const isNamed = request.model !== undefined || request.voice !== undefined;
      if (isNamed && reply.status === 403) return 'not_found';
      return kind === 'retired' && request.model !== undefined ? 'not_found' : kind;
    },
    bodyBytesMax: SPEECH_BYTES_MAX,
  });
  const speech = parseSpeech(facts.id, bytes);
  const billed = Number(headers['character-cost'] ?? Number.NaN);
  meterCost(
    facts,
    ctx,
    Number.isFinite(billed) ? billed * 2 * readMicrosPerCharacter(settings) : ceiling(request, settings),
  );
  return speech;
}

/** Statuses mean many things here: the `status` of the detail decides. */
function classify({ status, headers, text }: ProviderReply): FailureKind | undefined {
  if (status === 200) return /json/.test(headers['content-type'] ?? '') ? 'lying' : undefined;
  if (/quota_exceeded/.test(text)) return 'quota';
  if (/voice_not_found|voice_does_not_exist/.test(text)) return 'not_found';
  if (/max_character_limit_exceeded/.test(text)) return 'context';
  if (/system_busy/.test(text)) return 'overloaded';
  if (/content_against_policy|detected_unusual_activity_text/.test(text)) return 'filtered';
  return /model_(not_found|can_not_do|does_not_exist)/.test(text) ? 'retired' : undefined;
}

/** Micro-USD a character with a flash model. */
const readMicrosPerCharacter = (settings: ProviderSettings | null): number =>
  readRequestMicros(facts, settings, 'thousandUsd') / 1000;

/** The most a text costs, in micro-USD: models other than flash take twice as much. */
function ceiling(
  { text, model }: Pick<ElevenlabsRequest, 'text' | 'model'>,
  settings: ProviderSettings | null,
): number {
  const isFlash = /flash|turbo/.test(model ?? settings?.model ?? FLASH);
  return text.length * readMicrosPerCharacter(settings) * (isFlash ? 1 : 2);
}

export default defineProvider(facts, { speak, charsMax, ceiling });
