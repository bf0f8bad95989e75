import { z } from 'zod';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import groq from '../../src/providers/groq.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import ollama from '../../src/providers/ollama.ts';
import vllm from '../../src/providers/vllm.ts';
import { answerFields, answerOf, ceilingOf, LLM_TIMEOUT_MS, maxTokensField, modelField, promptFields } from './_llm.ts';

const sources = { providers: [groq, ollama, llamacpp, vllm], names: ['fast', 'large'] };

export default defineTool({
  title: 'Fast language model',
  description: 'Ask a small, very fast language model.',
  price: usd('0.002'),
  effect: 'read',
  category: 'llm',
  timeoutMs: LLM_TIMEOUT_MS,
  uses: sources.providers,
  input: z.object({
    ...promptFields,
    model: modelField(sources.names, 'fast answers quickest, large knows more'),
    maxTokens: maxTokensField(8192),
  }),
  output: z.object(answerFields),
  lexicon: {
    insteadOf: 'smart-llm',
    marks: {
      en: 'fast model|fastest model|quick model|quickest model|fast llm|fast language model|speedy model|lightning-fast model|high-speed model|low-latency model|fast ai|quick llm|fastest llm|fast…model|fastest…model|quick…model|quickest…model|fast…llm',
      ja: '高速モデル|高速なモデル|速いモデル|最速のモデル|最速モデル|速度重視のモデル|高速llm|高速なllm|速いllm|一番速いモデル|いちばん速いモデル|素早いモデル|高速なai|爆速モデル|低遅延のモデル|スピード重視のモデル|高速…モデル|速い…モデル|最速…モデル|早い…モデル|素早い…モデル|高速…llm',
      zh: '最快的模型|快速模型|快速大模型|高速模型|速度最快的模型|快模型|快速的模型|快速llm|极速模型|最快的大模型|低延迟模型|快速语言模型|速度快的模型|反应快的模型|极速大模型|最快…模型|快速…模型|高速…模型|快的模型|极速…模型',
    },
    units: {
      maxTokens: {
        en: 'tokens|token|max tokens|maxtokens|max_tokens',
        ja: 'トークン|トークンまで|token|maxtokens',
        zh: 'token|tokens|个token|个tokens|词元|maxtokens|令牌',
      },
    },
    values: { model: { large: { en: 'large|larger|bigger', ja: '大きい方|large', zh: 'large|大号' } } },
    examples: {
      en: ['Ask the fast model for a rhyme with orange', 'Fast LLM: define entropy in one line'],
      ja: ['高速モデルで語呂合わせを作って', '最速のモデルに俳句を一つ頼んで'],
      zh: ['用最快的模型写一句口号', '快速模型：解释一下熵'],
    },
  },
  examples: [
    { prompt: 'What is the capital of Japan?' },
    { prompt: 'Explain HTTP 402 in one sentence.', system: 'Answer like a patient teacher.', maxTokens: 200 },
  ],
  costCeiling: (input, settings) => ceilingOf(sources, input, settings),
  caps: { prompt: 6000, system: 2000 },
  run: (input, ctx) => answerOf(sources, input, ctx),
});
