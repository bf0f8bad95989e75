/** Speech in OpenAI's form, which other servers have taken over. https://platform.openai.com/docs/api-reference/audio */
import type { CallContext } from '../kernel/context.ts';
import type { FailureKind } from '../kernel/failure.ts';
import type { ProviderFacts } from '../kernel/provider.ts';
import type { Mp3 } from './mp3.ts';
import { type ProviderReply, requestBytes } from './provider.ts';
import { spokenMp3 } from './speech.ts';

/** 4,000 characters are five minutes of 128 kbit/s at most. */
export const SPEECH_BYTES_MAX = 16 * 1024 * 1024;

export interface OpenAiSpeech {
  path: string;
  apiKey: string | undefined;
  body: { model: string; input: string; voice: string; [field: string]: unknown };
}

export async function openAiSpeech(
  facts: ProviderFacts,
  { path, apiKey, body }: OpenAiSpeech,
  ctx: CallContext,
): Promise<Mp3> {
  const { bytes } = await requestBytes(facts, ctx, {
    path,
    headers: { accept: 'audio/mpeg', authorization: apiKey ? `Bearer ${apiKey}` : undefined },
    json: { ...body, response_format: 'mp3' },
    classify: classifySpeech,
    bodyBytesMax: SPEECH_BYTES_MAX,
  });
  return spokenMp3(facts.id, bytes);
}

/** Errors are JSON, also inside a 200; their words decide before the status. */
export function classifySpeech({ status, headers, text }: ProviderReply): FailureKind | undefined {
  if (status === 200) return /json/.test(headers['content-type'] ?? '') ? 'lying' : undefined;
  if (/insufficient_quota/.test(text)) return 'quota';
  if (status === 404 && /model/i.test(text)) return 'retired';
  if (status === 400 && /too long|maximum length|at most \d+ characters/i.test(text)) return 'context';
  return status === 400 && /content_policy|moderation/i.test(text) ? 'filtered' : undefined;
}
