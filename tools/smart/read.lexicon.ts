import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'reading',
  takes: ['page'],
  textAt: 'content',
  isGeneral: true,
  verbs: `
    read the page, read this page, read this article, read the article, open the page, fetch the page
    what does this page say, what does the page say, what's on this page, what is this page about, what does it say
    contents of, content of, read, open, fetch, what's on, full text of, get the text, main text, text of the page
    go to, visit, pull up, load, take a look at, check out, have a look at, what does, what is on, show me what's on
    get me the text, retrieve, article text, body text, grab the text, look at, view, what's it say
    what does it say on, what's written on, what's written at, what does the site say, what's this page, what is in
    what's in, skim, peek at, fetch me, bring me the text
    を読んで, 読んで, 読み込んで, 開いて, ページの内容, 何が書いて, 本文, 中身を, を見て, 内容を教え, 全文, 読み取って
    取得して, 何て書いて, なんて書いて, 書いてある, ページを読, 記事を読, 読みたい, 内容を知, 内容は, 目を通して
    の内容, 確認して, 内容を確認, 閲覧
    读一下, 读取, 打开, 看看, 看一下, 正文, 讲了什么, 写了什么, 写的什么, 说了什么, 内容是, 网页内容, 抓正文, 读一读
    阅读, 获取内容, 帮我读, 讲的是什么, 说的啥, 讲了啥, 写了啥, 浏览, 内容, 看下, 讲什么, 说什么, 抓取网页, 读下, 瞧瞧
    里面写, 读读, 抓一下, 抓取
  `,
  nouns: `
    page, pages, article, site, website, webpage, web page, post, link
    ページ, 記事, サイト, リンク, ブログ, ウェブページ
    网页, 页面, 文章, 网站, 链接, 网址, 帖子
  `,
  values: {
    strategy: {
      thorough: `
        thorough, thoroughly, carefully, both readers, most complete, complete text, strategy thorough, in full
        nothing missing, completely
        徹底的, じっくり, 漏れなく, 丁寧に, しっかり, 念入り, もれなく, 徹底
        彻底, 完整, 仔细, 全面, 不要遗漏, 尽量完整, 认真, 完完整整
      `,
      fast: 'strategy fast, quickly, quick read, 素早く, さっと, 手早く, 快速, 尽快',
    },
  },
  examples: {
    en: ['Read https://example.com/post', 'What does the page at https://example.com/a say?'],
    ja: ['https://example.com/post を読んで', 'https://example.com/a の内容を教えて'],
    zh: ['读一下 https://example.com/post', 'https://example.com/a 写了什么'],
  },
};
