import { z } from 'zod';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import cohere from '../../src/providers/cohere.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import ollama from '../../src/providers/ollama.ts';
import vllm from '../../src/providers/vllm.ts';
import { answerFields, answerOf, ceilingOf, LLM_TIMEOUT_MS, maxTokensField, modelField, promptFields } from './_llm.ts';

const sources = { providers: [cohere, ollama, llamacpp, vllm], names: ['small', 'large'] };

export default defineTool({
  title: 'Language model for documents',
  description: 'Ask a language model that is made to answer from documents which stand in the prompt.',
  price: usd('0.002'),
  effect: 'read',
  category: 'llm',
  timeoutMs: LLM_TIMEOUT_MS,
  uses: sources.providers,
  input: z.object({
    ...promptFields,
    model: modelField(sources.names, 'small is quick, large more thorough'),
    maxTokens: maxTokensField(4000),
  }),
  output: z.object(answerFields),
  lexicon: {
    insteadOf: 'smart-llm',
    marks: {
      en: 'rag|rag model|retrieval-augmented|retrieval augmented|grounded model|document model|rag llm|grounded answer*|model for documents|document-grounded|document qa model|answer only from these documents|grounded in|retrieval…model|rag…model|grounded…model|document…model',
      ja: 'rag|rag用|ragモデル|検索拡張|文書回答モデル|rag用のモデル|検索拡張生成|文書向けモデル|資料回答モデル|根拠付きモデル|グラウンディング|検索拡張…モデル|rag…モデル|文書…モデル',
      zh: 'rag|rag模型|检索增强|文档问答模型|检索增强生成|基于文档的模型|文档模型|资料问答模型|rag大模型|检索增强…模型|rag…模型|文档…模型',
    },
    units: {
      maxTokens: {
        en: 'tokens|token|max tokens|maxtokens|max_tokens',
        ja: 'トークン|トークンまで|token|maxtokens',
        zh: 'token|tokens|个token|个tokens|词元|maxtokens|令牌',
      },
    },
    examples: {
      en: [
        'RAG model: from this text only, when do we open? Text: Open at nine.',
        'Let the retrieval-augmented model answer from my notes: we ship on Friday. When do we ship?',
      ],
      ja: ['RAG用のモデルで次の資料から答えて。資料:開館は九時。', 'RAGモデルで、この文書から休館日を答えて:月曜休館'],
      zh: ['用 RAG 模型根据资料回答。资料：周一闭馆。', '检索增强模型：只根据这段回答，“周五发货”，哪天发货'],
    },
  },
  examples: [
    { prompt: 'What is the capital of Japan?' },
    { prompt: 'Text: the office opens at nine.\n\nQuestion: when does the office open?', maxTokens: 100 },
  ],
  // The large model costs more than the price from the first token on: it needs a deposit.
  costCeiling: (input, settings) => ceilingOf(sources, input, settings),
  caps: { prompt: 12_000, system: 4000 },
  run: (input, ctx) => answerOf(sources, input, ctx),
});
