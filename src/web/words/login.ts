/** The words of the sign-in page. */
import { defineWords } from './pick.ts';

export const loginWords = defineWords({
  title: ['Sign in', 'サインイン', '登录'],
  byMailNote: [
    "We'll email you a code. No password needed.",
    'メールで届くコードでサインインします。パスワードは不要です。',
    '我们会通过邮件发送验证码，无需密码。',
  ],
  elsewhere: ['Continue with single sign-on', 'シングルサインオンで続ける', '使用单点登录'],
  orByMail: ['Or use your email', 'またはメールでサインイン', '或使用邮箱登录'],
  byKey: ['Sign in with an API key', 'APIキーでサインイン', '使用 API 密钥登录'],
  byKeyNote: [
    "Opens the dashboard of the key's account. Your browser stores a cookie, never the key.",
    'キーのアカウントのダッシュボードを開きます。ブラウザーに保存されるのはCookieだけで、キーは保存されません。',
    '打开该密钥所属账户的仪表盘。浏览器只保存 Cookie，不保存密钥。',
  ],
  key: ['API key', 'APIキー', 'API 密钥'],
  openDashboard: ['Open dashboard', 'ダッシュボードを開く', '打开仪表盘'],
  signedInAs: ["You're signed in as {name}.", '{name}としてサインインしています。', '您已登录为 {name}。'],
  left: ["You've signed out.", 'サインアウトしました。', '已退出登录。'],
  noAccount: ['No account yet?', 'アカウントをお持ちでない場合', '还没有账户？'],
  noAccountText: [
    'Sign in with your email to create one. An agent can create its own with a single call:',
    'メールアドレスでサインインすると作成されます。エージェントは1回の呼び出しで自分のアカウントを作成できます：',
    '使用邮箱登录即可创建账户。智能体只需一次调用即可创建自己的账户：',
  ],
});

/** Shown by the script. */
export const loginSaid = defineWords({
  wrongKey: [
    'This key is invalid or has been revoked.',
    'このキーは正しくないか、無効になっています。',
    '此密钥无效或已停用。',
  ],
  otherTab: [
    'This sign-in was started in another tab. Start again.',
    'このサインインは別のタブで開始されました。最初からやり直してください。',
    '此登录在另一个标签页中发起，请重新开始。',
  ],
});
export type LoginSaid = keyof (typeof loginSaid)['en'];
