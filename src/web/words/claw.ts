/** The words of the invite page. */
import type { Language } from '../language.ts';

/** Said by the script, as things happen. */
export type ClawSaid = 'made' | 'copy' | 'copied' | 'notCopied' | 'otherTab' | 'keyName';

interface ClawWords {
  title: string;
  intro: string;
  credit: string;
  until: string;
  elsewhere: string;
  elsewhereNote: string;
  byMailNote: string;
  account: string;
  accountId: string;
  balance: string;
  makeKey: string;
  yourKey: string;
  onlyNow: string;
  setUp: string;
  variant: string;
  inFile: string;
  notInFile: string;
  variable: string;
  run: string;
  other: string;
  back: string;
  beginAgain: string;
  /** What is wrong with an invite, and what to do. */
  dead: Readonly<Record<'missing' | 'unknown' | 'expired' | 'used_up', { title: string; text: string }>>;
  code: string;
  next: string;
  askOperator: string;
  haveAccount: string;
  said: Readonly<Record<ClawSaid, string>>;
}

const en: ClawWords = {
  title: 'You are invited',
  intro: 'Here you get an account of your own: one key and one prepaid balance for every tool of this server.',
  credit: 'Credit',
  until: 'Valid until',
  elsewhere: 'Go on to sign in',
  elsewhereNote: 'You sign in with your usual account, and come back here.',
  byMailNote: 'A code comes by e-mail. There is no password.',
  account: 'Your account',
  accountId: 'Account id',
  balance: 'Balance',
  makeKey: 'Make an API key',
  yourKey: 'Your API key',
  onlyNow: 'It is shown only now. Copy it to a safe place before you leave.',
  setUp: 'Set up your client',
  variant: 'How the key is given',
  inFile: 'In the configuration',
  notInFile: 'Not in any file',
  variable: 'First put the key into the environment that the client starts in:',
  run: 'Run this',
  other: 'Any other MCP client',
  back: 'Welcome back',
  beginAgain: 'Begin again',
  code: 'Invite code',
  next: 'Continue',
  dead: {
    missing: { title: 'Enter your invite code', text: 'The code is in the message that invited you.' },
    unknown: {
      title: 'Invite not found',
      text: 'Check the code, or open the link in your invitation again.',
    },
    expired: { title: 'This invite has expired', text: 'Ask whoever invited you for a new one.' },
    used_up: {
      title: 'This invite has been used up',
      text: 'As many people as it was made for have joined already. Ask whoever invited you for a new one.',
    },
  },
  askOperator: 'You can also write to the operator of this server:',
  haveAccount: 'If you have an account already, sign in.',
  said: {
    made: 'The key is made. It is shown only now.',
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'The browser did not allow copying. Select the text and copy it yourself.',
    otherTab: 'This sign-in was begun in another tab or has ended already. Begin again.',
    keyName: 'Invite page',
  },
};

const ja: ClawWords = {
  title: 'ご招待',
  intro:
    'ここで専用のアカウントを作成できます。1 つのキーと 1 つのプリペイド残高で、このサーバーのすべてのツールを使えます。',
  credit: '付与額',
  until: '有効期限',
  elsewhere: 'サインインに進む',
  elsewhereNote: 'いつものアカウントでサインインすると、このページに戻ります。',
  byMailNote: 'コードをメールでお送りします。パスワードはありません。',
  account: 'あなたのアカウント',
  accountId: 'アカウント ID',
  balance: '残高',
  makeKey: 'API キーを作成',
  yourKey: 'あなたの API キー',
  onlyNow: '表示されるのは今だけです。ページを離れる前に安全な場所にコピーしてください。',
  setUp: 'クライアントの設定',
  variant: 'キーの置き場所',
  inFile: '設定ファイルの中',
  notInFile: 'ファイルに書かない',
  variable: 'まず、クライアントを起動する環境にキーを設定します。',
  run: '次を実行',
  other: 'その他の MCP クライアント',
  back: 'お帰りなさい',
  beginAgain: 'はじめからやり直す',
  code: '招待コード',
  next: '次へ',
  dead: {
    missing: { title: '招待コードの入力', text: 'コードは招待メッセージに記載されています。' },
    unknown: {
      title: 'この招待は見つかりません',
      text: 'コードを確認するか、届いたメッセージのリンクをもう一度開いてください。',
    },
    expired: { title: 'この招待は有効期限が切れています', text: '招待してくれた方に新しい招待を依頼してください。' },
    used_up: {
      title: 'この招待はすでに使い切られています',
      text: '予定の人数がすでに参加しています。招待してくれた方に新しい招待を依頼してください。',
    },
  },
  askOperator: 'このサーバーの運営者に問い合わせることもできます。',
  haveAccount: 'すでにアカウントをお持ちの方はサインインしてください。',
  said: {
    made: 'キーを作成しました。表示されるのは今だけです。',
    copy: 'コピー',
    copied: 'コピーしました。',
    notCopied: 'ブラウザーがコピーを許可しませんでした。テキストを選択してコピーしてください。',
    otherTab: 'このサインインは別のタブで始められたか、すでに終了しています。はじめからやり直してください。',
    keyName: '招待ページ',
  },
};

const zh: ClawWords = {
  title: '您已受邀',
  intro: '您可以在此获得自己的账户：一个密钥、一份预付余额，即可使用本服务器的所有工具。',
  credit: '赠送额度',
  until: '有效期至',
  elsewhere: '前往登录',
  elsewhereNote: '使用您常用的账号登录，之后会回到此页面。',
  byMailNote: '验证码将通过电子邮件发送，无需密码。',
  account: '您的账户',
  accountId: '账户 ID',
  balance: '余额',
  makeKey: '创建 API 密钥',
  yourKey: '您的 API 密钥',
  onlyNow: '密钥仅在此时显示。离开页面前请复制到安全的地方。',
  setUp: '设置客户端',
  variant: '密钥的位置',
  inFile: '写在配置中',
  notInFile: '不写入任何文件',
  variable: '请先在启动客户端的环境中设置密钥：',
  run: '运行',
  other: '其他 MCP 客户端',
  back: '欢迎回来',
  beginAgain: '重新开始',
  code: '邀请码',
  next: '继续',
  dead: {
    missing: { title: '输入邀请码', text: '邀请码在邀请消息中。' },
    unknown: { title: '没有这个邀请', text: '请检查邀请码，或从收到的消息中重新打开链接。' },
    expired: { title: '此邀请已过期', text: '请向邀请您的人索取新的邀请。' },
    used_up: { title: '此邀请已被用完', text: '加入人数已达上限。请向邀请您的人索取新的邀请。' },
  },
  askOperator: '您也可以联系本服务器的运营者：',
  haveAccount: '如果您已有账户，请登录。',
  said: {
    made: '密钥已创建，仅在此时显示。',
    copy: '复制',
    copied: '已复制。',
    notCopied: '浏览器不允许复制。请选中文本后自行复制。',
    otherTab: '此登录是在其他标签页开始的，或已经结束。请重新开始。',
    keyName: '邀请页面',
  },
};

export const clawWords: Readonly<Record<Language, ClawWords>> = { en, ja, zh };
