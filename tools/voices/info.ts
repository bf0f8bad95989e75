import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import espeak from '../../src/providers/espeak.ts';
import kokoro from '../../src/providers/kokoro.ts';
import openai from '../../src/providers/openai.ts';
import piper from '../../src/providers/piper.ts';

const providers = [
  { ...openai, voices: openai.speech.voices },
  { ...kokoro, voices: kokoro.voices },
  { ...piper, voices: piper.voices },
  { ...espeak, voices: espeak.voices },
];

const NO_VOICE =
  'No speech provider is configured on this server for live accounts. Every voice works in the sandbox: repeat the call with the key of a test account.';

export default defineTool({
  title: 'Voices',
  description:
    'List the available voices of this server with their languages. Use it to choose a voice ID for `smart-tts`.',
  keywords: 'list of voices, available voices, choose a voice, 音声一覧, 声の一覧, 声の種類, 声音列表, 可用语音',
  route: 'GET /api/v2/tts/info',
  effect: 'read',
  output: z.object({
    textCharsMax: z.number().int().describe('Maximum text length in characters.'),
    format: z.string().describe('Media type of the audio.'),
    mode: z.enum(['live', 'test']).describe('Mode of the voices; `live` for calls without a key.'),
    languages: z.array(z.string()).describe('Languages with a dedicated voice, ISO 639-1 codes.'),
    voices: listOf('Available voices; if empty, note explains why.', {
      id: z.string().describe('Voice ID; pass it as voice.'),
      language: z.string().nullable().describe('Language of the voice, ISO 639-1 code; null for multilingual voices.'),
      provider: z.string().describe('ID of the provider of the voice.'),
    }),
    note: z.string().optional().describe('Reason why no voice is available, and the next step.'),
  }),
  async run(_input, ctx) {
    const { mode, environment } = ctx;
    const ready = providers.filter(({ id }) => environment.settings(id) !== null);
    const voices = ready.flatMap(({ id: provider, voices: own }) =>
      own.map(({ id, language }) => ({ id, language, provider })),
    );
    const languages = [...new Set(voices.flatMap(({ language }) => language ?? []))].sort();
    const facts = { textCharsMax: 5000, format: 'audio/mpeg', mode, languages, voices };
    return voices.length > 0 ? facts : { ...facts, note: NO_VOICE };
  },
});
