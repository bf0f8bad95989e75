/** What is said where a page runs a tool. */
import type { Language } from '../language.ts';

const en = {
  call: 'Call',
  time: 'Time',
  balance: 'Balance after',
  test: 'TEST: play money',
  answer: 'Answer',
  running: 'Running …',
  took: 'Answered in {ms} ms.',
  refused: 'Refused with {status}: {message}',
  offline: 'The server could not be reached.',
  verify: 'Verify the signature',
  genuine: 'Genuine: signed by this server',
  notGenuine: 'Not genuine',
  cannotVerify: 'This browser cannot verify Ed25519 signatures.',
  keyFilled: 'The code holds your test key, which lives as long as this tab is open.',
  runFor: 'Run it for {price}',
  addMoney: 'Add play money',
};
export type RunWords = typeof en;

const ja: RunWords = {
  call: '呼び出し',
  time: '日時',
  balance: '残高',
  test: 'テスト：実際のお金ではありません',
  answer: '応答',
  running: '実行中…',
  took: '{ms} ミリ秒で応答しました。',
  refused: '拒否されました（{status}）：{message}',
  offline: 'サーバーに接続できませんでした。',
  verify: '署名を検証',
  genuine: '本物です：このサーバーの署名です',
  notGenuine: '本物ではありません',
  cannotVerify: 'このブラウザーは Ed25519 の署名を検証できません。',
  keyFilled: 'コードにはテスト用のキーが入っています（このタブを開いている間だけ有効）。',
  runFor: '{price} で実行する',
  addMoney: 'テスト用の残高を追加',
};

const zh: RunWords = {
  call: '调用',
  time: '时间',
  balance: '调用后余额',
  test: '测试：虚拟资金',
  answer: '返回结果',
  running: '正在运行…',
  took: '用时 {ms} 毫秒。',
  refused: '被拒绝（{status}）：{message}',
  offline: '无法连接服务器。',
  verify: '验证签名',
  genuine: '签名有效：由本服务器签发',
  notGenuine: '签名无效',
  cannotVerify: '此浏览器不支持验证 Ed25519 签名。',
  keyFilled: '代码中已填入您的测试密钥，在关闭此标签页前有效。',
  runFor: '以 {price} 运行',
  addMoney: '充入虚拟资金',
};

export const runWords: Readonly<Record<Language, RunWords>> = { en, ja, zh };
