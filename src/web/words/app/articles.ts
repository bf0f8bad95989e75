import { defineWords } from '../pick.ts';

export const articleWords = defineWords({
  intro: [
    'Your published articles as readers and AI assistants see them, in every language, with FAQs.',
    '公開した記事を、読者やAIに見える形で確認できます（各言語の本文とよくある質問）。',
    '查看您已发布的文章在读者和 AI 眼中的样子，包括各语言正文和常见问题。',
  ],
  nonePublic: [
    'No published articles yet. Publish a release to see it here.',
    '公開した記事はまだありません。リリースを公開すると、ここに表示されます。',
    '还没有已发布的文章。发布新闻稿后会显示在这里。',
  ],
  toReleases: ['Go to releases', 'リリースを見る', '前往新闻稿'],
  languages: ['Languages', '言語', '语言'],
  feeds: ['Public feed of your company', '会社の公開フィード', '公司公开信息流'],
  allFeed: ['Feed of all companies', '全社のフィード', '全站信息流'],
  public: ['Public URL', '公開URL', '公开网址'],
  original: ['Original', '原文', '原文'],
  missing: ['Not translated', '未翻訳', '未翻译'],
  stale: ['Outdated', '原文が更新されています', '原文已更新'],
  done: ['Translated', '翻訳済み', '已翻译'],
  summary: ['Summary', '要約', '摘要'],
  faq: ['FAQ', 'よくある質問', '常见问题'],
  noFaq: ['No FAQ in this language.', 'この言語のよくある質問はありません。', '此语言暂无常见问题。'],
  translate: ['Translate missing languages', '未翻訳の言語を翻訳', '翻译缺少的语言'],
  translating: ['Translating…', '翻訳しています…', '正在翻译…'],
  again: ['Translate again', '翻訳し直す', '重新翻译'],
  checks: ['Automated checks', '自動チェック', '自动检查'],
  numbers: ['numbers', '数値', '数字'],
  addresses: ['URLs', 'URL', '网址'],
  lost: ['missing: {terms}', '抜けている語：{terms}', '缺失：{terms}'],
  refused: ['Not saved: {why}', '保存できませんでした：{why}', '未保存：{why}'],
  glossary: [
    'Glossary, one entry per line: コトバ = Kotoba',
    '用語集（1行に1件）：コトバ = Kotoba',
    '术语表，每行一条：コトバ = Kotoba',
  ],
  translatedBy: ['Translated by {engine}', '翻訳：{engine}', '翻译：{engine}'],
});
export type ArticleWord = keyof (typeof articleWords)['en'];
