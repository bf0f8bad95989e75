/** The words of the sign-in forms. */
import type { Language } from '../language.ts';

/** Shown by the script. */
export type SignInSaid =
  | 'busy'
  | 'sent'
  | 'sentBefore'
  | 'signedIn'
  | 'wrongCode'
  | 'tooMany'
  | 'wait'
  | 'waitFor'
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
  address: 'Email address',
  sendCode: 'Email me a code',
  code: 'Code',
  enter: 'Sign in',
  again: 'Resend code',
  otherAddress: 'Use a different email address',
  needsScript: 'This page needs JavaScript. Enable it and reload.',
  filed: 'This server has no mail server. The code is in DATA_DIR/outbox and in the log.',
  said: {
    busy: 'Loading…',
    sent: 'We sent a code to {email}. It expires in 10 minutes.',
    sentBefore: 'We just sent a code to {email}. Use that one, or request another in a minute.',
    signedIn: "You're signed in.",
    wrongCode: 'This code is wrong or has expired. Check it or request a new one.',
    tooMany: 'Too many attempts. Request a new code.',
    wait: 'Too many requests. Try again in a few minutes.',
    waitFor: 'Too many sign-ups from your network. Try again in {wait}.',
    wrongInput: 'Check what you entered and try again.',
    signedOut: 'Your session has expired. Reload the page and sign in again.',
    failed: 'Something went wrong. Try again in a few seconds.',
    offline: "Can't reach the server. Check your connection and try again.",
    unverified: "Your email address isn't verified with the identity provider. Verify it there, then start again.",
    signInOver: 'This sign-in has expired or was started by someone else. Start again.',
    inviteUnknown: 'Invite not found. Check the code.',
    inviteExpired: 'This invite has expired. Ask for a new one.',
    inviteUsedUp: 'This invite has reached its limit. Ask for a new one.',
  },
};

const ja: typeof en = {
  address: 'メールアドレス',
  sendCode: 'コードをメールで受け取る',
  code: 'コード',
  enter: 'サインイン',
  again: 'コードを再送信',
  otherAddress: '別のメールアドレスを使う',
  needsScript: 'このページの利用にはJavaScriptが必要です。有効にして再読み込みしてください。',
  filed: 'このサーバーにはメールサーバーが設定されていません。コードはDATA_DIR/outboxとログにあります。',
  said: {
    busy: '読み込み中…',
    sent: '{email}にコードを送信しました。有効期限は10分です。',
    sentBefore: '{email}にコードを送信済みです。届いたコードを使うか、1分ほど待ってから再送信してください。',
    signedIn: 'サインインしました。',
    wrongCode: 'コードが正しくないか、有効期限が切れています。確認するか、新しいコードを取得してください。',
    tooMany: '試行回数の上限に達しました。新しいコードを取得してください。',
    wait: 'リクエストが多すぎます。数分後にもう一度お試しください。',
    waitFor: 'お使いのネットワークからの登録が上限に達しました。あと約{wait}で再度お試しいただけます。',
    wrongInput: '入力内容を確認して、もう一度お試しください。',
    signedOut: 'セッションの有効期限が切れました。再読み込みして、もう一度サインインしてください。',
    failed: '問題が発生しました。数秒後にもう一度お試しください。',
    offline: 'サーバーに接続できません。通信環境を確認して、もう一度お試しください。',
    unverified:
      'サインイン先でメールアドレスの確認が完了していません。確認を済ませてから、最初からやり直してください。',
    signInOver: 'このサインインは期限切れか、別の人が開始したものです。最初からやり直してください。',
    inviteUnknown: '招待が見つかりません。コードを確認してください。',
    inviteExpired: 'この招待は有効期限が切れています。新しい招待を依頼してください。',
    inviteUsedUp: 'この招待は利用上限に達しています。新しい招待を依頼してください。',
  },
};

const zh: typeof en = {
  address: '邮箱',
  sendCode: '发送验证码',
  code: '验证码',
  enter: '登录',
  again: '重新发送',
  otherAddress: '使用其他邮箱',
  needsScript: '此页面需要 JavaScript，请启用后刷新页面。',
  filed: '此服务器未配置邮件服务器。验证码在 DATA_DIR/outbox 和日志中。',
  said: {
    busy: '加载中…',
    sent: '验证码已发送至 {email}，10 分钟内有效。',
    sentBefore: '刚刚已向 {email} 发送验证码。请使用该验证码，或一分钟后重新获取。',
    signedIn: '已登录。',
    wrongCode: '验证码错误或已过期，请检查或重新获取。',
    tooMany: '尝试次数过多，请重新获取验证码。',
    wait: '请求过于频繁，请几分钟后重试。',
    waitFor: '您的网络注册次数过多，请在 {wait}后重试。',
    wrongInput: '请检查输入内容后重试。',
    signedOut: '登录已过期，请刷新页面后重新登录。',
    failed: '出现问题，请几秒后重试。',
    offline: '无法连接服务器。请检查网络后重试。',
    unverified: '您的邮箱尚未在登录服务处验证。请先完成验证，然后重新开始。',
    signInOver: '此登录已过期，或由他人发起。请重新开始。',
    inviteUnknown: '找不到此邀请，请检查邀请码。',
    inviteExpired: '此邀请已过期，请索取新的邀请。',
    inviteUsedUp: '此邀请的名额已满，请索取新的邀请。',
  },
};

export const signInWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
