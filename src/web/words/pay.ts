/** The words of the pages of a deposit, in the payer's language. */
import type { Language } from '../language.ts';

/** What the sandbox's checkout can be made to do. */
export type Play = 'paid' | 'twice' | 'reordered' | 'failing' | 'declined' | 'expired';

export interface PayWords {
  deposit: string;
  linkIntro: string;
  amount: string;
  playMoney: string;
  account: string;
  accountId: string;
  balance: string;
  toPayment: string;
  payAgain: string;
  paidAlready: string;
  testNote: string;
  liveNote: string;
  noDeposits: string;
  askOperator: string;
  onward: string;
  onwardText: string;
  openCheckout: string;
  waiting: string;
  waitingText: string;
  pendingText: string;
  arrived: string;
  arrivedText: string;
  failed: string;
  failedText: string;
  backToLink: string;
  deadLink: string;
  deadLinkText: string;
  sandboxTitle: string;
  sandboxIntro: string;
  tryWrong: string;
  back: string;
  checkoutIsOver: string;
  states: Readonly<Record<string, string>>;
  plays: Readonly<Record<Play, string>>;
}

const en: PayWords = {
  deposit: 'Deposit {amount}',
  linkIntro:
    'This adds prepaid balance to the account of an AI agent. Compare the account below with the one you mean.',
  amount: 'Amount',
  playMoney: 'play money',
  account: 'Account',
  accountId: 'Account id',
  balance: 'New balance',
  toPayment: 'Continue to payment: {amount}',
  payAgain: 'Pay another {amount}',
  paidAlready:
    'This link has been used: {amount} arrived on the account. Do you want to pay the same amount once more?',
  testNote: 'This is a test account: the checkout of the sandbox takes play money.',
  liveNote: 'The payment is made on the page of our payment provider. Nothing is charged before you confirm it there.',
  noDeposits: "Deposits can't be made here at the moment.",
  askOperator: 'Card payments are not set up for this account. The operator of this server can add to its balance:',
  onward: 'On to the checkout',
  onwardText: 'The checkout opens by itself.',
  openCheckout: 'Open the checkout',
  waiting: 'Waiting for the confirmation',
  waitingText:
    'The payment provider has not confirmed the payment yet, which usually takes seconds. This page looks again by itself.',
  pendingText:
    'The payment is on its way, by a method that takes its time. The deposit is added when it arrives; you can close this page.',
  arrived: 'The deposit has arrived',
  arrivedText: 'You can close this page. The agent repeats its call and goes on.',
  failed: 'The payment was not made',
  failedText: 'Nothing was added to the account, and nothing is charged here. You can try again.',
  backToLink: 'Try again',
  deadLink: 'This link leads nowhere',
  deadLinkText: 'Ask whoever gave it to you for a new one. Nothing has been charged.',
  sandboxTitle: 'Pay {amount} in the sandbox',
  sandboxIntro: 'This checkout belongs to the sandbox: it takes play money for a test account. Nobody is charged.',
  tryWrong: 'Try what can go wrong',
  back: 'Back',
  checkoutIsOver: 'This checkout is {state}.',
  states: { paid: 'paid', pending: 'pending', expired: 'expired', failed: 'failed', refused: 'refused' },
  plays: {
    paid: 'Pay',
    twice: 'Pay; each event arrives three times',
    reordered: 'Pay by a slow method; its events arrive in the wrong order',
    failing: 'Pay; the first delivery of the event fails',
    declined: 'Pay by a slow method that fails in the end',
    expired: 'Let the checkout expire',
  },
};

const ja: PayWords = {
  deposit: '{amount} の入金',
  linkIntro: 'AI エージェントのアカウントに前払い残高を追加します。下のアカウントが正しいかどうかをご確認ください。',
  amount: '金額',
  playMoney: 'テスト用・実際のお金ではありません',
  account: 'アカウント',
  accountId: 'アカウント ID',
  balance: '入金後の残高',
  toPayment: '支払いに進む：{amount}',
  payAgain: 'さらに {amount} を支払う',
  paidAlready: 'このリンクは使用済みで、{amount} がアカウントに入金されています。同じ金額をもう一度支払いますか？',
  testNote: 'これはテスト用アカウントです。サンドボックスの決済では実際のお金を使いません。',
  liveNote: 'お支払いは決済事業者のページで行います。そこで確定するまで請求は発生しません。',
  noDeposits: '現在、こちらでは入金できません。',
  askOperator: 'このアカウントではカード決済が設定されていません。サーバーの運営者が残高を追加できます：',
  onward: '決済ページへ',
  onwardText: '決済ページが自動的に開きます。',
  openCheckout: '決済ページを開く',
  waiting: '確認を待っています',
  waitingText: '決済事業者からの確認がまだ届いていません。通常は数秒で届きます。このページは自動的に更新されます。',
  pendingText: '時間のかかる方法で支払いが進行中です。到着しだい残高に追加されます。このページは閉じてかまいません。',
  arrived: '入金が完了しました',
  arrivedText: 'このページは閉じてかまいません。エージェントが呼び出しを再開します。',
  failed: '支払いは行われませんでした',
  failedText: 'アカウントには何も追加されておらず、請求もありません。もう一度お試しいただけます。',
  backToLink: 'もう一度試す',
  deadLink: 'このリンクは使えません',
  deadLinkText: 'リンクを受け取った相手に、新しいリンクを依頼してください。請求は発生していません。',
  sandboxTitle: 'サンドボックスで {amount} を支払う',
  sandboxIntro: 'サンドボックスの決済ページです。テスト用アカウントのためのもので、実際の請求は発生しません。',
  tryWrong: 'うまくいかない場合を試す',
  back: '戻る',
  checkoutIsOver: 'この決済の状態：{state}',
  states: { paid: '支払い済み', pending: '処理中', expired: '期限切れ', failed: '失敗', refused: '拒否' },
  plays: {
    paid: '支払う',
    twice: '支払う（各イベントが 3 回届く）',
    reordered: '時間のかかる方法で支払う（イベントの順序が入れ替わる）',
    failing: '支払う（イベントの最初の配信が失敗する）',
    declined: '時間のかかる方法で支払い、最後に失敗する',
    expired: '決済を期限切れにする',
  },
};

const zh: PayWords = {
  deposit: '充值 {amount}',
  linkIntro: '此操作将为一个 AI 智能体的账户增加预付余额。请核对下面的账户是否正确。',
  amount: '金额',
  playMoney: '虚拟资金',
  account: '账户',
  accountId: '账户 ID',
  balance: '充值后余额',
  toPayment: '前往付款：{amount}',
  payAgain: '再支付 {amount}',
  paidAlready: '此链接已使用：{amount} 已到账。要再支付一次相同金额吗？',
  testNote: '这是测试账户：沙盒的收银台使用虚拟资金。',
  liveNote: '付款在支付服务商的页面上进行。在您确认之前不会扣款。',
  noDeposits: '目前无法在此充值。',
  askOperator: '此账户未配置银行卡付款。服务器的运营者可以为其增加余额：',
  onward: '前往收银台',
  onwardText: '收银台将自动打开。',
  openCheckout: '打开收银台',
  waiting: '正在等待确认',
  waitingText: '支付服务商尚未确认付款，通常只需数秒。本页会自动刷新。',
  pendingText: '付款正在处理中，该付款方式需要一些时间。到账后会自动增加余额，您可以关闭此页面。',
  arrived: '充值已到账',
  arrivedText: '您可以关闭此页面。智能体会重新发起调用并继续工作。',
  failed: '付款未完成',
  failedText: '账户没有增加任何金额，这里也没有扣款。您可以重试。',
  backToLink: '重试',
  deadLink: '此链接无效',
  deadLinkText: '请向提供链接的人索取新的链接。没有产生任何扣款。',
  sandboxTitle: '在沙盒中支付 {amount}',
  sandboxIntro: '这是沙盒的收银台：为测试账户收取虚拟资金，不会向任何人扣款。',
  tryWrong: '试试可能出现的问题',
  back: '返回',
  checkoutIsOver: '此付款的状态：{state}',
  states: { paid: '已支付', pending: '处理中', expired: '已过期', failed: '失败', refused: '被拒绝' },
  plays: {
    paid: '支付',
    twice: '支付（每个事件送达三次）',
    reordered: '用较慢的方式支付（事件顺序颠倒）',
    failing: '支付（事件首次送达失败）',
    declined: '用较慢的方式支付，最终失败',
    expired: '让付款过期',
  },
};

export const payWords: Readonly<Record<Language, PayWords>> = { en, ja, zh };
