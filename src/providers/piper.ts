/** Piper: speech with one voice on a self-hosted server. https://github.com/OHF-Voice/piper1-gpl */

import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { isWholeWav } from './shared/audio/audio.ts';
import type { Mp3 } from './shared/audio/mp3.ts';
import { createNoVoiceFailure, parseSpeech, type SpeechRequest } from './shared/audio/speech.ts';
import { runPrograms } from './shared/programs.ts';
import { defineProvider, type ProviderReply, requestBytes, settingsOf } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'piper',
  title: 'Piper',
  tier: 'T0',
  about: 'Self-hosted speech synthesis. LAME converts its WAV output to MP3.',
  baseUrl: 'http://127.0.0.1:5000',
  offByDefault: true,
  settings: {
    language: { kind: 'text', about: 'Language of the server’s voice', default: 'en' },
    lamePath: {
      kind: 'program',
      about: 'LAME MP3 encoder; found automatically if installed, off disables it',
      default: 'lame',
      required: true,
    },
  },
};

const voices = [{ id: 'piper', provider: facts.id, language: null }];

const charsMax = 1_500;
/** A minute and a half of 22.05 kHz, twice over. */
const WAV_BYTES_MAX = 8 * 1024 * 1024;

/** MP3 of a text. */
async function speak({ text, language }: SpeechRequest, ctx: CallContext): Promise<Mp3> {
  const settings = settingsOf(facts, ctx);
  if (language !== (settings.language ?? 'en')) throw createNoVoiceFailure(facts.id, language);
  const { bytes } = await requestBytes(facts, ctx, {
    path: '/synthesize',
    json: { text },
    classify,
    bodyBytesMax: WAV_BYTES_MAX,
  });
  if (!isWholeWav(bytes)) throw new UpstreamFailure('malformed', facts.id, { cause: new Error('No whole WAV') });
  const { lamePath = '' } = settings;
  const encode = { path: lamePath, args: ['--quiet', '-m', 'm', '-b', '64', '-q', '7', '-', '-'] };
  return parseSpeech(facts.id, await runPrograms(facts, [encode], bytes, ctx));
}

/** Errors are pages; a 200 with JSON inside is none of its own, and one all the same. */
const classify = ({ status, text }: ProviderReply): FailureKind | undefined =>
  status === 200 && text.trimStart().startsWith('{') ? 'lying' : undefined;

export default defineProvider(facts, { speak, charsMax, voices });
