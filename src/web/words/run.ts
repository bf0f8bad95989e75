/** The words around a tool that runs on a page. */
import type { Language } from '../language.ts';

const en = {
  call: 'Call',
  time: 'Time',
  balance: 'Balance',
  test: 'Test credit',
  answer: 'Response',
  running: 'Running…',
  took: 'Completed in {ms} ms.',
  refused: 'Error {status}: {message}',
  offline: "Can't reach the server. Check your connection and try again.",
  notJson: '{field}: enter valid JSON.',
  verify: 'Verify signature',
  genuine: 'Valid signature. Signed by this server.',
  notGenuine: 'Invalid signature',
  cannotVerify: "This browser can't verify Ed25519 signatures.",
  keyFilled: "We've filled in your test key. It works for as long as this tab is open.",
  runFor: 'Run for {price}',
  addMoney: 'Add test credit',
  tooManyAccounts: 'Too many test accounts from your network. Try again in {wait}, or sign in.',
  tooOften: 'Too many requests. Try again in {wait}.',
  noTestKey: "Couldn't create a test key. Try again in a few seconds.",
};
export type RunWords = typeof en;

const ja: RunWords = {
  call: '呼び出し',
  time: '日時',
  balance: '残高',
  test: 'テスト用の残高',
  answer: 'レスポンス',
  running: '実行中…',
  took: '{ms}ミリ秒で完了しました。',
  refused: 'エラー{status}：{message}',
  offline: 'サーバーに接続できません。通信環境を確認して、もう一度お試しください。',
  notJson: '{field}：有効なJSONを入力してください。',
  verify: '署名を検証',
  genuine: '署名は有効です。このサーバーが発行したレシートです。',
  notGenuine: '署名が正しくありません',
  cannotVerify: 'このブラウザーではEd25519の署名を検証できません。',
  keyFilled: 'テストキーを入力済みです。このタブを開いている間、有効です。',
  runFor: '{price}で実行',
  addMoney: 'テスト用の残高を追加',
  tooManyAccounts:
    'お使いのネットワークからのテストアカウント作成が上限に達しました。あと約{wait}で再度お試しいただけます。サインインすればすぐに利用できます。',
  tooOften: 'リクエストが多すぎます。あと約{wait}で再度お試しいただけます。',
  noTestKey: 'テストキーを作成できませんでした。数秒後にもう一度お試しください。',
};

const zh: RunWords = {
  call: '调用',
  time: '时间',
  balance: '余额',
  test: '测试额度',
  answer: '响应',
  running: '正在运行…',
  took: '已完成，用时 {ms} 毫秒。',
  refused: '错误 {status}：{message}',
  offline: '无法连接服务器。请检查网络后重试。',
  notJson: '{field}：请输入有效的 JSON。',
  verify: '验证签名',
  genuine: '签名有效，由本服务器签发。',
  notGenuine: '签名无效',
  cannotVerify: '此浏览器不支持验证 Ed25519 签名。',
  keyFilled: '已填入您的测试密钥，在关闭此标签页前有效。',
  runFor: '以 {price} 运行',
  addMoney: '充入测试额度',
  tooManyAccounts: '您的网络创建的测试账户过多。请在 {wait}后重试，或登录后使用。',
  tooOften: '请求过于频繁，请在 {wait}后重试。',
  noTestKey: '无法创建测试密钥，请几秒后重试。',
};

export const runWords: Readonly<Record<Language, RunWords>> = { en, ja, zh };
