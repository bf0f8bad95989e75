/** The words around the console; Swagger UI itself speaks English. */
import type { Language } from '../language.ts';

const en = {
  title: 'API console',
  lead: 'Send requests from your browser. Test keys are free and stay in the sandbox. To use your own key, click Authorize.',
  reference: 'API reference',
  operations: 'Operations',
  show: 'Show',
  useTestKey: 'Use a test key',
  keyReady: 'Test key added. Open an operation and click Execute.',
  noKey: "Couldn't create a test key. Try again in a few seconds.",
  failed: "Couldn't load the API description. Reload the page.",
  needsScript: 'The console needs JavaScript. You can read the API reference without it.',
};

const ja: typeof en = {
  title: 'APIコンソール',
  lead: 'ブラウザーからリクエストを送信できます。テストキーは無料で、サンドボックス内でのみ動作します。ご自分のキーを使うには、Authorizeをクリックしてください。',
  reference: 'APIリファレンス',
  operations: '操作',
  show: '表示',
  useTestKey: 'テストキーを使う',
  keyReady: 'テストキーを設定しました。操作を開いてExecuteをクリックしてください。',
  noKey: 'テストキーを作成できませんでした。数秒後にもう一度お試しください。',
  failed: 'APIの定義を読み込めませんでした。ページを再読み込みしてください。',
  needsScript: 'コンソールの利用にはJavaScriptが必要です。APIリファレンスはJavaScriptなしで読めます。',
};

const zh: typeof en = {
  title: 'API 调试台',
  lead: '在浏览器中发送请求。测试密钥免费，仅限沙箱使用。如需使用自己的密钥，请点击 Authorize。',
  reference: 'API 参考',
  operations: '操作',
  show: '显示',
  useTestKey: '使用测试密钥',
  keyReady: '已填入测试密钥。展开一个操作并点击 Execute。',
  noKey: '无法创建测试密钥，请几秒后重试。',
  failed: '无法加载 API 描述，请刷新页面。',
  needsScript: 'API 调试台需要 JavaScript。API 参考无需 JavaScript 即可阅读。',
};

export const consoleWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
