import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';
import { modelVariant } from './_llm-words.ts';

export const lexicon: Lexicon = {
  ...modelVariant,
  marks: `
    fast model, fastest model, quick model, quickest model, fast llm, fast language model, speedy model
    lightning-fast model, high-speed model, low-latency model, fast ai, quick llm, fastest llm, fast…model
    fastest…model, quick…model, quickest…model, fast…llm
    高速モデル, 高速なモデル, 速いモデル, 最速のモデル, 最速モデル, 速度重視のモデル, 高速llm, 高速なllm, 速いllm
    一番速いモデル, いちばん速いモデル, 素早いモデル, 高速なai, 爆速モデル, 低遅延のモデル, スピード重視のモデル
    高速…モデル, 速い…モデル, 最速…モデル, 早い…モデル, 素早い…モデル, 高速…llm
    最快的模型, 快速模型, 快速大模型, 高速模型, 速度最快的模型, 快模型, 快速的模型, 快速llm, 极速模型, 最快的大模型
    低延迟模型, 快速语言模型, 速度快的模型, 反应快的模型, 极速大模型, 最快…模型, 快速…模型, 高速…模型, 快的模型
    极速…模型
  `,
  values: {
    model: {
      large: 'large, larger, bigger, 大きい方, 大号',
    },
  },
  examples: {
    en: ['Ask the fast model for a rhyme with orange', 'Fast LLM: define entropy in one line'],
    ja: ['高速モデルで語呂合わせを作って', '最速のモデルに俳句を一つ頼んで'],
    zh: ['用最快的模型写一句口号', '快速模型：解释一下熵'],
  },
};
