import { z } from 'zod';
import type { FindSettings } from '../../src/kernel/ports.ts';
import { firstOf } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { type Covers, characters } from '../../src/kernel/tool/coverage.ts';
import { withModel } from '../../src/kernel/tool/provider.ts';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import espeak from '../../src/providers/espeak.ts';
import kokoro from '../../src/providers/kokoro.ts';
import openai from '../../src/providers/openai.ts';
import piper from '../../src/providers/piper.ts';
import {
  guessSpeechLanguage,
  type SpeechProvider,
  speakAll,
  type Voice,
} from '../../src/providers/shared/audio/speech.ts';
import { parseAnyLanguage } from '../../src/providers/shared/languages.ts';
import { chooseAffordable, computeDearest, isSetUp } from './_affordable.ts';
import { lexicon } from './tts.lexicon.ts';

const hosted: SpeechProvider = { ...withModel(openai, 'modelSpeech'), ...openai.speech };

const providers = { hosted, natural: kokoro, plain: piper, local: espeak };

const order = ['hosted', 'natural', 'plain', 'local'] as const;

const PRICE = usd('0.009');
/** Amount that one price covers at the hosted voices. */
const CHARACTERS = 600;

type Name = keyof typeof providers;

const voices: readonly Voice[] = [...openai.speech.voices, ...kokoro.voices, ...piper.voices, ...espeak.voices];

const isReady =
  (settings: FindSettings | undefined) =>
  (name: Name): boolean =>
    isSetUp(settings, providers[name].id);

/** The operator's own voices cost nothing, however long the text is. */
const hasOwn = (settings?: FindSettings): boolean => order.some((name) => name !== 'hosted' && isReady(settings)(name));

const cost =
  (text: string) =>
  (name: Name): number =>
    name === 'hosted' ? openai.speech.ceiling(text) : 0;

/** That of the voice first; hosted voices only where what the text costs pays for them. */
function chooseOrder(text: string, voice: Voice | undefined, settings?: FindSettings): Name[] {
  const candidates = order.filter((name) => providers[name].id === voice?.provider);
  const preferred = candidates.some(isReady(settings)) ? candidates : [];
  const budget = hasOwn(settings) ? PRICE : PRICE * Math.ceil(text.length / CHARACTERS);
  const others = chooseAffordable<Name>(order, budget, cost(text), isReady(settings));
  return [...preferred, ...others.filter((name) => !preferred.includes(name))];
}

const voiceOf = (id: string | undefined): Voice | undefined => voices.find((voice) => voice.id === id);

const sourceOf = (provider: SpeechProvider, text: string, language: string, voice: Voice | undefined) => ({
  provider,
  run: (ctx: CallContext) =>
    speakAll(provider, { text, language, voice: voice?.provider === provider.id ? voice.id : undefined }, ctx),
});

export default defineTool({
  title: 'Text to speech',
  description: 'Speak a text of up to 5,000 characters as MP3 audio. List the voices with `tts-info`.',
  price: PRICE,
  effect: 'read',
  category: 'audio',
  reply: 'bytes',
  uses: Object.values(providers),
  input: z.object({
    text: z
      .string()
      .max(5000)
      .refine((text) => /[\p{L}\p{N}]/u.test(text), 'Must contain text to speak')
      .describe('Text to speak, up to 5,000 characters.'),
    voice: z
      .string()
      .max(64)
      .refine((id) => voiceOf(id), 'Unknown voice; list the voices with tts-info')
      .optional()
      .describe('Voice ID from `tts-info`. Default: chosen by language.'),
    language: z
      .string()
      .max(20)
      .refine((text) => parseAnyLanguage(text), 'Must be a language code such as en, ja or zh')
      .optional()
      .describe('Language of the text, e.g. ja. Default: detected.'),
  }),
  output: z.unknown(),
  lexicon,
  examples: [{ text: 'Good morning. How are you today?' }, { text: 'おはようございます。', language: 'ja' }],
  costCeiling: ({ text, voice }, settings) =>
    computeDearest(chooseOrder(text, voiceOf(voice), settings), cost(text), isReady(settings)),
  covers: (settings): Covers => (hasOwn(settings) ? {} : { text: characters(CHARACTERS) }),
  async run({ text, voice: voiceId, language: languageText }, ctx) {
    const voice = voiceOf(voiceId);
    const language =
      parseAnyLanguage(languageText ?? '')?.base.toLowerCase() ?? voice?.language ?? guessSpeechLanguage(text);
    const sources = {
      hosted: sourceOf(hosted, text, language, voice),
      natural: sourceOf(kokoro, text, language, voice),
      plain: sourceOf(piper, text, language, voice),
      local: sourceOf(espeak, text, language, voice),
    };
    const { value } = await firstOf(
      chooseOrder(text, voice, (id) => ctx.environment.settings(id)),
      sources,
      ctx,
    );
    return new Bytes(value.frames, 'audio/mpeg', 'speech.mp3');
  },
});
