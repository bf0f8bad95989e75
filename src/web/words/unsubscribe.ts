/** The words of the pages behind the links of a mail. */
import type { Language } from '../language.ts';

const en = {
  title: 'Unsubscribe',
  ask: 'Shall {address} get no more mail from this sender?',
  confirm: 'Unsubscribe from this sender',
  confirmAll: 'Unsubscribe from all senders',
  left: '{address} gets no more mail.',
  leftBefore: '{address} is unsubscribed already.',
  invalidTitle: 'This link does not work',
  invalid:
    'The address of this page is incomplete or was changed. Open the link from the mail once more, or answer to the mail.',
  leavingTitle: 'Leaving this site',
  leaving: 'This link was not part of an email from this service. Continue only if you trust the address:',
  deadTitle: 'This link leads nowhere',
  dead: 'It is not one that was sent from here, or what it led to is gone.',
};
export type UnsubscribeWords = typeof en;

const ja: UnsubscribeWords = {
  title: '配信停止',
  ask: '{address} 宛ての、この送信者からのメールを停止しますか。',
  confirm: 'この送信者からの配信を停止する',
  confirmAll: 'すべての送信者からの配信を停止する',
  left: '{address} への配信を停止しました。',
  leftBefore: '{address} への配信はすでに停止されています。',
  invalidTitle: 'このリンクは無効です',
  invalid: 'アドレスが途中で切れているか、変更されています。メールのリンクをもう一度開くか、メールにご返信ください。',
  leavingTitle: '外部サイトへの移動',
  leaving: 'このリンクは、当サービスが送信したメールのものではありません。信頼できるリンク先の場合のみお進みください。',
  deadTitle: 'このリンクの先はありません',
  dead: '当サービスから送られたリンクではないか、リンク先が削除されています。',
};

const zh: UnsubscribeWords = {
  title: '退订',
  ask: '是否停止此发件人向 {address} 发送邮件？',
  confirm: '退订此发件人',
  confirmAll: '退订所有发件人',
  left: '{address} 将不再收到邮件。',
  leftBefore: '{address} 此前已退订。',
  invalidTitle: '链接无效',
  invalid: '链接不完整或已被更改。请重新打开邮件中的链接，或直接回复邮件。',
  leavingTitle: '即将离开本站',
  leaving: '该链接并非来自本服务发送的邮件。请仅在信任该网址时继续访问：',
  deadTitle: '链接无法打开',
  dead: '该链接并非由本服务发送，或其目标已不存在。',
};

export const unsubscribeWords: Readonly<Record<Language, UnsubscribeWords>> = { en, ja, zh };
