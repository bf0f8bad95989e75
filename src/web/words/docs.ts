/** The words around guides and reference; what the reference says is English. */
import type { Language } from '../language.ts';

const en = {
  title: 'Docs',
  lead: 'Guides that end in something that works, then every operation with its fields, errors and an example.',
  guides: 'Guides',
  manual: 'Manual',
  reference: 'Reference',
  operators: 'For operators',
  contents: 'All documents',
  console: 'Console',
  tryHere: 'Try it in the console',
  english: '',
  search: 'Search the reference',
  find: 'Search',
};

const ja: typeof en = {
  title: 'ドキュメント',
  lead: '動くものにたどり着くガイドと、項目、エラー、例を備えた全操作のリファレンスです。',
  guides: 'ガイド',
  manual: 'マニュアル',
  reference: 'リファレンス',
  operators: '運営者向け',
  contents: 'すべてのドキュメント',
  console: 'コンソール',
  tryHere: 'コンソールで試す',
  english: 'リファレンスの本文は英語です。',
  search: 'リファレンスを検索',
  find: '検索',
};

const zh: typeof en = {
  title: '文档',
  lead: '先看能跑通的指南，再查每个操作的字段、错误和示例。',
  guides: '指南',
  manual: '手册',
  reference: '参考',
  operators: '面向运营者',
  contents: '全部文档',
  console: '调试台',
  tryHere: '在调试台中试用',
  english: '参考部分的正文为英文。',
  search: '搜索参考',
  find: '搜索',
};

export const docsWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
