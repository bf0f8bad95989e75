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
  'This server has no voice for live accounts yet: its operator sets a speech provider up. A test account speaks with every voice in the sandbox: ask again with its key.';

export default defineTool({
  title: 'Voices',
  description: 'List the voices that this server has for smart speech, with their languages.',
  route: 'GET /api/v2/tts/info',
  effect: 'read',
  output: z.object({
    textCharsMax: z.number().int().describe('Longest text, in characters'),
    format: z.string().describe('Media type of the speech'),
    mode: z.enum(['live', 'test']).describe('Whose voices these are: without a key, those of live accounts'),
    languages: z.array(z.string()).describe('Languages that a voice is made for, ISO 639-1'),
    voices: listOf('Every voice that can be named; none: see note', {
      id: z.string().describe('Name it in voice'),
      language: z.string().nullable().describe('ISO 639-1; null for a voice that takes what its server speaks'),
      provider: z.string().describe('Id of the provider'),
    }),
    note: z.string().optional().describe('Why there is none, and what helps'),
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
