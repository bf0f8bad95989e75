/** Common interface of speech providers: request, splitting of long texts, and voices. */

import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { ProviderDefinition } from '../../../kernel/tool/provider.ts';
import { splitSentences } from '../chat/sentences.ts';
import { joinMp3, type Mp3, readMp3 } from './mp3.ts';

export interface SpeechRequest {
  text: string;
  /** ISO 639-1, in lower case. */
  language: string;
  /** Id of one of the provider's own voices; absent: its voice for the language. */
  voice?: string | undefined;
}

export interface SpeechProvider extends ProviderDefinition {
  /** Longest text at once. */
  charsMax: number;
  /** MP3. Throws `empty` where it has no voice for the language. */
  speak(request: SpeechRequest, ctx: CallContext): Promise<Mp3>;
}

export interface Voice {
  /** As callers name it. */
  id: string;
  provider: string;
  /** ISO 639-1; null for a voice that speaks them all. */
  language: string | null;
}

/** A long text in parts, one after another, as one file. */
export async function speakAll(provider: SpeechProvider, request: SpeechRequest, ctx: CallContext): Promise<Mp3> {
  const parts = splitSentences(request.text, provider.charsMax);
  const spoken: Mp3[] = [];
  for (const [index, text] of parts.entries()) {
    if (index > 0) ctx.reportProgress(index / parts.length, `Part ${index + 1} of ${parts.length}`);
    spoken.push(await provider.speak({ ...request, text }, ctx));
  }
  return joinMp3(spoken);
}

/** Speech as it came from a provider. Throws `malformed` for what is no MP3 or breaks off. */
export function parseSpeech(source: string, bytes: Uint8Array): Mp3 {
  const mp3 = readMp3(bytes);
  if (!mp3) throw new UpstreamFailure('malformed', source, { cause: new Error('The reply is no whole MP3') });
  return mp3;
}

/** The language that a text is most likely in, by its script. */
export function guessSpeechLanguage(text: string): string {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return 'ja';
  if (/\p{sc=Hangul}/u.test(text)) return 'ko';
  if (/\p{sc=Han}/u.test(text)) return 'zh';
  return /\p{sc=Cyrillic}/u.test(text) ? 'ru' : 'en';
}

/** Every provider's refusal of a language it has no voice for. */
export function createNoVoiceFailure(source: string, language: string): UpstreamFailure {
  const message = `There is no voice for the language ${language} on this server. Nothing was charged.`;
  return new UpstreamFailure('empty', source, { message });
}
