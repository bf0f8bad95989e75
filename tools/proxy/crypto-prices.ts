import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import coingecko from '../../src/providers/coingecko.ts';
import { lexicon } from './crypto-prices.lexicon.ts';

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

/** Sources divide and send every digit: two of a percentage are what anybody reads. */
const roundChange = (percent: number): number => Math.round(percent * 100) / 100;

export default defineTool({
  title: 'Crypto prices',
  description:
    'Get current cryptocurrency prices in one or more currencies, with the 24-hour change. For conventional currencies use `exchange-rate`.',
  price: usd('0.002'),
  keywords: 'bitcoin, btc, ethereum, eth, solana, dogecoin, ビットコイン, イーサリアム, 比特币, 以太坊, 狗狗币',
  effect: 'read',
  category: 'crypto',
  uses: providers,
  // The source itself renews its prices about once a minute.
  cache: { seconds: 30, scope: 'public' },
  input: z.object({
    coins: list(COINS_MAX, /^[a-z0-9$._:-]{1,100}$/, 'bitcoin,eth').describe(
      `Comma-separated coin IDs or symbols, e.g. bitcoin,eth. At most ${COINS_MAX}.`,
    ),
    vsCurrencies: list(CURRENCIES_MAX, /^[a-z]{2,10}$/, 'usd,jpy')
      .prefault('usd')
      .describe(`Comma-separated currency codes for the prices, e.g. usd,jpy. At most ${CURRENCIES_MAX}.`),
    include24hChange: z.boolean().default(true).describe('Whether to include the price change over 24 hours.'),
  }),
  output: z.object({
    prices: z
      .record(
        z.string(),
        z
          .object({
            change24h: z
              .number()
              .optional()
              .describe('Change over 24 hours in percent, measured in the first currency.'),
          })
          .catchall(z.number())
          .describe('Price of one coin by currency code.'),
      )
      .describe('Prices by coin, named as in the request.'),
    missing: z.array(z.string()).describe('Requested coins that the provider does not list.'),
    attribution: z.string().describe('Attribution required by the data license.'),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
  }),
  lexicon,
  examples: [
    { coins: 'bitcoin,eth', vsCurrencies: 'usd,jpy' },
    { coins: 'sol', include24hChange: false },
  ],
  costCeiling: (_input, settings) => coingecko.ceiling(settings?.('coingecko') ?? null),
  async run({ coins, vsCurrencies, include24hChange }, ctx) {
    const provider = chooseConfigured(providers, ctx);
    const reply = await provider.prices({ coins, currencies: vsCurrencies }, ctx);
    const prices = [...reply].map(([coin, { prices: priced, changes }]) => {
      const change = vsCurrencies.map((currency) => changes[currency]).find((value) => value !== undefined);
      return [
        coin,
        { ...priced, ...(include24hChange && change !== undefined ? { change24h: roundChange(change) } : {}) },
      ];
    });
    return {
      prices: Object.fromEntries(prices),
      missing: coins.filter((coin) => !reply.has(coin)),
      attribution: 'Powered by CoinGecko (https://www.coingecko.com)',
      sourceUsed: provider.id,
    };
  },
});
