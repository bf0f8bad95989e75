import { z } from 'zod';
import { firstOf } from '../../src/kernel/chain.ts';
import type { CallContext } from '../../src/kernel/context.ts';
import { usd } from '../../src/kernel/money.ts';
import type { ProviderSettings } from '../../src/kernel/ports.ts';
import { Bytes } from '../../src/kernel/reply.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import espeak from '../../src/providers/espeak.ts';
import kokoro from '../../src/providers/kokoro.ts';
import { anyLanguageOf } from '../../src/providers/languages.ts';
import openai from '../../src/providers/openai.ts';
import piper from '../../src/providers/piper.ts';
import { languageOfScript, type SpeechProvider, speakAll, type Voice } from '../../src/providers/speech.ts';

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
  description:
    'Speak a text as MP3; another voice speaks when one fails. GET /api/v2/tts/info lists the voices of this server.',
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
      .refine((id) => voiceOf(id), 'Not a voice; GET /api/v2/tts/info lists them')
      .optional()
      .describe('Id of a voice; chosen by the language when left out'),
    language: z
      .string()
      .max(20)
      .refine((text) => anyLanguageOf(text), 'Must be a language code such as en, ja or zh')
      .optional()
      .describe('Code of the language of the text, such as en, ja or zh; guessed by its script when left out'),
  }),
  output: z.unknown(),
  lexicon: {
    verbs: {
      en: 'into audio|as audio|audio version of|turn it into audio|make it audio|read aloud|read out loud|read it aloud|read it out|read out|read this aloud|read that aloud|read them aloud|out loud|aloud|say aloud|speak|narrate|narration|text to speech|text-to-speech|voice this|voice the|voice it|pronounce|an mp3|audio version|audio of|as audio|as speech|spoken|say it|say|turn into speech|turn into audio|voice-over|voiceover|recite|audio file of|make an audio|audio file|hear it|hear how|spoken version|into speech|into audio|mp3 of|speech from|record a voice|voice message saying|announce|to audio|to speech|into mp3|to mp3|into voice|audio clip|sound clip|let me hear|hear you say|read to me|read me aloud|voice clip|sound file|play back as|turn…into audio|turn…into speech|make…audible|vocalise|vocalize|say out|read…aloud|read…out loud|spoken aloud|read it to me|read them to me|read that to me|read it back|read this to me|read it loud|read those out|read…to me|read me the result',
      ja: '音声…作|読み上げ|よみあげ|音読|音声にして|声に出して|音声を作|音声化|しゃべって|しゃべらせ|読んで聞かせ|朗読|音声ファイル|発音|声で読|音声に変換|音声を生成|ナレーション|音声出力|声にして|音声データ|喋って|喋らせ|mp3にして|mp3で|聞かせて|音声合成して|音声が欲しい|音声がほしい|声で聞|読みあげ|音声でお願い|音声で聞|音声で読|音声で流|音声で再生|音声でほし|音声で欲し|音声で返|音声で出',
      zh: '朗读|念出来|读出来|念一下|念给我|读给我听|大声读|语音播报|转成语音|生成语音|合成语音|配音|播报|做成音频|念|读出声|文字转语音|变成语音|转语音|播读|念出声|语音版|生成音频|转成音频|录成语音|合成音频|转换成语音|说出来|用语音|语音朗读|读一遍|发音|朗诵|讲出来|音频文件|做成语音|读成语音|播放|用声音',
    },
    nouns: { en: 'voice|speech|mp3|pronunciation|audio|sound', ja: '音声|声|読み上げ音声', zh: '语音|声音|音频|播音' },
    examples: {
      en: ["Read aloud: 'The shop is closing'", "Turn 'Happy birthday' into speech"],
      ja: ['「まもなく閉店です」を読み上げて', '「お誕生日おめでとう」を音声にして'],
      zh: ['朗读“本店即将打烊”', '把“生日快乐”转成语音'],
    },
  },
  examples: [{ text: 'Good morning. How are you today?' }, { text: 'おはようございます。', language: 'ja' }],
  costCeiling({ text, voice }, settings?: Settings) {
    const names = orderFor(text, voiceOf(voice));
    const first = names.find((name) => settings === undefined || settings(providers[name].id) !== null);
    return first === 'hosted' ? openai.speech.ceiling(text) : 0;
  },
  async run({ text, voice: voiceId, language: given }, ctx) {
    const voice = voiceOf(voiceId);
    const language = anyLanguageOf(given ?? '')?.base.toLowerCase() ?? voice?.language ?? languageOfScript(text);
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
