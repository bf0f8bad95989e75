/** The words of the pages behind email links. */
import type { Language } from '../language.ts';

const en = {
  title: 'Unsubscribe',
  ask: 'Stop emails from this sender to {address}?',
  confirm: 'Unsubscribe from this sender',
  confirmAll: 'Unsubscribe from all senders',
  left: "You've unsubscribed {address}. It won't receive any more emails.",
  leftBefore: '{address} is already unsubscribed.',
  invalidTitle: "This link isn't valid",
  invalid: 'The link is incomplete or was changed. Open the link in the email again, or reply to the email.',
  leavingTitle: "You're leaving this site",
  leaving: "This link wasn't sent in an email from this service. Continue only if you trust the address:",
  deadTitle: 'Link not found',
  dead: "This link wasn't sent by this service, or its destination has been removed.",
};
export type UnsubscribeWords = typeof en;

const ja: UnsubscribeWords = {
  title: '配信停止',
  ask: '{address}宛ての、この差出人からのメールを停止しますか？',
  confirm: 'この差出人からの配信を停止',
  confirmAll: 'すべての差出人からの配信を停止',
  left: '{address}への配信を停止しました。今後メールは届きません。',
  leftBefore: '{address}への配信はすでに停止されています。',
  invalidTitle: 'このリンクは無効です',
  invalid: 'リンクが途中で切れているか、変更されています。メールのリンクをもう一度開くか、メールにご返信ください。',
  leavingTitle: '外部サイトに移動します',
  leaving: 'このリンクは、当サービスのメールに記載されたものではありません。信頼できる場合のみお進みください：',
  deadTitle: 'リンクが見つかりません',
  dead: '当サービスから送信されたリンクではないか、リンク先が削除されています。',
};

const zh: UnsubscribeWords = {
  title: '退订',
  ask: '停止此发件人向 {address} 发送邮件？',
  confirm: '退订此发件人',
  confirmAll: '退订所有发件人',
  left: '{address} 已退订，将不再收到邮件。',
  leftBefore: '{address} 已退订。',
  invalidTitle: '此链接无效',
  invalid: '链接不完整或已被更改。请重新打开邮件中的链接，或直接回复邮件。',
  leavingTitle: '即将离开本站',
  leaving: '此链接并非来自本服务发送的邮件。请仅在信任该网址时继续访问：',
  deadTitle: '找不到此链接',
  dead: '此链接并非由本服务发送，或其目标已被移除。',
};

export const unsubscribeWords: Readonly<Record<Language, UnsubscribeWords>> = { en, ja, zh };
