import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'exchange',
  verbs: `
    exchange rate, exchange rates, currency conversion, convert currency, currency converter, forex, fx rate
    conversion rate, change money, swap currencies
    為替, 為替レート, 両替, かわせ, 通貨換算, 外貨換算, 為替相場, レート換算
    汇率, 兑换, 换汇, 换成外币, 货币换算, 外汇牌价, 外汇, 换钱, 兑, 折合
  `,
  nouns: `
    rate, rates, currency, currencies, convert*, conversion, exchange, against the, stand against, into dollars
    into euros, money worth, exchanged, swap
    レート, 換算, 通貨, 換える, 替える, 外貨
    换算, 货币, 换多少, 能换, 可以换, 换成, 等于多少, 合多少, 值多少, 折算
  `,
  hints: `
    how much, how many, worth, equals, equal, is what, get me, come to, works out, swap, cash, budget, costs, price
    いくら, 何円, なんぼ, どのくらい, いくらくらい, 予算
    多少, 几, 多少钱, 换, 价格, 预算, 值
  `,
  examples: {
    en: ['Convert 80 dollars to yen', 'How many euros is £45?'],
    ja: ['2万円は何ドル?', 'ユーロの為替レートを教えて'],
    zh: ['一百美元换多少人民币', '日元兑港币汇率'],
  },
};
