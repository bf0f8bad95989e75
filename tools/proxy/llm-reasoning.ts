import { z } from 'zod';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import deepseek from '../../src/providers/deepseek.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import ollama from '../../src/providers/ollama.ts';
import vllm from '../../src/providers/vllm.ts';
import { answerFields, answerOf, ceilingOf, LLM_TIMEOUT_MS, maxTokensField, modelField, promptFields } from './_llm.ts';

const sources = { providers: [deepseek, ollama, llamacpp, vllm], names: ['reasoner', 'chat'] };

export default defineTool({
  title: 'Reasoning language model',
  description: 'Ask a language model that thinks before it answers.',
  price: usd('0.003'),
  effect: 'read',
  category: 'llm',
  timeoutMs: LLM_TIMEOUT_MS,
  uses: sources.providers,
  input: z.object({
    ...promptFields,
    maxTokens: maxTokensField(4000),
    model: modelField(sources.names, 'reasoner thinks first, chat answers at once'),
  }),
  output: z.object(answerFields),
  lexicon: {
    insteadOf: 'smart-llm',
    marks: {
      en: 'reasoning model|reasoning llm|reasoner|thinking model|deep reasoning|step-by-step reasoning|reasoning ai|deepseek|chain-of-thought model|logic model|model that reasons|model that can reason|model that thinks|reasoning…model|model…reasoning|model…reason|thinking…model|logic…model',
      ja: '推論モデル|推論型モデル|推論型の|思考モデル|リーズニングモデル|推論llm|推論ai|推論に強いモデル|deepseek|推論用モデル|推論系モデル|じっくり考えるモデル|論理推論モデル|推論のモデル|推論専用|推論…モデル|思考…モデル|論理…モデル',
      zh: '推理模型|推理大模型|思考模型|深度推理|推理型模型|推理llm|deepseek|会推理的模型|推理能力强的模型|逻辑推理模型|推理专用模型|擅长推理的模型|推理ai|推理…模型|思考…模型|逻辑…模型',
    },
    units: {
      maxTokens: {
        en: 'tokens|token|max tokens|maxtokens|max_tokens',
        ja: 'トークン|トークンまで|token|maxtokens',
        zh: 'token|tokens|个token|个tokens|词元|maxtokens|令牌',
      },
    },
    examples: {
      en: ['Reasoning model: is 391 prime?', 'Let the reasoning model solve this riddle about three boxes'],
      ja: ['推論モデルで円周率の証明を考えて', '推論モデルに論理パズルを解かせて'],
      zh: ['用推理模型证明勾股定理', '推理模型，鸡兔同笼怎么解'],
    },
  },
  examples: [
    { prompt: 'What is the capital of France?' },
    { prompt: 'Explain HTTP 402 in one sentence.', model: 'chat', maxTokens: 200 },
  ],
  costCeiling: (input, settings) => ceilingOf(sources, input, settings),
  // The tightest of all: thinking is paid like the answer, and twice as much in Beijing's working hours.
  caps: { prompt: 1000, system: 300 },
  run: (input, ctx) => answerOf(sources, input, ctx),
});
