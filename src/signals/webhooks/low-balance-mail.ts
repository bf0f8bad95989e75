/** The email about a low balance, in the three languages of this server's own mail. */
import { toUsdText } from '../../lib/money.ts';
import type { ServiceMail } from '../../mail/types.ts';

export interface LowBalance {
  balanceMicros: number;
  thresholdMicros: number;
}

export function composeLowBalanceMail(to: string, low: LowBalance, service: string, baseUrl: string): ServiceMail {
  const balance = `${toUsdText(low.balanceMicros)} USD`;
  const threshold = `${toUsdText(low.thresholdMicros)} USD`;
  const text = [
    `${service}の残高が${threshold}を下回り、${balance}になりました。`,
    `残高を追加するには、ダッシュボードを開いてください： ${baseUrl}/dashboard`,
    '',
    `Your ${service} balance is ${balance}, below the alert threshold of ${threshold}.`,
    `To add credit, open the dashboard: ${baseUrl}/dashboard`,
    '',
    `您的 ${service} 余额为 ${balance}，已低于提醒阈值 ${threshold}。`,
    `如需充值，请打开控制台： ${baseUrl}/dashboard`,
    '',
  ];
  const subject = `${service}: 残高低下のお知らせ / Low balance / 余额不足提醒`;
  return { kind: 'alert', to, subject, text: text.join('\n') };
}
