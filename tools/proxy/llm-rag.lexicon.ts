import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';
import { modelVariant } from './_llm-words.ts';

export const lexicon: Lexicon = {
  ...modelVariant,
  marks: `
    rag, rag model, retrieval-augmented, retrieval augmented, grounded model, document model, rag llm, grounded answer*
    model for documents, document-grounded, document qa model, answer only from these documents, grounded in
    retrieval…model, rag…model, grounded…model, document…model
    rag用, ragモデル, 検索拡張, 文書回答モデル, rag用のモデル, 検索拡張生成, 文書向けモデル, 資料回答モデル
    根拠付きモデル, グラウンディング, 検索拡張…モデル, rag…モデル, 文書…モデル
    rag模型, 检索增强, 文档问答模型, 检索增强生成, 基于文档的模型, 文档模型, 资料问答模型, rag大模型, 检索增强…模型
    rag…模型, 文档…模型
  `,
  examples: {
    en: [
      'RAG model: from this text only, when do we open? Text: Open at nine.',
      'Let the retrieval-augmented model answer from my notes: we ship on Friday. When do we ship?',
    ],
    ja: ['RAG用のモデルで次の資料から答えて。資料:開館は九時。', 'RAGモデルで、この文書から休館日を答えて:月曜休館'],
    zh: ['用 RAG 模型根据资料回答。资料：周一闭馆。', '检索增强模型：只根据这段回答，“周五发货”，哪天发货'],
  },
};
