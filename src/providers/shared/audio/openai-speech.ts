/** Speech in OpenAI's form, which other servers have taken over. https://platform.openai.com/docs/api-reference/audio */

import type { FailureKind } from '../../../kernel/errors/failure.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { ProviderDefinition } from '../../../kernel/tool/provider.ts';
import { meterCost } from '../cost.ts';
import { type ProviderReply, requestBytes, settingsOf } from '../provider.ts';
import type { Mp3 } from './mp3.ts';
import { parseSpeech, type SpeechRequest } from './speech.ts';

/** 4,000 characters are five minutes of 128 kbit/s at most. */
export const SPEECH_BYTES_MAX = 16 * 1024 * 1024;

export interface OpenAiSpeechRequest {
  path: string;
  apiKey: string | undefined;
  body: { model: string; input: string; voice: string; [field: string]: unknown };
}

export async function requestOpenAiSpeech(
  facts: ProviderDefinition,
  { path, apiKey, body }: OpenAiSpeechRequest,
  ctx: CallContext,
): Promise<Mp3> {
  const { bytes } = await requestBytes(facts, ctx, {
    path,
    headers: { accept: 'audio/mpeg', authorization: apiKey ? `Bearer ${apiKey}` : undefined },
    json: { ...body, response_format: 'mp3' },
    model: body.model,
    classify: classifySpeech,
    bodyBytesMax: SPEECH_BYTES_MAX,
  });
  return parseSpeech(facts.id, bytes);
}

/** Errors are JSON, also inside a 200; their words decide before the status. */
export function classifySpeech({ status, headers, text }: ProviderReply): FailureKind | undefined {
  if (status === 200) return /json/.test(headers['content-type'] ?? '') ? 'lying' : undefined;
  if (/insufficient_quota/.test(text)) return 'quota';
  if (status === 404 && /model/i.test(text)) return 'retired';
  if (status === 400 && /too long|maximum length|at most \d+ characters/i.test(text)) return 'context';
  return status === 400 && /content_policy|moderation/i.test(text) ? 'filtered' : undefined;
}

export interface SpeechModel {
  id: string;
  /** Micro-USD a character. */
  price: number;
  voices: readonly string[];
}

/** Speech as one member of a provider that does other things too. Its voices speak every language. */
export function createOpenAiSpeech(facts: ProviderDefinition, model: SpeechModel) {
  const [usual = ''] = model.voices;
  return {
    /** Below the 4,096 that the service takes. */
    charsMax: 4_000,
    voices: model.voices.map((id) => ({ id, provider: facts.id, language: null })),
    /** MP3 of a text. */
    async speak({ text, voice }: SpeechRequest, ctx: CallContext): Promise<Mp3> {
      const { apiKey, modelSpeech = model.id } = settingsOf(facts, ctx);
      const body = { model: modelSpeech, input: text, voice: voice ?? usual };
      const speech = await requestOpenAiSpeech(facts, { path: '/audio/speech', apiKey, body }, ctx);
      if (modelSpeech === model.id) meterCost(facts, ctx, text.length * model.price);
      return speech;
    },
    /** The most a text costs with the default model, in micro-USD. */
    ceiling: (text: string): number => text.length * model.price,
  };
}
