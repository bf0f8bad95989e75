/** The words of error pages. */
import type { Language } from '../language.ts';

interface ErrorWords {
  /** By status: what happened. */
  titles: Readonly<Record<number, string>>;
  /** By status: what to do, where it is more than the error itself says. */
  texts: Readonly<Record<number, string>>;
  failed: string;
  serverFault: string;
  serverFaultText: string;
  tryIn: string;
  home: string;
  tools: string;
  docs: string;
  signIn: string;
  requestId: string;
}

const en: ErrorWords = {
  titles: {
    400: 'Bad request',
    401: 'Sign in to continue',
    402: 'Insufficient balance',
    403: 'Access denied',
    404: 'Page not found',
    405: 'Method not allowed',
    406: 'Format not available',
    409: 'This has changed',
    410: 'No longer available',
    413: 'Request too large',
    422: 'Invalid input',
    429: 'Too many requests',
    503: 'Temporarily unavailable',
  },
  texts: {
    401: 'This page needs an account. Sign in, or send an API key with the request.',
    403: "You don't have permission to view this page. Sign in with an account that does.",
    404: 'Check the address, or start from one of the pages below.',
    409: 'This has changed since you opened it. Reload to see the latest version.',
  },
  failed: 'Something went wrong',
  serverFault: 'Something went wrong on our end',
  serverFaultText: 'Try again in a few seconds. If this keeps happening, send the request ID below to the operator.',
  tryIn: 'Try again in {wait}.',
  home: 'Home',
  tools: 'Tools',
  docs: 'Docs',
  signIn: 'Sign in',
  requestId: 'Request ID: {id}',
};

const ja: ErrorWords = {
  titles: {
    400: 'リクエストが正しくありません',
    401: 'サインインが必要です',
    402: '残高が不足しています',
    403: 'アクセス権限がありません',
    404: 'ページが見つかりません',
    405: 'このメソッドは使えません',
    406: '対応していない形式です',
    409: '内容が変更されています',
    410: '公開を終了しました',
    413: 'リクエストが大きすぎます',
    422: '入力内容に誤りがあります',
    429: 'リクエストが多すぎます',
    503: '一時的に利用できません',
  },
  texts: {
    401: 'このページを表示するにはアカウントが必要です。サインインするか、リクエストにAPIキーを付けてください。',
    403: 'このページを表示する権限がありません。権限のあるアカウントでサインインしてください。',
    404: 'アドレスを確認するか、下のリンクからお探しください。',
    409: '表示した後に内容が変更されました。再読み込みして最新の内容を確認してください。',
  },
  failed: '問題が発生しました',
  serverFault: 'サーバーで問題が発生しました',
  serverFaultText:
    '数秒後にもう一度お試しください。繰り返し発生する場合は、下のリクエストIDを運営者にお知らせください。',
  tryIn: 'あと約{wait}で再度お試しいただけます。',
  home: 'トップページ',
  tools: 'ツール',
  docs: 'ドキュメント',
  signIn: 'サインイン',
  requestId: 'リクエストID：{id}',
};

const zh: ErrorWords = {
  titles: {
    400: '请求有误',
    401: '请先登录',
    402: '余额不足',
    403: '没有访问权限',
    404: '找不到此页面',
    405: '不支持此请求方法',
    406: '不支持此格式',
    409: '内容已有更改',
    410: '内容已下线',
    413: '请求过大',
    422: '输入有误',
    429: '请求过于频繁',
    503: '暂时无法使用',
  },
  texts: {
    401: '查看此页面需要账户。请登录，或在请求中附上 API 密钥。',
    403: '您没有查看此页面的权限。请使用有权限的账户登录。',
    404: '请检查网址，或从下面的页面开始浏览。',
    409: '打开之后内容已有更改。请刷新页面查看最新版本。',
  },
  failed: '出现问题',
  serverFault: '服务器出现问题',
  serverFaultText: '请几秒后重试。如果问题持续出现，请将下方的请求 ID 发送给运营方。',
  tryIn: '请在 {wait}后重试。',
  home: '首页',
  tools: '工具',
  docs: '文档',
  signIn: '登录',
  requestId: '请求 ID：{id}',
};

export const errorWords: Readonly<Record<Language, ErrorWords>> = { en, ja, zh };
