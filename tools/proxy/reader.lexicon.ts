import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'reading',
  isVariant: true,
  textAt: 'content',
  marks: `
    reader tool, page reader, the reader, jina reader, reader service, reader mode, using reader, with reader
    リーダー機能, リーダーツール, ページリーダー, readerツール, リーダーで, リーダーを使
    阅读器, reader工具, 页面阅读器, 网页阅读器
  `,
  values: {
    format: {
      html: 'html',
      json: 'json',
      markdown: 'markdown, マークダウン',
    },
  },
  examples: {
    en: ['Use the reader on https://example.com/a', 'reader: https://example.com/b as html'],
    ja: ['readerで https://example.com/a を開いて', 'リーダーツールで https://example.com/b を読んで'],
    zh: ['用 reader 读 https://example.com/a', '用阅读器打开 https://example.com/b'],
  },
};
