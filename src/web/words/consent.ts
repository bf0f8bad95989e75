/** The words of the consent page. */
import type { Language } from '../language.ts';

/** Said by the script, as things happen. */
export type ConsentSaid =
  | 'wrongKey'
  | 'needsRoot'
  | 'needsSession'
  | 'suspended'
  | 'tooManyKeys'
  | 'tooOld'
  | 'wrongLimit'
  | 'noScope'
  | 'done';

/** By the name of what is asked for, which may be one that is not known here. */
const scopes: Readonly<Record<string, string>> = {
  tools: 'call tools and pay for them from your balance; see balance, history and receipts',
  account: 'see and change your company’s profile, team and plan; it can’t make keys',
  newsroom: 'work in your newsroom: analyses, press releases, media lists, campaigns',
};

const en = {
  title: 'Access to your account',
  /** After the name of who asks. */
  asks: 'asks for access to your account. Go on only if you have just started this yourself.',
  from: 'Vouched for by',
  nobody: 'Nobody: any program can use this name',
  to: 'Answer goes to',
  device: 'A program on this device',
  at: 'Works at',
  can: 'It will be able to',
  scopes,
  account: 'Your account',
  byMailNote: 'Sign in to decide. A code comes by e-mail; there is no password.',
  byKey: 'Use the root key of an account instead',
  key: 'Root key',
  keyNote: 'It goes to this server alone, to show that the account is yours. The program never gets it.',
  goOn: 'Go on with this key',
  leave: 'Use another account',
  limits: 'What it may spend, in USD',
  perDay: 'A day',
  total: 'In all',
  perCall: 'For one call',
  limitsNote: 'Empty means no such limit. To end the access later, delete the key that bears the program’s name.',
  allow: 'Allow',
  deny: 'Deny',
  refused: 'This request can’t be answered',
  refusedText: 'Go back to the program that sent you here, and start again. Nothing has been given away.',
  /** Before the place that a link leads to. */
  backTo: 'Back to',
  said: {
    wrongKey: 'This key is invalid.',
    needsRoot: 'Only the root key of the account can do that, not a sub-key.',
    needsSession: 'This account belongs to a company: sign in by e-mail as one of its members.',
    suspended: 'This account is suspended. Contact the operator of this server.',
    tooManyKeys: 'This account has as many keys as it may have. Delete one, then try again.',
    tooOld: 'This request is too old. Start again in the program that sent you here.',
    wrongLimit: 'Enter an amount of 0 or more, with a point before the cents.',
    noScope: 'Leave at least one box ticked, or deny.',
    done: 'Done. Go back to the program; this page can be closed.',
  },
};

const ja: typeof en = {
  title: 'アカウントへのアクセス',
  asks: 'があなたのアカウントへのアクセスを求めています。ご自身で今始めた場合だけ進んでください。',
  from: '名称の保証元',
  nobody: 'なし（どのプログラムもこの名称を使えます）',
  to: '応答の送り先',
  device: 'この端末上のプログラム',
  at: '使える場所',
  can: 'できるようになること',
  scopes: {
    tools: 'ツールを呼び出し、残高から支払う。残高・履歴・領収書を見る',
    account: '会社の情報・メンバー・プランを見て変更する（キーは作れません）',
    newsroom: 'ニュースルームで作業する：分析、プレスリリース、メディアリスト、キャンペーン',
  },
  account: 'あなたのアカウント',
  byMailNote: 'サインインして決めてください。コードがメールで届きます。パスワードはありません。',
  byKey: '代わりにアカウントのルートキーを使う',
  key: 'ルートキー',
  keyNote: '所有の確認のため、このサーバーにだけ送られます。プログラムには渡りません。',
  goOn: 'このキーで進む',
  leave: '別のアカウントを使う',
  limits: '使ってよい金額（USD）',
  perDay: '1 日あたり',
  total: '合計',
  perCall: '1 回あたり',
  limitsNote: '空欄は上限なしです。後でアクセスを終えるには、プログラム名のキーを削除してください。',
  allow: '許可する',
  deny: '拒否する',
  refused: 'このリクエストには応答できません',
  refusedText: '元のプログラムに戻り、最初からやり直してください。何も渡されていません。',
  backTo: '戻る：',
  said: {
    wrongKey: 'このキーは有効ではありません。',
    needsRoot: 'ルートキーだけが使えます。サブキーは使えません。',
    needsSession: 'このアカウントは会社のものです。メンバーとしてメールでサインインしてください。',
    suspended: 'このアカウントは停止されています。サーバーの運営者に連絡してください。',
    tooManyKeys: 'このアカウントのキーは上限に達しています。一つ削除してからお試しください。',
    tooOld: 'このリクエストは古すぎます。元のプログラムからやり直してください。',
    wrongLimit: '金額は 0 以上の数で入力してください。小数点はピリオドです。',
    noScope: '少なくとも一つにチェックを残すか、拒否してください。',
    done: '完了しました。プログラムに戻ってください。このページは閉じて構いません。',
  },
};

const zh: typeof en = {
  title: '访问您的账户',
  asks: '请求访问您的账户。只有在您刚刚亲自发起时才继续。',
  from: '名称担保方',
  nobody: '无（任何程序都可以使用此名称）',
  to: '答复发送至',
  device: '本设备上的程序',
  at: '适用范围',
  can: '它将能够',
  scopes: {
    tools: '调用工具并从余额付款；查看余额、记录和收据',
    account: '查看并更改公司资料、成员和套餐（不能创建密钥）',
    newsroom: '在新闻室工作：分析、新闻稿、媒体名单、活动',
  },
  account: '您的账户',
  byMailNote: '请登录后决定。验证码会通过邮件发送，没有密码。',
  byKey: '改用账户的根密钥',
  key: '根密钥',
  keyNote: '它只发送给本服务器，以证明账户属于您。程序不会得到它。',
  goOn: '使用此密钥继续',
  leave: '使用其他账户',
  limits: '可花费金额（USD）',
  perDay: '每天',
  total: '总计',
  perCall: '单次调用',
  limitsNote: '留空表示不限。以后要结束访问，请删除以该程序命名的密钥。',
  allow: '允许',
  deny: '拒绝',
  refused: '无法答复此请求',
  refusedText: '请回到原来的程序重新开始。没有泄露任何内容。',
  backTo: '返回：',
  said: {
    wrongKey: '此密钥无效。',
    needsRoot: '只能使用账户的根密钥，不能使用子密钥。',
    needsSession: '此账户属于一家公司：请以其成员身份用邮箱登录。',
    suspended: '此账户已停用。请联系本服务器的运营者。',
    tooManyKeys: '此账户的密钥已达上限。请删除一个后再试。',
    tooOld: '此请求已过期。请在原来的程序中重新开始。',
    wrongLimit: '金额必须是不小于 0 的数字，小数点用“.”。',
    noScope: '请至少保留一项勾选，否则请选择拒绝。',
    done: '已完成。请回到程序，此页面可以关闭。',
  },
};

export const consentWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
