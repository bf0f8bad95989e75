import { z } from 'zod';
import { firstConfigured } from '../../src/kernel/chain.ts';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import tavily from '../../src/providers/tavily.ts';

const providers = [tavily];

export default defineTool({
  title: 'AI search',
  description: 'Search the web: pages with what they say, and a short answer drawn from them.',
  price: usd('0.002'),
  effect: 'read',
  category: 'search',
  uses: providers,
  // No cache: search engines reserve the storing of their results.
  input: z.object({
    query: z.string().trim().min(1).max(400).describe('What to search for, in plain words'),
    searchDepth: z.enum(['basic', 'advanced']).default('basic').describe('advanced reads the pages more closely'),
    maxResults: z.number().int().min(1).max(10).default(5).describe('How many pages to return at most'),
    includeAnswer: z.boolean().default(true).describe('Also answer the query in a few sentences'),
  }),
  output: z.object({
    query: z.string().describe('The query as it was searched'),
    answer: z.string().optional().describe('Short answer, drawn from the pages'),
    results: z
      .array(
        z.object({
          title: z.string(),
          url: z.string(),
          snippet: z.string().describe('The part of the page that fits the query'),
          publishedAt: z.string().optional().describe('As the page states it'),
        }),
      )
      .describe('Best match first'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  lexicon: {
    insteadOf: 'smart-search',
    marks: {
      en: 'ai search|ai-powered search|ai web search|search with ai|search using ai|tavily|ai searcher|ai-search|advanced depth|basic depth|search depth|ai search engine|ai based search|ai-based search|ai-driven search|depth advanced|depth basic',
      ja: 'ai検索|aiサーチ|aiで検索|ai検索エンジン|aiの検索|検索深度|深度advanced|ai search',
      zh: 'ai 搜寻|ai 检索|ai搜索|ai检索|智能搜索引擎|人工智能搜索|ai搜|ai 搜索|搜索深度|用ai查|ai搜寻',
    },
    values: {
      searchDepth: {
        advanced: {
          en: 'advanced|deep|in depth|in-depth|thorough|thoroughly|deeper',
          ja: 'advanced|アドバンスト|深く|詳しく|詳しい|詳しめ|高度|じっくり|深度は高|徹底|詳細',
          zh: 'advanced|深度|深入|高级|详细|进阶|深一点',
        },
        basic: { en: 'basic|shallow|quick', ja: 'basic|ベーシック|簡単に|基本', zh: 'basic|基本|基础|简单' },
      },
      includeAnswer: {
        false: {
          en: "no answer|no generated answer|without generated answer|no ai-generated answer|without an answer|without answer|without the answer|skip the answer|no ai answer|no summary answer|don't include the answer|don't include an answer|links only|results only|no need for an answer|leave out the answer|only the results|only results|only links|without a generated answer",
          ja: '回答なし|回答は不要|回答はいらない|答えは不要|答えはいらない|回答不要|要約回答は不要|リンクだけ|結果だけ|回答抜き|答えなし|回答文は不要|回答は付けない|回答は省いて|回答はなし|回答を付けず|答えは付けず|要約なしで|回答いらない|答えいらない',
          zh: '不要答案|不用答案|不需要答案|不带答案|无需答案|只要链接|只要结果|不要回答|不用回答|不包含答案|不要附答案|不要附带答案|不附带答案|不附答案|别附答案|不要带答案|不要生成答案|不生成答案|去掉答案|答案不要|省略答案|不要总结答案|不要ai回答',
        },
        true: {
          en: 'answer|answers|generated answer|include its answer|include the answer|include an answer|with an answer|with its answer|with the answer',
          ja: '回答|回答文|答え|回答も|回答付き|答えも|回答つき',
          zh: '答案|回答|包含答案|附上答案|带答案|要答案|附带答案',
        },
      },
    },
    units: {
      maxResults: {
        en: 'of them|of those|results|hits|pages|sources|max results|maxresults|links',
        ja: '件|個|つ|サイト|ページ',
        zh: '条|个结果|项|条结果|个来源|个|笔',
      },
    },
    examples: {
      en: ['AI search: how do tides work, advanced depth', 'Use AI search to find what fusion startups exist'],
      ja: ['AI検索で半導体補助金を調べて', 'AIサーチで電気自動車の航続距離を5件'],
      zh: ['用AI搜索查一下固态电池量产时间', 'AI搜索：可控核聚变进展'],
    },
  },
  examples: [
    { query: 'What is the Model Context Protocol?' },
    { query: '東京 観光', maxResults: 3, includeAnswer: false },
  ],
  // On the free plan a credit costs nothing, and when the plan is used up the calls are refunded. With the price of a
  // paid credit in TAVILY_CREDIT_USD a dearer search asks for a deposit first.
  costCeiling: ({ searchDepth }, settings) => tavily.ceiling(searchDepth, settings?.('tavily') ?? null),
  async run({ query, searchDepth, maxResults, includeAnswer }, ctx) {
    const provider = firstConfigured(providers, ctx);
    const found = await provider.search({ query, depth: searchDepth, maxResults, includeAnswer }, ctx);
    return { query, ...found, sourceUsed: provider.id };
  },
});
