import { z } from 'zod';
import { firstConfigured } from '../../src/kernel/chain.ts';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import coingecko from '../../src/providers/coingecko.ts';

const COINS_MAX = 50;
const CURRENCIES_MAX = 10;

const providers = [coingecko];

/** Words with commas between, in lower case, each once. */
const list = (wordsMax: number, word: RegExp, example: string) =>
  z
    .string()
    .max(2000)
    .transform((text) =>
      [
        ...new Set(
          text
            .toLowerCase()
            .split(/[,、，]/)
            .map((item) => item.trim()),
        ),
      ].filter(Boolean),
    )
    .refine(({ length }) => length >= 1 && length <= wordsMax, `Must name 1 to ${wordsMax}, with commas between`)
    .refine((words) => words.every((item) => word.test(item)), `Must be a list such as ${example}`);

export default defineTool({
  title: 'Crypto prices',
  description: 'Current prices of cryptocurrencies in any currencies, with the change over 24 hours.',
  price: usd('0.002'),
  effect: 'read',
  category: 'crypto',
  uses: providers,
  // The source itself renews its prices about once a minute.
  cache: { seconds: 30, scope: 'public' },
  input: z.object({
    coins: list(COINS_MAX, /^[a-z0-9$._:-]{1,100}$/, 'bitcoin,eth').describe(
      `Ids or symbols with commas between, such as bitcoin,eth; at most ${COINS_MAX}`,
    ),
    vsCurrencies: list(CURRENCIES_MAX, /^[a-z]{2,10}$/, 'usd,jpy')
      .prefault('usd')
      .describe(`Currencies of the prices with commas between, such as usd,jpy; at most ${CURRENCIES_MAX}`),
    include24hChange: z.boolean().default(true).describe('Also tell how the price has changed in 24 hours'),
  }),
  output: z.object({
    prices: z
      .record(
        z.string(),
        z
          .object({ change24h: z.number().optional().describe('In percent, in the first currency') })
          .catchall(z.number())
          .describe('Price by currency'),
      )
      .describe('By coin, as it was asked for'),
    missing: z.array(z.string()).describe('Coins that the source does not know'),
    attribution: z.string(),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  lexicon: {
    verbs: {
      en: 'crypto price*|coin price*|token price*|crypto quote*|price of the coin|cryptocurrency price*|crypto market price*',
      ja: '仮想通貨の価格|暗号資産の価格|仮想通貨の値段|暗号資産の相場|仮想通貨の相場',
      zh: '币价|加密货币价格|虚拟货币价格|数字货币价格|虚拟币价格|币圈行情',
    },
    nouns: {
      en: 'crypto|cryptocurrency|cryptocurrencies|crypto coin|altcoin*|cryptos',
      ja: '仮想通貨|暗号資産|暗号通貨|コイン価格|クリプト',
      zh: '加密货币|虚拟货币|数字货币|虚拟币|币圈|加密币',
    },
    hints: {
      en: 'price|prices|worth|quote|quotes|trading at|value|cost|how much|doing|rate|market|going for|up or down|24h',
      ja: '価格|値段|相場|いくら|なんぼ|レート|時価|値動き|チャート|今',
      zh: '价格|多少钱|什么价|行情|报价|值多少|现价|多少|市价|涨|跌|价',
    },
    values: {
      include24hChange: {
        false: {
          en: "no 24h change|without the 24h change|without 24h change|without the change|without the daily change|no daily change|price only|prices only|just the price|just the prices|skip the 24h change|don't need the 24h change",
          ja: '変動率は不要|変動率は出さなくて|変動率はなくて|変動率は要らない|変動率なし|変化率なし|24時間変動なし|変動率はいらない|24時間の変動は不要|変化率は不要|24時間変化は不要',
          zh: '不要涨跌幅|不用涨跌幅|不需要涨跌幅|不带涨跌幅|不要24小时涨跌|不用二十四小时涨跌|不要二十四小时涨跌|不需要二十四小时|不用24小时|不用二十四小时|不要二十四小时|不用24小时涨跌|不需要24小时',
        },
        true: {
          en: '24h change|24-hour change|daily change',
          ja: '変動率|24hのchange|24h の change|24時間の変動|24時間変動|変化率|前日比',
          zh: '涨跌幅|24小时涨跌|24 小时涨跌|涨跌|二十四小时涨跌',
        },
      },
    },
    examples: {
      en: ['How much is one ethereum?', 'BTC and SOL in yen'],
      ja: ['ビットコインの価格は?', 'イーサリアムの相場を円で'],
      zh: ['比特币现在多少钱', '以太坊最新价格'],
    },
  },
  examples: [
    { coins: 'bitcoin,eth', vsCurrencies: 'usd,jpy' },
    { coins: 'sol', include24hChange: false },
  ],
  costCeiling: (_input, settings) => coingecko.ceiling(settings?.('coingecko') ?? null),
  async run({ coins, vsCurrencies, include24hChange }, ctx) {
    const provider = firstConfigured(providers, ctx);
    const found = await provider.prices({ coins, currencies: vsCurrencies }, ctx);
    const prices = [...found].map(([coin, { prices: priced, changes }]) => {
      const change = vsCurrencies.map((currency) => changes[currency]).find((value) => value !== undefined);
      return [coin, { ...priced, ...(include24hChange && change !== undefined ? { change24h: change } : {}) }];
    });
    return {
      prices: Object.fromEntries(prices),
      missing: coins.filter((coin) => !found.has(coin)),
      attribution: 'Powered by CoinGecko (https://www.coingecko.com)',
      sourceUsed: provider.id,
    };
  },
});
