/** The words of pages for what went wrong. */
import type { Language } from '../language.ts';

const en = {
  notFound: 'There is no page here',
  notFoundText: 'The address may be mistyped, or the page may have moved.',
  failed: 'Something went wrong',
  failedText: 'Retry in a few seconds. If it stays so, give the operator the request id below.',
  home: 'To the start page',
  tools: 'All tools',
  docs: 'The documentation',
  requestId: 'Request id',
};

const ja: typeof en = {
  notFound: 'ページが見つかりません',
  notFoundText: 'アドレスに誤りがあるか、ページが移動した可能性があります。',
  failed: '問題が発生しました',
  failedText:
    'しばらくしてからもう一度お試しください。解消しない場合は、下のリクエスト ID を運営者にお知らせください。',
  home: 'トップページへ',
  tools: 'すべてのツール',
  docs: 'ドキュメント',
  requestId: 'リクエスト ID',
};

const zh: typeof en = {
  notFound: '此处没有页面',
  notFoundText: '地址可能有误，或页面已移动。',
  failed: '出现问题',
  failedText: '请稍后重试。如果问题仍然存在，请将下面的请求 ID 告知运营者。',
  home: '返回首页',
  tools: '全部工具',
  docs: '文档',
  requestId: '请求 ID',
};

export const errorWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
