import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';
import { modelVariant } from './_llm-words.ts';

export const lexicon: Lexicon = {
  ...modelVariant,
  marks: `
    reasoning model, reasoning llm, reasoner, thinking model, deep reasoning, step-by-step reasoning, reasoning ai
    deepseek, chain-of-thought model, logic model, model that reasons, model that can reason, model that thinks
    reasoning…model, model…reasoning, model…reason, thinking…model, logic…model
    推論モデル, 推論型モデル, 推論型の, 思考モデル, リーズニングモデル, 推論llm, 推論ai, 推論に強いモデル, 推論用モデル
    推論系モデル, じっくり考えるモデル, 論理推論モデル, 推論のモデル, 推論専用, 推論…モデル, 思考…モデル, 論理…モデル
    推理模型, 推理大模型, 思考模型, 深度推理, 推理型模型, 推理llm, 会推理的模型, 推理能力强的模型, 逻辑推理模型
    推理专用模型, 擅长推理的模型, 推理ai, 推理…模型, 思考…模型, 逻辑…模型
  `,
  examples: {
    en: ['Reasoning model: is 391 prime?', 'Let the reasoning model solve this riddle about three boxes'],
    ja: ['推論モデルで円周率の証明を考えて', '推論モデルに論理パズルを解かせて'],
    zh: ['用推理模型证明勾股定理', '推理模型，鸡兔同笼怎么解'],
  },
};
