import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'news',
  isVariant: true,
  textAt: 'articles',
  marks: `
    news feed, newsfeed, feed of news, the news feed tool
    ニュースフィード, ニュース・フィード, newsフィード
    新闻源, 新闻流, 新闻订阅, 新闻feed, 资讯流
  `,
  examples: {
    en: ['News feed: sports headlines for the UK', 'Use the news feed to search for fusion power'],
    ja: ['ニュースフィードでアメリカの見出し', 'ニュースフィードで選挙を検索'],
    zh: ['用新闻源看美国头条', 'news-feed 搜索芯片'],
  },
};
