import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'embedding',
  takes: ['text'],
  verbs: `
    embed, embedding*, vectorise, vectorize, vector for, vectors for, vectors of, vector of, as vectors, into vectors
    vector representation*, embeddings for, embed these, vector embeddings, numeric vectors, sentence vectors
    semantic vectors, vectors
    埋め込み, エンベディング, ベクトル化, ベクトルに, ベクトルを, embedding, ベクトル表現, ベクトルで, 埋込み, ベクトル
    埋め込んで, 埋め込む, 埋めこみ, ベクター, ベクトルへ, べくとる化
    向量化, 嵌入, 生成向量, 转成向量, 向量表示, 做成向量, 算向量, 向量, 变成向量, 词向量, 文本向量, 求向量, 做嵌入
    嵌入向量, 转向量, 编码成向量, 矢量化, 矢量, 转成矢量
  `,
  hints: `
    compare, similarity, semantic, search queries, search query
    比較, 類似, 検索クエリ, 検索クエリ用
    比较, 相似, 语义, 检索词, 搜索词, 检索用
  `,
  values: {
    inputType: {
      query: `
        as query, as queries, query vectors, query embeddings, for queries, search queries, query type
        input type query, inputtype query, as a query, as search queries, query embedding, type query
        クエリ用, クエリとして, 検索クエリ, 質問用, queryとして, query用, クエリ
        作为查询, 查询用, 查询向量, 用于查询, 查询类型, query类型, 查询, 检索词
      `,
      document: `
        as documents, document vectors, document embeddings, as document, for documents, document type, type document
        文書用, ドキュメント用, 文書として, ドキュメントとして
        作为文档, 文档用, 文档向量, 文档类型
      `,
    },
    strategy: {
      fast: 'fast, quick, quickly, fastest, 高速, 速く, 素早く, 急ぎ, 快速, 尽快, 最快',
      cheap: 'cheap, cheapest, low cost, cheaply, 安く, 格安, 低コスト, 最安, 安価, 便宜, 省钱, 低成本, 最便宜',
      quality: 'best quality, high quality, highest quality, 高品質, 品質重視, 高质量, 质量优先',
    },
    pin: {
      voyage: 'voyage',
      cohere: 'cohere',
      jina: 'jina',
      openai: 'openai',
      gemini: 'gemini',
    },
  },
  units: {
    dimensions: 'dimensions, dimension, dimensional, -dimensional, dims, dim, d, 次元, 维, 维度',
  },
  examples: {
    en: ["Embeddings for 'cat' and 'dog'", "Vectorise 'red apple' and 'green pear' with 256 dimensions"],
    ja: ['「猫」と「犬」の埋め込みを作って', '「春」「秋」をベクトル化して'],
    zh: ['把“猫”和“狗”转成向量', '给“春天”“秋天”做嵌入'],
  },
};
