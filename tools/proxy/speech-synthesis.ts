import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { type Covers, characters } from '../../src/kernel/tool/coverage.ts';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import elevenlabs from '../../src/providers/elevenlabs.ts';
import espeak from '../../src/providers/espeak.ts';
import kokoro from '../../src/providers/kokoro.ts';
import piper from '../../src/providers/piper.ts';
import { guessSpeechLanguage, type SpeechProvider, speakAll } from '../../src/providers/shared/audio/speech.ts';
import { parseAnyLanguage } from '../../src/providers/shared/languages.ts';
import { lexicon } from './speech-synthesis.lexicon.ts';

const PRICE = usd('0.002');
/** Amount that one price covers at the premium voices. */
const CHARACTERS = 40;

const own: readonly SpeechProvider[] = [kokoro, piper, espeak];
const ownVoices = [...kokoro.voices, ...piper.voices, ...espeak.voices];

interface Input {
  text: string;
  voiceId?: string | undefined;
  modelId?: string | undefined;
}

/** A voice or a model decides; otherwise the price, which covers some words of the premium voice. */
function providersFor({ text, voiceId, modelId }: Input) {
  const voice = ownVoices.find(({ id }) => id === voiceId);
  if (voice) return own.filter(({ id }) => id === voice.provider);
  if (voiceId !== undefined || modelId !== undefined) return [elevenlabs];
  const isDear = elevenlabs.ceiling({ text }, null) > PRICE;
  return isDear ? [...own, elevenlabs] : [elevenlabs, ...own];
}

export default defineTool({
  title: 'Speech synthesis',
  description: 'Speak a short text of up to 500 characters as MP3 audio. For longer texts use `smart-tts`.',
  price: PRICE,
  effect: 'read',
  category: 'audio',
  reply: 'bytes',
  uses: [elevenlabs, ...own],
  usesFor: providersFor,
  input: z.object({
    text: z
      .string()
      .max(500)
      .refine((text) => /[\p{L}\p{N}]/u.test(text), 'Must contain text to speak')
      .describe('Text to speak, at most 500 characters.'),
    voiceId: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'Not the id of a voice')
      .optional()
      .describe('ElevenLabs voice ID, or a voice from `tts-info`. Default: chosen by language.'),
    modelId: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'Not the id of a model')
      .optional()
      .describe('ElevenLabs model ID. Default: the standard model.'),
    language: z
      .string()
      .max(20)
      .refine((text) => parseAnyLanguage(text), 'Must be a language code such as en, ja or zh')
      .optional()
      .describe('Language of the text, ISO 639-1 code such as ja. Default: detected.'),
  }),
  output: z.unknown(),
  lexicon,
  examples: [{ text: 'Good morning!' }, { text: 'おはようございます。', language: 'ja' }],
  costCeiling(input, settings) {
    const providers = providersFor(input);
    const first = providers.find(({ id }) => settings === undefined || settings(id) !== null);
    const { text, modelId: model } = input;
    return first === elevenlabs ? elevenlabs.ceiling({ text, model }, settings?.('elevenlabs') ?? null) : 0;
  },
  // Voices of this server cost nothing, and speak what is longer.
  covers: (settings): Covers =>
    own.some(({ id }) => settings === undefined || settings(id) !== null) ? {} : { text: characters(CHARACTERS) },
  async run(input, ctx) {
    const { text, voiceId: voice, modelId: model } = input;
    const languageCode = parseAnyLanguage(input.language ?? '')?.base.toLowerCase();
    const provider = chooseConfigured(providersFor(input), ctx);
    const maker = own.find(({ id }) => id === provider.id);
    const language = languageCode ?? ownVoices.find(({ id }) => id === voice)?.language ?? guessSpeechLanguage(text);
    const { frames } = maker
      ? await speakAll(maker, { text, language, voice }, ctx)
      : await elevenlabs.speak({ text, voice, model, language: languageCode }, ctx);
    return new Bytes(frames, 'audio/mpeg', 'speech.mp3');
  },
});
