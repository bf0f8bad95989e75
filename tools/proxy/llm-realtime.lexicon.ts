import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';
import { modelVariant } from './_llm-words.ts';

export const lexicon: Lexicon = {
  ...modelVariant,
  marks: `
    real-time model, realtime model, real time model, live model, real-time llm, realtime llm, model with live
    live information, up-to-the-minute model, grok, live-data model, real-time ai, realtime ai, live web model
    live-search model, live llm, model with real-time, model with current information, real-time…model, realtime…model
    live…model, model…real time, model…real-time, model…live, up-to-date…model, current…model, real time…model
    リアルタイムモデル, リアルタイムのモデル, リアルタイムllm, リアルタイムai, ライブ情報, リアルタイムな情報を持つ
    リアルタイム情報のモデル, 最新情報を見られるモデル, リアルタイムで情報, リアルタイムのai, 即時情報のモデル
    リアルタイム型, ライブ検索できるモデル, リアルタイム対応のモデル, リアルタイム検索モデル, リアルタイム…モデル
    最新…モデル, ライブ…モデル, リアルタイム…ai
    real-time 模型, realtime 模型, real-time模型, 实时模型, 实时大模型, 联网模型, 实时信息模型, 实时llm, 能联网的模型
    实时ai, 联网大模型, 带实时信息的, 可联网的模型, 实时语言模型, 实时资讯模型, 实时联网, 能看到最新消息的模型
    实时…模型, 联网…模型, 最新…模型, 实时…ai, 即时…模型
  `,
  examples: {
    en: ['Ask the real-time model who is leading the race', 'Realtime LLM: what is trending in Madrid?'],
    ja: ['リアルタイムモデルに今の首都高の様子を聞いて', 'リアルタイムのモデルで話題を調べて'],
    zh: ['用实时模型问问现在的赛况', '实时大模型：现在大家在聊什么'],
  },
};
