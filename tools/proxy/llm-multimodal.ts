import { z } from 'zod';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import gemini from '../../src/providers/gemini.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import ollama from '../../src/providers/ollama.ts';
import vllm from '../../src/providers/vllm.ts';
import { answerFields, answerOf, ceilingOf, LLM_TIMEOUT_MS, maxTokensField, modelField, promptFields } from './_llm.ts';

const sources = { providers: [gemini, ollama, llamacpp, vllm], names: ['small', 'medium', 'large'] };

export default defineTool({
  title: 'Multimodal language model',
  description: 'Ask a model of a family that reads text and pictures; the tool vision shows it pictures.',
  price: usd('0.002'),
  effect: 'read',
  category: 'llm',
  timeoutMs: LLM_TIMEOUT_MS,
  uses: sources.providers,
  input: z.object({
    ...promptFields,
    model: modelField(sources.names, 'small is quickest, large knows most'),
    maxTokens: maxTokensField(4000),
  }),
  output: z.object(answerFields),
  lexicon: {
    insteadOf: 'smart-llm',
    marks: {
      en: 'multimodal|multi-modal|multimodal model|multimodal llm|gemini|omni model|multimodal…model|multi-modal…model',
      ja: 'マルチモーダル|マルチモーダルモデル|gemini|多モーダル|ジェミニ|マルチモーダル…モデル',
      zh: '多模态|多模态模型|多模态大模型|gemini|多模式模型|多模态…模型',
    },
    units: {
      maxTokens: {
        en: 'tokens|token|max tokens|maxtokens|max_tokens',
        ja: 'トークン|トークンまで|token|maxtokens',
        zh: 'token|tokens|个token|个tokens|词元|maxtokens|令牌',
      },
    },
    values: {
      model: {
        small: { en: 'small model|small one|smallest', ja: '小さい|small', zh: '小号|small' },
        large: { en: 'large model|large one|largest', ja: '大きい|large', zh: '大号|large' },
      },
    },
    examples: {
      en: ['Multimodal model: explain rainbows', 'Ask the multimodal LLM what sonar is'],
      ja: ['マルチモーダルモデルで虹を説明して', 'マルチモーダルのモデルにソナーとは何か聞いて'],
      zh: ['用多模态模型解释彩虹', '多模态大模型：什么是声呐'],
    },
  },
  examples: [
    { prompt: 'What is the capital of Japan?' },
    { prompt: 'Explain HTTP 402 in one sentence.', system: 'Answer in one short sentence.', model: 'medium' },
  ],
  costCeiling: (input, settings) => ceilingOf(sources, input, settings),
  caps: { prompt: 5000, system: 900 },
  run: (input, ctx) => answerOf(sources, input, ctx),
});
