import type { Lexicon } from '../../src/kernel/tool/lexicon.ts';

export const lexicon: Lexicon = {
  task: 'coinPrices',
  verbs: `
    crypto price*, coin price*, token price*, crypto quote*, price of the coin, cryptocurrency price*
    crypto market price*
    仮想通貨の価格, 暗号資産の価格, 仮想通貨の値段, 暗号資産の相場, 仮想通貨の相場
    币价, 加密货币价格, 虚拟货币价格, 数字货币价格, 虚拟币价格, 币圈行情
  `,
  nouns: `
    crypto, cryptocurrency, cryptocurrencies, crypto coin, altcoin*, cryptos
    仮想通貨, 暗号資産, 暗号通貨, コイン価格, クリプト
    加密货币, 虚拟货币, 数字货币, 虚拟币, 币圈, 加密币
  `,
  hints: `
    price, prices, worth, quote, quotes, trading at, value, cost, how much, doing, rate, market, going for, up or down
    24h
    価格, 値段, 相場, いくら, なんぼ, レート, 時価, 値動き, チャート, 今
    价格, 多少钱, 什么价, 行情, 报价, 值多少, 现价, 多少, 市价, 涨, 跌, 价
  `,
  values: {
    include24hChange: {
      false: `
        no 24h change, without the 24h change, without 24h change, without the change, without the daily change
        no daily change, price only, prices only, just the price, just the prices, skip the 24h change
        don't need the 24h change
        変動率は不要, 変動率は出さなくて, 変動率はなくて, 変動率は要らない, 変動率なし, 変化率なし, 24時間変動なし
        変動率はいらない, 24時間の変動は不要, 変化率は不要, 24時間変化は不要
        不要涨跌幅, 不用涨跌幅, 不需要涨跌幅, 不带涨跌幅, 不要24小时涨跌, 不用二十四小时涨跌, 不要二十四小时涨跌
        不需要二十四小时, 不用24小时, 不用二十四小时, 不要二十四小时, 不用24小时涨跌, 不需要24小时
      `,
      true: `
        24h change, 24-hour change, daily change
        変動率, 24hのchange, 24h の change, 24時間の変動, 24時間変動, 変化率, 前日比
        涨跌幅, 24小时涨跌, 24 小时涨跌, 涨跌, 二十四小时涨跌
      `,
    },
  },
  examples: {
    en: ['How much is one ethereum?', 'BTC and SOL in yen'],
    ja: ['ビットコインの価格は?', 'イーサリアムの相場を円で'],
    zh: ['比特币现在多少钱', '以太坊最新价格'],
  },
};
