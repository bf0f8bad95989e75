/** The words around guides and reference. The reference itself is in English. */
import type { Language } from '../language.ts';

const en = {
  title: 'Docs',
  lead: 'Guides you can follow to a working result, followed by the full API reference.',
  guides: 'Guides',
  manual: 'Manual',
  reference: 'API reference',
  operators: 'For operators',
  contents: 'All docs',
  console: 'API console',
  tryHere: 'Try it in the API console',
  english: '',
  search: 'Search the docs',
  find: 'Search',
};

const ja: typeof en = {
  title: 'ドキュメント',
  lead: '実際に動かしながら学べるガイドと、すべての操作を網羅したAPIリファレンスです。',
  guides: 'ガイド',
  manual: 'マニュアル',
  reference: 'APIリファレンス',
  operators: '運営者向け',
  contents: 'すべてのドキュメント',
  console: 'APIコンソール',
  tryHere: 'APIコンソールで試す',
  english: 'APIリファレンスの本文は英語です。',
  search: 'ドキュメントを検索',
  find: '検索',
};

const zh: typeof en = {
  title: '文档',
  lead: '可直接跟做的指南，以及完整的 API 参考。',
  guides: '指南',
  manual: '手册',
  reference: 'API 参考',
  operators: '面向运营方',
  contents: '全部文档',
  console: 'API 调试台',
  tryHere: '在 API 调试台中试用',
  english: 'API 参考的正文为英文。',
  search: '搜索文档',
  find: '搜索',
};

export const docsWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
