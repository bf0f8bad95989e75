/** Statuses of campaigns and emails, by the server's names. */
import { defineWords } from './pick.ts';

export const mailStateWords = defineWords({
  is_draft: ['Draft', '下書き', '草稿'],
  is_scheduled: ['Scheduled', '予約済み', '已定时'],
  is_missed: ['Missed send time', '送信時刻を超過', '错过发送时间'],
  is_queued: ['Queued', '送信待ち', '排队中'],
  is_claimed: ['Up next', '次に送信', '即将发送'],
  is_sending: ['Sending', '送信中', '发送中'],
  is_paused: ['Paused', '一時停止中', '已暂停'],
  is_cancelled: ['Canceled', '中止', '已取消'],
  is_sent: ['Sent', '送信済み', '已发送'],
  is_failed: ['Failed', '失敗', '失败'],
  is_retry: ['Retrying', '再試行中', '重试中'],
  is_unknown: ['Unknown', '不明', '状态未知'],
  is_suppressed: ['Unsubscribed', '配信停止', '已退订'],
  is_skipped: ['Skipped', '除外', '已跳过'],
  is_bounced: ['Bounced', 'バウンス', '退信'],
  is_opened: ['Opened', '開封', '已打开'],
  is_clicked: ['Clicked', 'クリック', '已点击'],
});
export type MailStateWord = keyof (typeof mailStateWords)['en'];
