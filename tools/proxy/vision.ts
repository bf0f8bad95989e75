import { z } from 'zod';
import { bytes } from '../../src/kernel/tool/coverage.ts';
import { withModel } from '../../src/kernel/tool/provider.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import gemini from '../../src/providers/gemini.ts';
import ollama from '../../src/providers/ollama.ts';
import openai from '../../src/providers/openai.ts';
import {
  decodeImage,
  fetchImage,
  IMAGE_CHARS_MAX,
  IMAGE_TYPES_TEXT,
  type Image,
} from '../../src/providers/shared/chat/image.ts';
import { answerPrompt, computeCeiling, LLM_TIMEOUT_MS } from './_llm.ts';
import { lexicon } from './vision.lexicon.ts';

const sources = { providers: [openai, gemini, ollama], names: ['vision'] };

const languages = { en: 'English', ja: 'Japanese', zh: 'Chinese' } as const;

const DESCRIPTION_TOKENS = 800;
const URL_CHARS_MAX = 4096;

/** An address stays as it is; base64 is looked at before anything is charged. */
const image = z
  .string()
  .min(1)
  .max(IMAGE_CHARS_MAX)
  .transform((text, check): string | Image => {
    if (/^https?:\/\//i.test(text) && text.length <= URL_CHARS_MAX) return text;
    const decoded = decodeImage(text);
    if (decoded) return decoded;
    check.addIssue(`Neither an http(s) address nor a ${IMAGE_TYPES_TEXT} picture in base64 of at most 10 MiB`);
    return z.NEVER;
  });

const requestFor = ({ prompt, language }: { prompt: string; language: keyof typeof languages }) => ({
  prompt,
  system: `Answer in ${languages[language]}.`,
  maxTokens: DESCRIPTION_TOKENS,
  model: 'vision',
});

/** Stands for any picture where only the size of a request counts. */
const anyImage: Image = { type: 'image/png', data: '' };

export default defineTool({
  description:
    'Describe an image, read its text (OCR), or answer a question about it. Takes an image URL or the image in base64.',
  price: usd('0.010'),
  effect: 'read',
  category: 'vision',
  timeoutMs: LLM_TIMEOUT_MS,
  bodyBytesMax: IMAGE_CHARS_MAX + 100_000,
  uses: sources.providers.map((provider) => withModel(provider, 'modelVision')),
  fetches: ['image'],
  input: z.object({
    image: image.describe(`Image URL, or the image in base64: ${IMAGE_TYPES_TEXT}, at most 10 MiB.`),
    prompt: z
      .string()
      .min(1)
      .max(10_000)
      .default('Describe this image: what it shows, its text if it has any, and what stands out.')
      .describe('Question or instruction about the image.'),
    language: z.enum(['en', 'ja', 'zh']).default('en').describe('Language of the answer.'),
  }),
  output: z.object({
    description: z.string().describe('Answer of the model about the image.'),
    model: z.string().describe('ID of the model that answered.'),
    provider: z.string().describe('ID of the provider that runs the model.'),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
  }),
  lexicon,
  examples: [
    { image: 'https://example.com/picture.png' },
    {
      image: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      prompt: 'What colour is it?',
      language: 'ja',
    },
  ],
  costCeiling: (input, settings) => computeCeiling(sources, { ...requestFor(input), image: anyImage }, settings),
  covers: { prompt: bytes(20_000) },
  async run(input, ctx) {
    const image = typeof input.image === 'string' ? await fetchImage(input.image, ctx) : input.image;
    const { response, model, provider, sourceUsed } = await answerPrompt(sources, { ...requestFor(input), image }, ctx);
    return { description: response, model, provider, sourceUsed };
  },
});
