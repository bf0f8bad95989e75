/** The words of the consent page. */
import type { Language } from '../language.ts';

/** Shown by the script. */
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

/** By the name of the scope, which may be unknown here. */
const scopes: Readonly<Record<string, string>> = {
  tools: 'Call tools and pay for them from your balance; view balance, history and receipts',
  account: "View and change your company's profile, team and plan (can't create keys)",
  newsroom: 'Work in your newsroom: analyses, press releases, media lists and campaigns',
};

const en = {
  title: 'Authorize access',
  /** Follows the name of the app. */
  asks: 'wants to access your account. Continue only if you started this yourself.',
  from: 'Verified domain',
  nobody: 'Not verified. Any app can use this name',
  to: 'Redirects to',
  device: 'An app on this device',
  at: 'Valid for',
  can: 'This app will be able to',
  scopes,
  account: 'Your account',
  byMailNote: "Sign in to continue. We'll email you a code; no password needed.",
  byKey: 'Use a root key instead',
  key: 'Root key',
  keyNote: 'Sent only to this server, to prove that the account is yours. The app never receives it.',
  goOn: 'Continue with this key',
  leave: 'Use a different account',
  limits: 'Spending limits (USD)',
  perDay: 'Daily limit',
  total: 'Total limit',
  perCall: 'Per-call limit',
  limitsNote: "Leave empty for no limit. To revoke access later, revoke the key with the app's name in your dashboard.",
  allow: 'Authorize',
  deny: 'Deny',
  refused: "This request can't be completed",
  refusedText: 'Go back to the app that sent you here and start again. No access was granted.',
  /** Before the host that a link leads to. */
  backTo: 'Back to',
  said: {
    wrongKey: 'This key is invalid or has been revoked.',
    needsRoot: 'Use the root key of the account. Other keys can’t authorize apps.',
    needsSession: 'This account belongs to a company. Sign in with your email as one of its members.',
    suspended: 'This account is suspended. Contact the operator of this server.',
    tooManyKeys: 'This account has reached its maximum number of keys. Revoke one and try again.',
    tooOld: 'This request has expired. Start again in the app that sent you here.',
    wrongLimit: 'Enter an amount of 0 or more, such as 2.50.',
    noScope: 'Select at least one permission, or deny the request.',
    done: 'Access granted. You can close this page and return to the app.',
  },
};

const ja: typeof en = {
  title: 'アクセスの許可',
  asks: 'があなたのアカウントへのアクセスを求めています。ご自身で操作を開始した場合のみ続けてください。',
  from: '確認済みドメイン',
  nobody: '未確認（どのアプリもこの名前を使えます）',
  to: 'リダイレクト先',
  device: 'この端末上のアプリ',
  at: '有効範囲',
  can: 'このアプリに許可される操作',
  scopes: {
    tools: 'ツールの呼び出しと残高からの支払い、残高・履歴・レシートの閲覧',
    account: '会社情報・チーム・プランの閲覧と変更（キーの作成は不可）',
    newsroom: 'ニュースルームでの作業（分析、プレスリリース、メディアリスト、配信）',
  },
  account: 'アカウント',
  byMailNote: '続けるにはサインインしてください。コードをメールでお送りします。パスワードは不要です。',
  byKey: '代わりにルートキーを使う',
  key: 'ルートキー',
  keyNote: '本人確認のため、このサーバーにのみ送信されます。アプリには渡されません。',
  goOn: 'このキーで続ける',
  leave: '別のアカウントを使う',
  limits: '利用上限（USD）',
  perDay: '1日の上限',
  total: '合計の上限',
  perCall: '1回の上限',
  limitsNote:
    '空欄の場合、上限はありません。あとでアクセスを取り消すには、ダッシュボードでアプリ名のキーを無効にしてください。',
  allow: '許可する',
  deny: '拒否する',
  refused: 'このリクエストを完了できません',
  refusedText: '元のアプリに戻り、最初からやり直してください。アクセスは許可されていません。',
  backTo: '戻る：',
  said: {
    wrongKey: 'このキーは正しくないか、無効になっています。',
    needsRoot: 'アカウントのルートキーを使ってください。ほかのキーではアプリを許可できません。',
    needsSession: 'このアカウントは会社のものです。メンバーとしてメールでサインインしてください。',
    suspended: 'このアカウントは停止されています。サーバーの運営者にお問い合わせください。',
    tooManyKeys: 'キーの数が上限に達しています。1つ無効にしてから、もう一度お試しください。',
    tooOld: 'このリクエストは期限切れです。元のアプリから最初からやり直してください。',
    wrongLimit: '0以上の金額を入力してください（例：2.50）。',
    noScope: '1つ以上の権限を選択するか、リクエストを拒否してください。',
    done: 'アクセスを許可しました。このページを閉じて、アプリに戻ってください。',
  },
};

const zh: typeof en = {
  title: '授权访问',
  asks: '请求访问您的账户。请仅在您本人发起时继续。',
  from: '已验证域名',
  nobody: '未验证（任何应用都可使用此名称）',
  to: '跳转至',
  device: '本设备上的应用',
  at: '适用范围',
  can: '此应用将可以',
  scopes: {
    tools: '调用工具并从余额付款；查看余额、记录和收据',
    account: '查看和修改公司资料、团队和套餐（不能创建密钥）',
    newsroom: '在新闻室中工作：分析、新闻稿、媒体名单和邮件推送',
  },
  account: '您的账户',
  byMailNote: '请登录以继续。我们会通过邮件发送验证码，无需密码。',
  byKey: '改用根密钥',
  key: '根密钥',
  keyNote: '仅发送给本服务器，用于证明账户属于您。应用不会获得此密钥。',
  goOn: '使用此密钥继续',
  leave: '使用其他账户',
  limits: '消费限额（USD）',
  perDay: '每日限额',
  total: '总限额',
  perCall: '单次限额',
  limitsNote: '留空表示不限。之后如需撤销授权，请在仪表盘中停用以该应用命名的密钥。',
  allow: '授权',
  deny: '拒绝',
  refused: '无法完成此请求',
  refusedText: '请返回原应用重新开始。未授予任何访问权限。',
  backTo: '返回：',
  said: {
    wrongKey: '此密钥无效或已停用。',
    needsRoot: '请使用账户的根密钥，其他密钥无法授权应用。',
    needsSession: '此账户属于一家公司，请以成员身份用邮箱登录。',
    suspended: '此账户已停用，请联系本服务器的运营方。',
    tooManyKeys: '密钥数量已达上限，请停用一个后重试。',
    tooOld: '此请求已过期，请在原应用中重新开始。',
    wrongLimit: '请输入不小于 0 的金额，例如 2.50。',
    noScope: '请至少选择一项权限，或拒绝此请求。',
    done: '授权成功。您可以关闭此页面并返回应用。',
  },
};

export const consentWords: Readonly<Record<Language, typeof en>> = { en, ja, zh };
