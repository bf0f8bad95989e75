/** The email about automatic top-ups that stopped, in the three languages of this server's own mail. */
import type { TopUpNews } from '../../ledger/payments/top-ups/tables.ts';
import { toUsdText } from '../../lib/money.ts';
import type { ServiceMail } from '../../mail/types.ts';

export interface StoppedTopUp {
  news: TopUpNews;
  amountMicros: number;
  limitMicros: number;
  payUrl: string;
  settingsUrl: string;
}

const REASONS: Readonly<Record<TopUpNews, (amount: string, limit: string) => readonly [string, string, string]>> = {
  declined: (amount) => [
    `登録済みのカードで${amount}を決済できませんでした。カードが承認されなかったため、自動チャージを一時停止しました。`,
    `Your saved card was declined for ${amount}. Auto top-up is paused.`,
    `已保存的银行卡在扣款 ${amount} 时被拒绝，自动充值已暂停。`,
  ],
  requires_action: (amount) => [
    `${amount}の決済にはカード会社による本人認証が必要です。自動チャージを一時停止しました。`,
    `Your bank needs you to approve the payment of ${amount}. Auto top-up is paused.`,
    `扣款 ${amount} 需要您通过发卡行的身份验证，自动充值已暂停。`,
  ],
  failed: (amount) => [
    `登録済みのカードで${amount}を決済できませんでした。自動チャージを一時停止しました。`,
    `We could not charge ${amount} to your saved card. Auto top-up is paused.`,
    `无法从已保存的银行卡扣款 ${amount}，自动充值已暂停。`,
  ],
  limit: (_amount, limit) => [
    `自動チャージが月間上限の${limit}に達したため、今月はこれ以上チャージしません。`,
    `Auto top-up has reached its monthly limit of ${limit}. It charges nothing more this month.`,
    `自动充值已达到每月上限 ${limit}，本月不再扣款。`,
  ],
};

export function composeTopUpMail(to: string, stopped: StoppedTopUp, service: string): ServiceMail {
  const { news, payUrl, settingsUrl } = stopped;
  const amount = `${toUsdText(stopped.amountMicros)} USD`;
  const [ja, en, zh] = REASONS[news](amount, `${toUsdText(stopped.limitMicros)} USD`);
  const text = [
    `${service}: ${ja}`,
    `手動で入金する： ${payUrl}`,
    `カードと設定を確認する： ${settingsUrl}`,
    '',
    `${service}: ${en}`,
    `Pay by hand: ${payUrl}`,
    `Check the card and the settings: ${settingsUrl}`,
    '',
    `${service}：${zh}`,
    `手动付款： ${payUrl}`,
    `检查银行卡和设置： ${settingsUrl}`,
    '',
  ];
  const subject = `${service}: 自動チャージの停止 / Auto top-up stopped / 自动充值已停止`;
  return { kind: 'alert', to, subject, text: text.join('\n') };
}
