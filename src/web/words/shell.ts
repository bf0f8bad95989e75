/** The words around every page. */
import type { Language } from '../language.ts';

interface ShellWords {
  skip: string;
  main: string;
  tools: string;
  pricing: string;
  docs: string;
  status: string;
  signIn: string;
  dashboard: string;
  newsroom: string;
  operators: string;
  signOut: string;
  live: string;
  test: string;
  language: string;
  /** Of the button that changes between light and dark. */
  theme: string;
  forMachines: string;
  agentGuide: string;
  health: string;
  isWell: string;
  isIll: string;
  speed: string;
  times: string;
  terms: string;
  copy: string;
  copied: string;
  codeLanguage: string;
}

const en: ShellWords = {
  skip: 'Skip to the content',
  main: 'Main',
  tools: 'Tools',
  pricing: 'Pricing',
  docs: 'Docs',
  status: 'Status',
  signIn: 'Sign in',
  dashboard: 'Dashboard',
  newsroom: 'Newsroom',
  operators: 'Operators',
  signOut: 'Sign out',
  live: 'LIVE',
  test: 'TEST',
  language: 'Language',
  theme: 'Light or dark',
  forMachines: 'For programs',
  agentGuide: 'Agent guide',
  health: 'Health',
  isWell: 'This server is well.',
  isIll: 'This server has trouble.',
  speed: 'How fast',
  times: 'When news appears',
  terms: 'Terms',
  copy: 'Copy',
  copied: 'Copied',
  codeLanguage: 'Language of the code',
};

const ja: ShellWords = {
  skip: '本文へ移動',
  main: 'メイン',
  tools: 'ツール',
  pricing: '料金',
  docs: 'ドキュメント',
  status: '稼働状況',
  signIn: 'サインイン',
  dashboard: 'ダッシュボード',
  newsroom: 'ニュースルーム',
  operators: '運営者',
  signOut: 'サインアウト',
  live: 'LIVE',
  test: 'TEST',
  language: '言語',
  theme: 'ライトとダークの切り替え',
  forMachines: 'プログラム向け',
  agentGuide: 'エージェント向けガイド',
  health: 'ヘルスチェック',
  isWell: 'このサーバーは正常に動作しています。',
  isIll: 'このサーバーに問題が発生しています。',
  speed: '応答速度',
  times: '配信される時間',
  terms: '利用規約',
  copy: 'コピー',
  copied: 'コピーしました',
  codeLanguage: 'コードの言語',
};

const zh: ShellWords = {
  skip: '跳到正文',
  main: '主导航',
  tools: '工具',
  pricing: '价格',
  docs: '文档',
  status: '服务状态',
  signIn: '登录',
  dashboard: '控制台',
  newsroom: '新闻室',
  operators: '运营者',
  signOut: '退出登录',
  live: 'LIVE',
  test: 'TEST',
  language: '语言',
  theme: '切换浅色与深色',
  forMachines: '面向程序',
  agentGuide: '智能体指南',
  health: '健康检查',
  isWell: '本服务器运行正常。',
  isIll: '本服务器出现问题。',
  speed: '响应速度',
  times: '新闻发布时间',
  terms: '使用条款',
  copy: '复制',
  copied: '已复制',
  codeLanguage: '代码语言',
};

export const shellWords: Readonly<Record<Language, ShellWords>> = { en, ja, zh };
