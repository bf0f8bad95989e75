import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';
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

export default defineTool({
  title: 'Voices',
  description: 'List the voices of smart speech, with their languages, and which of them this server has.',
  route: 'GET /api/v2/tts/info',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    textCharsMax: z.number().int().describe('Longest text, in characters'),
    format: z.string().describe('Media type of the speech'),
    languages: z.array(z.string()).describe('Languages that a voice of this server is made for, ISO 639-1'),
    voices: z
      .array(
        z.object({
          id: z.string().describe('Name it in voice'),
          language: z.string().nullable().describe('ISO 639-1; null for a voice that takes what its server speaks'),
          provider: z.string().describe('Id of the provider'),
          available: z.boolean().describe('Whether this server has it'),
        }),
      )
      .describe('Every voice, those that this server has first'),
  }),
  examples: [{}],
  async run(_input, ctx) {
    const voices = providers.flatMap(({ id: provider, voices: own }) => {
      const available = ctx.environment.settings(provider) !== null;
      return own.map(({ id, language }) => ({ id, language, provider, available }));
    });
    voices.sort((a, b) => Number(b.available) - Number(a.available));
    const languages = voices.flatMap(({ available, language }) => (available && language ? language : []));
    return { textCharsMax: 5000, format: 'audio/mpeg', languages: [...new Set(languages)].sort(), voices };
  },
});
