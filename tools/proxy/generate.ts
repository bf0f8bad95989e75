import { z } from 'zod';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import anthropic from '../../src/providers/anthropic.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import ollama from '../../src/providers/ollama.ts';
import openai from '../../src/providers/openai.ts';
import vllm from '../../src/providers/vllm.ts';
import { answerFields, answerOf, ceilingOf, LLM_TIMEOUT_MS, maxTokensField, promptFields } from './_llm.ts';

const sources = { providers: [anthropic, openai, ollama, llamacpp, vllm], names: [] };

export default defineTool({
  title: 'Text generation',
  description: 'Have a text written: an e-mail, a summary, a description, a story.',
  price: usd('0.010'),
  effect: 'read',
  category: 'llm',
  timeoutMs: LLM_TIMEOUT_MS,
  uses: sources.providers,
  input: z.object({
    ...promptFields,
    maxTokens: maxTokensField(2000),
    temperature: z.number().min(0).max(1).default(0.7).describe('0 keeps to the likeliest words, 1 varies most'),
  }),
  output: z.object(answerFields),
  lexicon: {
    insteadOf: 'smart-llm',
    marks: {
      en: 'text generation|text generator|text-generation|generate tool|generation tool|temperature 0*|temperature 1|temperature of 0*|temperature: 0*|temperature=0*|temp 0*|temp=0*|temperature set to 0*|temperature at 0*|temperature to 0*|temperature around 0*|(temperature 0*',
      ja: 'テキスト生成|文章生成ツール|テキスト生成ツール|文章生成|generateツール|テキストジェネレータ*|文章生成機能|温度0*|温度 0*|温度は0*|温度を0*|温度:0*|temperatureは0*|temperatureを0*|temperature0*|生成温度|温度(temperature*|(temperature)は|温度パラメータ*|temperatureは1|temperatureを1|温度1|温度は1',
      zh: '文本生成|文本生成工具|生成工具|文本生成器|generate工具|文字生成工具|温度0*|温度 0*|温度为0*|温度设为0*|温度设成0*|温度调到0*|温度:0*|温度设0*|temperature设成0*|temperature设为0*|temperature为0*|temperature调到0*|temperature0*|生成温度|温度参数|temperature 设|temperature设|temperature 調|temperature 调|温度(temperature*|温度系数|温度值|温度1|温度设1|温度设为1',
    },
    units: {
      temperature: { en: 'temperature|temp', ja: '温度|temperature', zh: '温度|temperature' },
      maxTokens: {
        en: 'tokens|token|max tokens|maxtokens|max_tokens',
        ja: 'トークン|トークンまで|token|maxtokens',
        zh: 'token|tokens|个token|个tokens|词元|maxtokens|令牌',
      },
    },
    examples: {
      en: ['Generate a limerick about a cat, temperature 0.8', 'Text generation: a slogan for a bakery'],
      ja: ['テキスト生成でパン屋のキャッチコピー', 'generateで猫の詩を、temperature 0.8'],
      zh: ['用文本生成写一句面包店口号', 'generate 一首关于猫的诗，temperature 0.8'],
    },
  },
  examples: [
    { prompt: 'Describe a red bicycle in two sentences.' },
    { prompt: 'Explain HTTP 402 in one sentence.', system: 'Write for children.', maxTokens: 200, temperature: 0 },
  ],
  costCeiling: (input, settings) => ceilingOf(sources, input, settings),
  caps: { prompt: 2000, system: 400 },
  run: (input, ctx) => answerOf(sources, input, ctx),
});
