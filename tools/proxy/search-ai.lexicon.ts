import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'search',
  isVariant: true,
  textAt: 'results',
  marks: `
    ai search, ai-powered search, ai web search, search with ai, search using ai, tavily, ai searcher, ai-search
    advanced depth, basic depth, search depth, ai search engine, ai based search, ai-based search, ai-driven search
    depth advanced, depth basic
    ai検索, aiサーチ, aiで検索, ai検索エンジン, aiの検索, 検索深度, 深度advanced
    ai 搜寻, ai 检索, ai搜索, ai检索, 智能搜索引擎, 人工智能搜索, ai搜, ai 搜索, 搜索深度, 用ai查, ai搜寻
  `,
  values: {
    searchDepth: {
      advanced: `
        advanced, deep, in depth, in-depth, thorough, thoroughly, deeper
        アドバンスト, 深く, 詳しく, 詳しい, 詳しめ, 高度, じっくり, 深度は高, 徹底, 詳細
        深度, 深入, 高级, 详细, 进阶, 深一点
      `,
      basic: 'basic, shallow, quick, ベーシック, 簡単に, 基本, 基础, 简单',
    },
    includeAnswer: {
      false: `
        no answer, no generated answer, without generated answer, no ai-generated answer, without an answer
        without answer, without the answer, skip the answer, no ai answer, no summary answer, don't include the answer
        don't include an answer, links only, results only, no need for an answer, leave out the answer
        only the results, only results, only links, without a generated answer
        回答なし, 回答は不要, 回答はいらない, 答えは不要, 答えはいらない, 回答不要, 要約回答は不要, リンクだけ
        結果だけ, 回答抜き, 答えなし, 回答文は不要, 回答は付けない, 回答は省いて, 回答はなし, 回答を付けず
        答えは付けず, 要約なしで, 回答いらない, 答えいらない
        不要答案, 不用答案, 不需要答案, 不带答案, 无需答案, 只要链接, 只要结果, 不要回答, 不用回答, 不包含答案
        不要附答案, 不要附带答案, 不附带答案, 不附答案, 别附答案, 不要带答案, 不要生成答案, 不生成答案, 去掉答案
        答案不要, 省略答案, 不要总结答案, 不要ai回答
      `,
      true: `
        answer, answers, generated answer, include its answer, include the answer, include an answer, with an answer
        with its answer, with the answer
        回答, 回答文, 答え, 回答も, 回答付き, 答えも, 回答つき
        答案, 包含答案, 附上答案, 带答案, 要答案, 附带答案
      `,
    },
  },
  units: {
    maxResults: `
      of them, of those, results, hits, pages, sources, max results, maxresults, links
      件, 個, つ, サイト, ページ
      条, 个结果, 项, 条结果, 个来源, 个, 笔
    `,
  },
  examples: {
    en: ['AI search: how do tides work, advanced depth', 'Use AI search to find what fusion startups exist'],
    ja: ['AI検索で半導体補助金を調べて', 'AIサーチで電気自動車の航続距離を5件'],
    zh: ['用AI搜索查一下固态电池量产时间', 'AI搜索：可控核聚变进展'],
  },
};
