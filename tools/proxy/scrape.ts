import { z } from 'zod';
import { UpstreamFailure } from '../../src/kernel/failure.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import '../../src/providers/page/reader.ts';
import { fetchPage } from '../../src/providers/web.ts';

const CONTENT_CHARS_MAX = 200_000;

export default defineTool({
  description: 'Read one public web page as text, Markdown or HTML, or just the parts a CSS selector names.',
  effect: 'read',
  category: 'scrape',
  input: z.object({
    url: z.string().min(1).max(4096).describe('Address of the page, http or https'),
    selector: z.string().min(1).max(500).optional().describe('CSS selector; only the elements it names are returned'),
    format: z.enum(['text', 'html', 'markdown']).default('text').describe('Form of the content'),
  }),
  output: z.object({
    url: z.string(),
    finalUrl: z.string().describe('Address after redirects'),
    title: z.string().nullable(),
    content: z.string(),
    format: z.enum(['text', 'html', 'markdown']),
    contentType: z.string().describe('Media type of the page'),
    bytes: z.number().int().describe('Bytes of the page that were read'),
    truncated: z.boolean().describe('The page or its content is longer than what was returned'),
  }),
  lexicon: {
    marks: {
      en: 'css selector|selector|scrape tool|matching the selector|css class|css path|html element',
      ja: 'cssセレクタ*|セレクタ*|css選択|scrapeツール|要素だけ',
      zh: 'css选择器|选择器|css选择符|scrape工具',
    },
    verbs: { en: 'scrape|scraping|scrap the', ja: 'スクレイプ|スクレイピング', zh: '抓取元素' },
    values: {
      format: {
        html: { en: 'html', ja: 'html', zh: 'html' },
        markdown: { en: 'markdown|md format', ja: 'markdown|マークダウン', zh: 'markdown|md格式' },
        text: { en: 'plain text|as text|text only', ja: 'テキスト|プレーンテキスト', zh: '纯文本|文本格式|文本' },
      },
    },
    examples: {
      en: ['Scrape h1.title from https://example.com/a', 'Get the CSS selector #price on https://example.com/b'],
      ja: ['https://example.com/a の div.main をスクレイプして', 'CSSセレクタ .price で https://example.com/b を取得'],
      zh: ['用 CSS 选择器 .price 抓取 https://example.com/b', '抓 https://example.com/a 里的 div.main'],
    },
  },
  examples: [
    { url: 'https://example.com/' },
    { url: 'https://example.com/news', selector: 'article', format: 'markdown' },
  ],
  async run({ url, selector, format }, ctx) {
    const page = await fetchPage(url, ctx);
    const { text, contentType, finalUrl, bytes } = page;
    const job = { text, contentType, finalUrl, format, charsMax: CONTENT_CHARS_MAX };
    const read = await ctx.services.pages.read(selector === undefined ? job : { ...job, selector }, ctx.signal);
    if (read.content === '') {
      throw new UpstreamFailure('empty', 'web', {
        message: 'The page holds no text; scripts may draw it. Nothing was charged.',
      });
    }
    const truncated = page.truncated || read.cut;
    return { url: page.url, finalUrl, title: read.title, content: read.content, format, contentType, bytes, truncated };
  },
});
