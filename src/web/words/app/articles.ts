import { defineWords } from '../pick.ts';

export const articleWords = defineWords({
  intro: [
    'What you have published, as machines and readers find it: in each language, with its questions and answers.',
    '公開した記事を、読者や AI が見る形で：各言語の本文とよくある質問。',
    '您已发布的内容在各语言中的样子，附问答。',
  ],
  nonePublic: [
    'Nothing is public yet. Publish a release, and it appears here.',
    'まだ公開された記事はありません。リリースを公開するとここに表示されます。',
    '尚无公开文章。发布新闻稿后会显示在此。',
  ],
  toReleases: ['To the releases', 'リリースへ', '前往新闻稿'],
  languages: ['Languages', '言語', '语言'],
  feeds: ['Public feed of your company', '会社の公開フィード', '公司的公开信息流'],
  allFeed: ['Feed of everybody', '全体のフィード', '全站信息流'],
  public: ['Public at', '公開先', '公开地址'],
  original: ['original', '原文', '原文'],
  missing: ['not translated', '未翻訳', '未翻译'],
  stale: ['older than the original', '原文より古い', '落后于原文'],
  done: ['translated', '翻訳済み', '已翻译'],
  summary: ['Summary', '要約', '摘要'],
  faq: ['Questions and answers', 'よくある質問', '问答'],
  noFaq: ['No questions in this language.', 'この言語の質問はありません。', '此语言暂无问答。'],
  translate: ['Translate what is missing', '未翻訳の言語を翻訳', '翻译缺失语言'],
  translating: ['It is being translated …', '翻訳しています…', '正在翻译…'],
  again: ['Translate anew', '翻訳し直す', '重新翻译'],
  checks: ['Checked by rule', '自動チェック', '规则检查'],
  numbers: ['numbers', '数値', '数字'],
  addresses: ['addresses', 'URL', '网址'],
  lost: ['lost: {terms}', '失われた語：{terms}', '丢失：{terms}'],
  refused: ['Not kept: {why}', '保存しませんでした：{why}', '未保存：{why}'],
  glossary: [
    'How names are written elsewhere, one a line: コトバ = Kotoba',
    '固有名の訳語（1 行に 1 つ）：コトバ = Kotoba',
    '专名译法，每行一条：コトバ = Kotoba',
  ],
  translatedBy: ['Translated by {engine}', '翻訳：{engine}', '翻译：{engine}'],
});
export type ArticleWord = keyof (typeof articleWords)['en'];
