/** Common interface of speech recognition, and OpenAI's format, which most providers use. */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { ProviderDefinition } from '../../../kernel/tool/provider.ts';
import { classifyChat } from '../chat/openai-style.ts';
import { figure } from '../figures.ts';
import { type ProviderReply, requestJson } from '../provider.ts';
import { type AudioType, audioExtensions } from './audio.ts';

export interface TranscribeRequest {
  bytes: Uint8Array;
  type: AudioType;
  /** ISO 639-1; found out when absent. */
  language?: string | undefined;
}

export interface Segment {
  /** Seconds from the beginning; null where the upstream did not say. */
  start: number | null;
  end: number | null;
  text: string;
}

export interface Transcript {
  text: string;
  /** ISO 639-1; null where nobody found out. */
  language: string | null;
  durationSeconds: number | null;
  segments: Segment[] | null;
}

const transcriptReply = z.object({
  text: z.string(),
  language: z.string().nullish(),
  duration: figure,
  segments: z.array(z.object({ start: figure, end: figure, text: z.string() })).nullish(),
});

export interface OpenAiTranscriptRequest {
  path: string;
  apiKey: string | undefined;
  model: string;
}

/** Transcript with segments, asked for in OpenAI's form. Throws `empty` for silence. */
export async function requestOpenAiTranscript(
  facts: ProviderDefinition,
  { path, apiKey, model }: OpenAiTranscriptRequest,
  { bytes, type, language }: TranscribeRequest,
  ctx: CallContext,
): Promise<Transcript> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], `audio.${audioExtensions[type]}`, { type }));
  form.set('model', model);
  form.set('response_format', 'verbose_json');
  if (language !== undefined) form.set('language', language);
  const reply = await requestJson(facts, ctx, {
    path,
    headers: { authorization: apiKey ? `Bearer ${apiKey}` : undefined },
    form,
    model,
    reply: transcriptReply,
    classify,
  });
  const segments = reply.segments?.map(({ start, end, text }) => ({ start, end, text: text.trim() })) ?? null;
  return requireSpeech(facts.id, {
    text: reply.text.trim(),
    language: parseLanguageCode(reply.language) ?? language ?? null,
    durationSeconds: reply.duration ?? null,
    segments,
  });
}

/** Throws `empty` for silence. */
export function requireSpeech(source: string, transcript: Transcript): Transcript {
  if (transcript.text !== '') return transcript;
  const message = 'The audio contains no speech. Nothing was charged.';
  throw new UpstreamFailure('empty', source, { message });
}

/** Sound that can't be read is the caller's, told by all of them in words alone. */
function classify(reply: ProviderReply): FailureKind | undefined {
  const { status, text } = reply;
  return status === 400 && /file format|decode|corrupt|could not (process|read)|invalid audio/i.test(text)
    ? 'filtered'
    : classifyChat(reply);
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const languageCodes = 'en ja zh ko fr de es it pt ru nl pl sv tr uk vi th ar hi id'.split(' ');

/** `ja` of `japanese` or `ja-JP`. */
export function parseLanguageCode(text: string | null | undefined): string | null {
  const plain = (text ?? '').toLowerCase();
  return (
    languageCodes.find(
      (code) => plain === code || plain.startsWith(`${code}-`) || languageNames.of(code)?.toLowerCase() === plain,
    ) ?? null
  );
}
