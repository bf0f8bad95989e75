import { z } from 'zod';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import gemini from '../../src/providers/gemini.ts';
import { fetchImage, IMAGE_CHARS_MAX, IMAGE_TYPES_TEXT, type Image, imageInBase64 } from '../../src/providers/image.ts';
import ollama from '../../src/providers/ollama.ts';
import openai from '../../src/providers/openai.ts';
import { answerOf, ceilingOf, LLM_TIMEOUT_MS } from './_llm.ts';

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
    const found = imageInBase64(text);
    if (found) return found;
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
  description: 'Have a picture described, or a question about it answered.',
  price: usd('0.010'),
  effect: 'read',
  category: 'vision',
  timeoutMs: LLM_TIMEOUT_MS,
  bodyBytesMax: IMAGE_CHARS_MAX + 100_000,
  uses: sources.providers,
  input: z.object({
    image: image.describe(`Address of the picture, or the picture in base64: ${IMAGE_TYPES_TEXT}, at most 10 MiB`),
    prompt: z
      .string()
      .min(1)
      .max(10_000)
      .default('Describe this image: what it shows, its text if it has any, and what stands out.')
      .describe('What to say about the picture'),
    language: z.enum(['en', 'ja', 'zh']).default('en').describe('Language of the answer'),
  }),
  output: z.object({
    description: z.string().describe('What the model saw'),
    model: z.string().describe('Id of the model that looked'),
    provider: z.string().describe('Id of the provider'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  lexicon: {
    verbs: {
      en: "describe the photo|describe the picture|describe the image|describe this photo|describe this picture|describe this image|what's in this photo|what's in this picture|what is in this picture|what is in this image|what's in this image|what do you see|look at this picture|look at this photo|look at this image|what does this picture show|what does the photo show|caption this|caption for|analyse this image|analyze this image|analyze the image|identify the|ocr|alt text",
      ja: '画像を説明|写真を説明|何が写って|写っている|写ってる|映っている|画像の内容|写真の内容|画像を見て|写真を見て|この画像|この写真|画像の文字|写真の文字|ocr|画像認識|画像解析|画像から文字|図に何|キャプション',
      zh: '描述图片|描述照片|描述这张|看图|图里|图中|图片里|照片里|这张图|这张照片|这幅图|图上|识图|图片上|照片上|图片内容|图像识别|ocr|看看这图|识别图片|描述一下图|这图',
    },
    nouns: {
      en: 'photo|picture|image|screenshot|photograph|scan|snapshot|painting|jpg|png',
      ja: '画像|写真|スクショ|スクリーンショット|イラスト|絵',
      zh: '图片|照片|截图|图像|图|扫描件|相片',
    },
    hints: {
      en: 'describe|see|shown|look|what|sign',
      ja: '説明|見て|何|文字|読み取|写',
      zh: '描述|看看|写了|看|识别|有什么',
    },
    examples: {
      en: ['Describe https://example.com/cat.jpg', 'What is written on https://example.com/sign.png?'],
      ja: ['https://example.com/cat.jpg に何が写っている?', 'この写真を説明して https://example.com/b.png'],
      zh: ['描述一下这张图片 https://example.com/cat.jpg', 'https://example.com/b.png 图里有什么'],
    },
  },
  examples: [
    { image: 'https://example.com/picture.png' },
    {
      image: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      prompt: 'What colour is it?',
      language: 'ja',
    },
  ],
  costCeiling: (input, settings) => ceilingOf(sources, { ...requestFor(input), image: anyImage }, settings),
  caps: { prompt: 2000 },
  async run(input, ctx) {
    const shown = typeof input.image === 'string' ? await fetchImage(input.image, ctx) : input.image;
    const { response, model, provider, sourceUsed } = await answerOf(
      sources,
      { ...requestFor(input), image: shown },
      ctx,
    );
    return { description: response, model, provider, sourceUsed };
  },
});
