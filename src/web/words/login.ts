/** The words of the sign-in page. */
import { defineWords } from './pick.ts';

export const loginWords = defineWords({
  title: ['Sign in', 'サインイン', '登录'],
  byMailNote: [
    'A code comes by e-mail. There is no password.',
    'コードをメールでお送りします。パスワードはありません。',
    '验证码将通过电子邮件发送，无需密码。',
  ],
  elsewhere: ['Sign in with your usual account', 'いつものアカウントでサインイン', '使用常用账户登录'],
  orByMail: ['Or by e-mail', 'またはメールで', '或使用邮箱'],
  byKey: ['I have an API key', 'API キーを持っている', '我有 API 密钥'],
  byKeyNote: [
    'The key opens the dashboard of its account. This browser keeps a cookie instead of the key.',
    'キーでそのアカウントのダッシュボードを開きます。ブラウザーに保存されるのはキーではなく Cookie です。',
    '密钥将打开其账户的控制台。浏览器保存的是 Cookie，而不是密钥。',
  ],
  key: ['API key', 'API キー', 'API 密钥'],
  openDashboard: ['Open the dashboard', 'ダッシュボードを開く', '打开控制台'],
  signedInAs: ['You are signed in as {name}.', '{name} としてサインインしています。', '您已登录：{name}。'],
  left: ['You are signed out.', 'サインアウトしました。', '已退出登录。'],
  noAccount: ['No account yet?', 'アカウントをお持ちでない場合', '还没有账户？'],
  noAccountText: [
    'Signing in with a new address makes one. An agent makes its own with one call:',
    '新しいアドレスでサインインすると作成されます。エージェントは 1 回の呼び出しで自分のアカウントを作れます：',
    '使用新邮箱登录即可创建账户。智能体只需一次调用即可创建自己的账户：',
  ],
});

/** Said by the script. */
export const loginSaid = defineWords({
  wrongKey: ['This key is invalid.', 'このキーは有効ではありません。', '此密钥无效。'],
  otherTab: [
    'This sign-in began in another tab. Begin again.',
    'このサインインは別のタブで始まりました。もう一度お試しください。',
    '此登录在另一个标签页中开始。请重新开始。',
  ],
});
export type LoginSaid = keyof (typeof loginSaid)['en'];
