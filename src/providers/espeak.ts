/** espeak-ng with lame: plain speech from programs of this machine, with no network. https://github.com/espeak-ng/espeak-ng */

import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import type { Mp3 } from './shared/audio/mp3.ts';
import { createNoVoiceFailure, parseSpeech, type SpeechRequest } from './shared/audio/speech.ts';
import { runPrograms } from './shared/programs.ts';
import { defineProvider, settingsOf } from './shared/provider.ts';

const discoveryText = 'found automatically if installed, off disables it';

const facts: ProviderDefinition = {
  id: 'espeak',
  title: 'espeak-ng',
  tier: 'T0',
  about: 'Speech synthesis on this machine: clear but robotic, free of charge. Japanese kanji require kakasi.',
  baseUrl: '',
  settings: {
    path: { kind: 'program', about: `espeak-ng program; ${discoveryText}`, default: 'espeak-ng', required: true },
    lamePath: { kind: 'program', about: `LAME MP3 encoder; ${discoveryText}`, default: 'lame', required: true },
    kakasiPath: {
      kind: 'program',
      about: `kakasi, which converts kanji to readings; ${discoveryText}`,
      default: 'kakasi',
    },
  },
};

/** Our name of a voice → language and the program's own name. Its Mandarin voices read tones as English numbers. */
const engines: Readonly<Record<string, readonly [language: string, name: string]>> = {
  'espeak-en-us': ['en', 'en-us'],
  'espeak-en-gb': ['en', 'en-gb'],
  'espeak-ja': ['ja', 'ja'],
  'espeak-zh': ['zh', 'cmn-latn-pinyin'],
  'espeak-ko': ['ko', 'ko'],
  'espeak-fr': ['fr', 'fr-fr'],
  'espeak-de': ['de', 'de'],
  'espeak-es': ['es', 'es'],
  'espeak-it': ['it', 'it'],
  'espeak-pt': ['pt', 'pt-br'],
  'espeak-ru': ['ru', 'ru'],
};

const voices = Object.entries(engines).map(([id, [language]]) => ({ id, provider: facts.id, language }));

/** A second of work, 15 MB of sound on its way to the encoder. */
const charsMax = 5_000;

/** MP3 of a text. Throws `empty` for a language without a voice, and for kanji that nobody can read. */
async function speak({ text, language, voice }: SpeechRequest, ctx: CallContext): Promise<Mp3> {
  const settings = settingsOf(facts, ctx);
  const id = voice ?? voices.find((one) => one.language === language)?.id ?? '';
  const [spoken, name] = (Object.hasOwn(engines, id) ? engines[id] : undefined) ?? [];
  if (spoken === undefined || name === undefined) throw createNoVoiceFailure(facts.id, language);
  // Phoneme codes stand in double brackets: a caller's text is never one.
  const plain = text.replaceAll('[[', '[ [').replaceAll(']]', '] ]').replaceAll('\0', ' ');
  const readable = spoken === 'ja' && /\p{sc=Han}/u.test(plain) ? await convertToKana(plain, settings, ctx) : plain;
  if (!/[\p{L}\p{N}\p{S}]/u.test(readable)) throw new UpstreamFailure('empty', facts.id);
  const { path = '', lamePath = '' } = settings;
  const steps = [
    { path, args: ['-v', name, '-s', '165', '-b', '1', '--stdin', '--stdout'] },
    { path: lamePath, args: ['--quiet', '-m', 'm', '-b', '64', '-q', '7', '-', '-'] },
  ];
  return parseSpeech(facts.id, await runPrograms(facts, steps, readable, ctx));
}

async function convertToKana(text: string, settings: ProviderSettings, ctx: CallContext): Promise<string> {
  const { kakasiPath } = settings;
  if (kakasiPath === undefined) {
    const message = 'The voice of this server reads kana but not kanji. Nothing was charged. Write the text in kana.';
    throw new UpstreamFailure('empty', facts.id, { message });
  }
  const steps = [{ path: kakasiPath, args: ['-i', 'utf8', '-o', 'utf8', '-JH'] }];
  return new TextDecoder().decode(await runPrograms(facts, steps, text, ctx));
}

export default defineProvider(facts, { speak, charsMax, voices });
