/** The words of the pages of a deposit, in the payer's language. */
import type { Language } from '../language.ts';

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
};

export const payWords: Readonly<Record<Language, PayWords>> = { en, ja, zh };
