import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';
import { modelVariant } from './_llm-words.ts';

export const lexicon: Lexicon = {
  ...modelVariant,
  marks: `
    multimodal, multi-modal, multimodal model, multimodal llm, gemini, omni model, multimodal…model, multi-modal…model
    マルチモーダル, マルチモーダルモデル, 多モーダル, ジェミニ, マルチモーダル…モデル
    多模态, 多模态模型, 多模态大模型, 多模式模型, 多模态…模型
  `,
  values: {
    model: {
      small: 'small model, small one, smallest, 小さい, small, 小号',
      large: 'large model, large one, largest, 大きい, large, 大号',
    },
  },
  examples: {
    en: ['Multimodal model: explain rainbows', 'Ask the multimodal LLM what sonar is'],
    ja: ['マルチモーダルモデルで虹を説明して', 'マルチモーダルのモデルにソナーとは何か聞いて'],
    zh: ['用多模态模型解释彩虹', '多模态大模型：什么是声呐'],
  },
};
