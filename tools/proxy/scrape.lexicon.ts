import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'selection',
  takes: ['page'],
  textAt: 'content',
  marks: `
    css selector, selector, scrape tool, matching the selector, css class, css path, html element
    cssセレクタ*, セレクタ*, css選択, scrapeツール, 要素だけ
    css选择器, 选择器, css选择符, scrape工具
  `,
  verbs: 'scrape, scraping, scrap the, スクレイプ, スクレイピング, 抓取元素',
  values: {
    format: {
      html: 'html',
      markdown: 'markdown, md format, マークダウン, md格式',
      text: 'plain text, as text, text only, テキスト, プレーンテキスト, 纯文本, 文本格式, 文本',
    },
  },
  examples: {
    en: ['Scrape h1.title from https://example.com/a', 'Get the CSS selector #price on https://example.com/b'],
    ja: ['https://example.com/a の div.main をスクレイプして', 'CSSセレクタ .price で https://example.com/b を取得'],
    zh: ['用 CSS 选择器 .price 抓取 https://example.com/b', '抓 https://example.com/a 里的 div.main'],
  },
};
