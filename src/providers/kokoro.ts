/** Kokoro-FastAPI: natural speech on a server of your own. https://github.com/remsky/Kokoro-FastAPI */
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import type { Mp3 } from './shared/audio/mp3.ts';
import { requestOpenAiSpeech } from './shared/audio/openai-speech.ts';
import { createNoVoiceFailure, type SpeechRequest } from './shared/audio/speech.ts';
import { defineProvider, settingsOf } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'kokoro',
  title: 'Kokoro',
  tier: 'T0',
  about: 'Self-hosted, natural speech synthesis in eight languages.',
  baseUrl: 'http://127.0.0.1:8880',
  offByDefault: true,
  settings: { apiKey: { kind: 'secret', about: 'API key, if your server requires one' } },
};

/** The first letter of a voice is its language. */
const languages: Readonly<Record<string, string>> = {
  a: 'en',
  b: 'en',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt',
  z: 'zh',
};

const voiceIds =
  'af_heart af_bella am_michael bf_emma bm_george ef_dora ff_siwis hf_alpha if_sara jf_alpha jm_kumo pf_dora zf_xiaoxiao zm_yunxi'.split(
    ' ',
  );

const voices = voiceIds.map((id) => ({ id, provider: facts.id, language: languages[id.charAt(0)] ?? null }));

const charsMax = 1_500;

/** MP3 of a text. */
async function speak({ text, language, voice }: SpeechRequest, ctx: CallContext): Promise<Mp3> {
  const { apiKey } = settingsOf(facts, ctx);
  const voiceId = voice ?? voices.find((one) => one.language === language)?.id;
  if (voiceId === undefined) throw createNoVoiceFailure(facts.id, language);
  return await requestOpenAiSpeech(
    facts,
    {
      path: '/v1/audio/speech',
      apiKey,
      body: { model: 'kokoro', input: text, voice: voiceId, lang_code: voiceId.charAt(0), stream: false },
    },
    ctx,
  );
}

export default defineProvider(facts, { speak, charsMax, voices });
