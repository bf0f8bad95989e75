import { z } from 'zod';
import { firstOf } from '../../src/kernel/chain.ts';
import type { CallContext } from '../../src/kernel/context.ts';
import { usd } from '../../src/kernel/money.ts';
import type { ProviderSettings } from '../../src/kernel/ports.ts';
import { Bytes } from '../../src/kernel/reply.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import espeak from '../../src/providers/espeak.ts';
import kokoro from '../../src/providers/kokoro.ts';
import openai from '../../src/providers/openai.ts';
import piper from '../../src/providers/piper.ts';
import { parseAnyLanguage } from '../../src/providers/shared/languages.ts';
import { guessSpeechLanguage, type SpeechProvider, speakAll, type Voice } from '../../src/providers/shared/speech.ts';
import { lexicon } from './tts.lexicon.ts';

const hosted: SpeechProvider = { ...openai, ...openai.speech };

const providers = { hosted, natural: kokoro, plain: piper, local: espeak };

const order = ['hosted', 'natural', 'plain', 'local'] as const;

const PRICE = usd('0.009');

type Name = keyof typeof providers;
type Settings = (providerId: string) => ProviderSettings | null;

const voices: readonly Voice[] = [...openai.speech.voices, ...kokoro.voices, ...piper.voices, ...espeak.voices];

/** What the operator's own machines cost nothing for comes first where the price would not cover a hosted voice. */
function orderFor(text: string, voice: Voice | undefined): Name[] {
  const names = order.filter((name) => name !== 'hosted' || openai.speech.ceiling(text) <= PRICE);
  const all: Name[] = names.length < order.length ? [...names, 'hosted'] : names;
  const chosen = all.filter((name) => providers[name].id === voice?.provider);
  return [...chosen, ...all.filter((name) => !chosen.includes(name))];
}

const voiceOf = (id: string | undefined): Voice | undefined => voices.find((voice) => voice.id === id);

const sourceOf = (provider: SpeechProvider, text: string, language: string, voice: Voice | undefined) => ({
  provider,
  run: (ctx: CallContext) =>
    speakAll(provider, { text, language, voice: voice?.provider === provider.id ? voice.id : undefined }, ctx),
});

export default defineTool({
  title: 'Smart speech',
  description: 'Speak a text as MP3; another voice speaks when one fails. tts-info lists the voices of this server.',
  price: PRICE,
  effect: 'read',
  category: 'audio',
  reply: 'bytes',
  uses: Object.values(providers),
  input: z.object({
    text: z
      .string()
      .max(5000)
      .refine((text) => /[\p{L}\p{N}]/u.test(text), 'Must have something to say')
      .describe('Text to speak, at most 5000 characters'),
    voice: z
      .string()
      .max(64)
      .refine((id) => voiceOf(id), 'Not a voice; tts-info lists them')
      .optional()
      .describe('Id of a voice; chosen by the language when left out'),
    language: z
      .string()
      .max(20)
      .refine((text) => parseAnyLanguage(text), 'Must be a language code such as en, ja or zh')
      .optional()
      .describe('Code of the language of the text, such as en, ja or zh; guessed by its script when left out'),
  }),
  output: z.unknown(),
  lexicon,
  examples: [{ text: 'Good morning. How are you today?' }, { text: 'おはようございます。', language: 'ja' }],
  costCeiling({ text, voice }, settings?: Settings) {
    const names = orderFor(text, voiceOf(voice));
    const first = names.find((name) => settings === undefined || settings(providers[name].id) !== null);
    return first === 'hosted' ? openai.speech.ceiling(text) : 0;
  },
  async run({ text, voice: voiceId, language: given }, ctx) {
    const voice = voiceOf(voiceId);
    const language = parseAnyLanguage(given ?? '')?.base.toLowerCase() ?? voice?.language ?? guessSpeechLanguage(text);
    const sources = {
      hosted: sourceOf(hosted, text, language, voice),
      natural: sourceOf(kokoro, text, language, voice),
      plain: sourceOf(piper, text, language, voice),
      local: sourceOf(espeak, text, language, voice),
    };
    const { value } = await firstOf(orderFor(text, voice), sources, ctx);
    return new Bytes(value.frames, 'audio/mpeg', 'speech.mp3');
  },
});
