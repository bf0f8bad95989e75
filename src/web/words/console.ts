/** The words around the console; Swagger UI itself speaks English. */
import type { Language } from '../language.ts';

const en = {
  title: 'API console',
  lead: 'Send any request from here. A test key costs nothing and stays in the sandbox; a key of your own goes under Authorize.',
  reference: 'The same operations to read',
  operations: 'Operations',
  show: 'Show',
  useTestKey: 'Use a test key',
  keyReady: 'A test key is filled in: open an operation and press Execute.',
  noKey: 'No test key could be made. Retry in a few seconds.',
  failed: 'The description of the API could not be read. Reload the page.',
  needsScript: 'The console needs JavaScript. The reference can be read without.',
};

const ja: typeof en = {
  title: 'API コンソール',
  lead: 'どのリクエストもここから送れます。テストキーは無料で、サンドボックスの中だけで動きます。ご自分のキーは Authorize に入力してください。',
  reference: '同じ操作をリファレンスで読む',
  operations: '操作',
  show: '表示',
  useTestKey: 'テストキーを使う',
  keyReady: 'テストキーを設定しました。操作を開いて Execute を押してください。',
  noKey: 'テストキーを作成できませんでした。しばらくしてからもう一度お試しください。',
  failed: 'API の定義を読み込めませんでした。ページを再読み込みしてください。',
  needsScript: 'コンソールには JavaScript が必要です。リファレンスはそのまま読めます。',
};

const zh: typeof en = {
  title: 'API 调试台',
  lead: '可以在这里发送任意请求。测试密钥免费，只在沙盒中使用；您自己的密钥请填在 Authorize 中。',
  reference: '在参考文档中阅读这些操作',
  operations: '操作',
  show: '显示',
  useTestKey: '使用测试密钥',
  keyReady: '已填入测试密钥：展开一个操作并点击 Execute。',
  noKey: '无法创建测试密钥，请稍后重试。',
  failed: '无法读取 API 描述，请重新加载页面。',
  needsScript: '调试台需要 JavaScript。参考文档无需脚本即可阅读。',
};

export const consoleWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
