/** Where campaigns and mails stand, by the server's names for it. */
import { defineWords } from './pick.ts';

export const mailStateWords = defineWords({
  is_draft: ['draft', '下書き', '草稿'],
  is_scheduled: ['scheduled', '予約済み', '已预约'],
  is_missed: ['missed its time', '時刻超過', '已错过时间'],
  is_queued: ['waiting', '待機中', '等待中'],
  is_claimed: ['next', '次に送信', '即将发送'],
  is_sending: ['being sent', '送信中', '发送中'],
  is_paused: ['paused', '一時停止中', '已暂停'],
  is_cancelled: ['cancelled', '中止', '已取消'],
  is_sent: ['sent', '送信済み', '已发送'],
  is_failed: ['failed', '失敗', '失败'],
  is_retry: ['tried again', '再試行中', '重试中'],
  is_unknown: ['unclear', '不明', '不明'],
  is_suppressed: ['wants no mail', '配信停止', '已退订'],
  is_skipped: ['left out', '除外', '已跳过'],
  is_bounced: ['came back', '不達', '退回'],
  is_opened: ['opened', '開封', '已打开'],
  is_clicked: ['clicked', 'クリック', '已点击'],
});
export type MailStateWord = keyof (typeof mailStateWords)['en'];
