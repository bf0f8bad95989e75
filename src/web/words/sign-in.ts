/** The words of the sign-in, on every page that has one. */
import type { Language } from '../language.ts';

/** Said by the script, as things happen. */
export type SignInSaid =
  | 'busy'
  | 'sent'
  | 'sentBefore'
  | 'signedIn'
  | 'wrongCode'
  | 'tooMany'
  | 'wait'
  | 'wrongInput'
  | 'signedOut'
  | 'failed'
  | 'offline'
  | 'unverified'
  | 'signInOver'
  | 'inviteUnknown'
  | 'inviteExpired'
  | 'inviteUsedUp';

const en = {
  address: 'E-mail address',
  sendCode: 'Send me a code',
  code: 'Code from the mail',
  enter: 'Sign in',
  again: 'Send another code',
  otherAddress: 'Use another address',
  needsScript: 'This page needs JavaScript.',
  /** Said by the script, as things happen. */
  said: {
    busy: 'One moment …',
    sent: 'A code is on its way to {email}. It is valid for 10 minutes.',
    sentBefore: 'A code was sent to {email} a moment ago. Use that one, or wait a minute for another.',
    signedIn: 'You are signed in.',
    wrongCode: 'This code is wrong or has expired.',
    tooMany: 'Too many attempts with this code. Ask for another one.',
    wait: 'Too many requests. Wait a moment and try again.',
    wrongInput: 'Check what you have entered.',
    signedOut: 'Your sign-in has ended. Reload the page and sign in again.',
    failed: 'It did not work. Retry in a few seconds.',
    offline: 'The server cannot be reached. Check your connection.',
    unverified: 'The sign-in provider has not verified your e-mail address. Verify it there, then begin again.',
    signInOver: 'This sign-in is over, or was not yours. Begin again.',
    inviteUnknown: 'There is no invite of this code.',
    inviteExpired: 'This invite has expired.',
    inviteUsedUp: 'This invite has been used up.',
  },
};

const ja: typeof en = {
  address: 'メールアドレス',
  sendCode: 'コードを送信',
  code: 'メールに届いたコード',
  enter: 'サインイン',
  again: 'コードを再送信',
  otherAddress: '別のアドレスを使う',
  needsScript: 'このページには JavaScript が必要です。',
  said: {
    busy: 'お待ちください…',
    sent: '{email} にコードを送信しました。有効期限は 10 分です。',
    sentBefore: '{email} には先ほどコードを送信しました。そのコードを使うか、1 分ほど待って再送信してください。',
    signedIn: 'サインインしました。',
    wrongCode: 'コードが正しくないか、有効期限が切れています。',
    tooMany: 'このコードでの試行回数が多すぎます。新しいコードを送信してください。',
    wait: 'リクエストが多すぎます。しばらく待ってからお試しください。',
    wrongInput: '入力内容を確認してください。',
    signedOut: 'サインインの有効期限が切れました。ページを再読み込みしてサインインし直してください。',
    failed: '処理できませんでした。しばらくしてからもう一度お試しください。',
    offline: 'サーバーに接続できません。通信環境を確認してください。',
    unverified: 'サインイン先でメールアドレスが確認されていません。確認を済ませてから、はじめからやり直してください。',
    signInOver: 'このサインインは終了しているか、別のものです。はじめからやり直してください。',
    inviteUnknown: 'このコードの招待はありません。',
    inviteExpired: 'この招待は有効期限が切れています。',
    inviteUsedUp: 'この招待はすでに使い切られています。',
  },
};

const zh: typeof en = {
  address: '电子邮箱',
  sendCode: '发送验证码',
  code: '邮件中的验证码',
  enter: '登录',
  again: '重新发送验证码',
  otherAddress: '使用其他邮箱',
  needsScript: '此页面需要 JavaScript。',
  said: {
    busy: '请稍候…',
    sent: '验证码已发送至 {email}，10 分钟内有效。',
    sentBefore: '刚刚已向 {email} 发送过验证码。请使用该验证码，或稍等一分钟后重新发送。',
    signedIn: '已登录。',
    wrongCode: '验证码错误或已过期。',
    tooMany: '此验证码的尝试次数过多，请重新获取。',
    wait: '请求过于频繁，请稍后再试。',
    wrongInput: '请检查输入内容。',
    signedOut: '登录已失效。请刷新页面后重新登录。',
    failed: '操作未成功，请稍后再试。',
    offline: '无法连接服务器，请检查网络。',
    unverified: '登录服务尚未验证您的邮箱。请先在那里完成验证，然后重新开始。',
    signInOver: '此登录已结束，或并非由您发起。请重新开始。',
    inviteUnknown: '不存在此邀请码。',
    inviteExpired: '此邀请已过期。',
    inviteUsedUp: '此邀请已被用完。',
  },
};

export const signInWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
