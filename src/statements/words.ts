/** Words on receipts and statements. */
import type { DepositSource } from '../ledger/tables.ts';

export type StatementLanguage = 'en' | 'ja' | 'zh';

interface SheetWords {
  receipt: string;
  statement: string;
  seller: string;
  buyer: string;
  taxId: string;
  paidOn: string;
  deposit: string;
  reversal: string;
  transaction: string;
  total: string;
  account: string;
  period: string;
  opening: string;
  closing: string;
  spent: string;
  calls: string;
  testNote: string;
  sources: Readonly<Record<DepositSource, string>>;
}

export const sheetWords: Readonly<Record<StatementLanguage, SheetWords>> = {
  en: {
    receipt: 'Receipt',
    statement: 'Statement',
    seller: 'Seller',
    buyer: 'Customer',
    taxId: 'Tax ID',
    paidOn: 'Paid on',
    deposit: 'Deposit',
    reversal: 'Payment reversed',
    transaction: 'Transaction',
    total: 'Total paid',
    account: 'Account',
    period: 'Period: {month}, days in UTC',
    opening: 'Opening balance',
    closing: 'Closing balance',
    spent: 'Total spent',
    calls: '{calls} calls, {refunds} refunded',
    testNote: 'Test mode: no money was paid.',
    sources: {
      card: 'card',
      welcome: 'welcome credit',
      grant: 'credit from the operator',
      reward: 'reward',
      wallet: 'wallet',
    },
  },
  ja: {
    receipt: '領収書',
    statement: '利用明細書',
    seller: '発行者',
    buyer: '宛先',
    taxId: '登録番号',
    paidOn: '入金日',
    deposit: '入金',
    reversal: '入金の取消',
    transaction: '取引ID',
    total: '領収金額',
    account: 'アカウント',
    period: '対象期間：{month}（UTC）',
    opening: '月初残高',
    closing: '月末残高',
    spent: '利用額合計',
    calls: '{calls}回、うち返金{refunds}回',
    testNote: 'テストモード：実際の支払いはありません。',
    sources: {
      card: 'カード',
      welcome: 'ウェルカムクレジット',
      grant: '運営者による付与',
      reward: '報酬',
      wallet: 'ウォレット',
    },
  },
  zh: {
    receipt: '收据',
    statement: '月度账单',
    seller: '开具方',
    buyer: '客户',
    taxId: '税号',
    paidOn: '付款日期',
    deposit: '充值',
    reversal: '充值撤销',
    transaction: '交易 ID',
    total: '实付金额',
    account: '账户',
    period: '账期：{month}（UTC）',
    opening: '期初余额',
    closing: '期末余额',
    spent: '消费合计',
    calls: '{calls} 次调用，其中 {refunds} 次退款',
    testNote: '测试模式：未发生实际付款。',
    sources: { card: '银行卡', welcome: '新用户赠金', grant: '运营方发放', reward: '奖励', wallet: '钱包' },
  },
};
