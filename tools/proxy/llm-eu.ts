import { z } from 'zod';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import mistral from '../../src/providers/mistral.ts';
import ollama from '../../src/providers/ollama.ts';
import vllm from '../../src/providers/vllm.ts';
import { answerFields, answerOf, ceilingOf, LLM_TIMEOUT_MS, maxTokensField, modelField, promptFields } from './_llm.ts';

const sources = { providers: [mistral, ollama, llamacpp, vllm], names: ['small', 'large', 'code'] };

export default defineTool({
  title: 'European language model',
  description: 'Ask a language model that is made and hosted in Europe, or on the operator’s own server.',
  price: usd('0.003'),
  effect: 'read',
  category: 'llm',
  timeoutMs: LLM_TIMEOUT_MS,
  uses: sources.providers,
  input: z.object({
    ...promptFields,
    model: modelField(sources.names, 'small is quick, large knows more, code writes programs'),
    maxTokens: maxTokensField(4000),
  }),
  output: z.object(answerFields),
  lexicon: {
    insteadOf: 'smart-llm',
    marks: {
      en: 'european model|european-hosted|european hosted|hosted in europe|eu model|eu-hosted|eu hosted|european llm|european language model|european ai|mistral|made in europe|eu-based model|european provider|gdpr-friendly model|europe-based model|model from europe|eu llm|hosted in the eu|gdpr-compliant model|stays in europe|stay in europe|stays in the eu|within the eu|eu servers|european servers|europe-hosted|european…model|europe…model|model…europe|model…european|eu…model|model…eu|european…llm|european…ai|gdpr…model',
      ja: 'ヨーロッパのモデル|欧州のモデル|欧州モデル|欧州製|ヨーロッパ製|euのモデル|欧州のllm|mistral|ミストラル|eu圏のモデル|欧州でホスト|ヨーロッパのllm|euでホスト|欧州のai|ヨーロッパのai|eu域内|ヨーロッパでホスト|gdpr対応のモデル|欧州ホスト|ヨーロッパ発の|欧州発の|eu圏内|ヨーロッパ…モデル|欧州…モデル|eu…モデル|モデル…欧州|モデル…ヨーロッパ|欧州…llm|ヨーロッパ…llm|欧州…ai|ヨーロッパ…ai',
      zh: '欧洲的模型|欧洲模型|欧洲大模型|欧盟的模型|欧盟模型|欧洲的大模型|mistral|欧洲托管|部署在欧洲|欧洲产的模型|欧洲的llm|欧洲ai|托管在欧洲|欧盟境内|欧洲服务器|欧盟托管|欧洲本土的模型|欧洲的ai|欧盟大模型|欧洲llm|欧洲…模型|欧盟…模型|模型…欧洲|模型…欧盟|欧洲…llm|欧洲…ai',
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
        code: {
          en: 'code model|coding model|code variant|(code)|model code|code version',
          ja: 'コード用|codeモデル|コードモデル',
          zh: '代码模型|编程模型|代码版|code模型',
        },
        large: {
          en: 'large model|large one|large variant|model large|(large)',
          ja: '大きいモデル|largeモデル|ラージ|large',
          zh: '大号|large',
        },
        small: {
          en: 'small model|small one|small variant|model small|(small)',
          ja: '小さいモデル|smallモデル|small',
          zh: '小号|小模型|small',
        },
      },
    },
    examples: {
      en: ['European model: write a cookie notice', 'Have the EU-hosted model name three baroque composers'],
      ja: ['ヨーロッパのモデルで挨拶文を書いて', '欧州のモデルに詩を書かせて'],
      zh: ['用欧洲的模型写一段隐私声明', '欧洲模型：列出三位巴洛克作曲家'],
    },
  },
  examples: [
    { prompt: 'What is the capital of France?' },
    { prompt: 'Explain HTTP 402 in one sentence.', model: 'large', maxTokens: 200 },
  ],
  costCeiling: (input, settings) => ceilingOf(sources, input, settings),
  caps: { prompt: 5000, system: 900 },
  run: (input, ctx) => answerOf(sources, input, ctx),
});
