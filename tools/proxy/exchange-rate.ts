import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import frankfurter from '../../src/providers/frankfurter.ts';
import openErApi from '../../src/providers/open-er-api.ts';
import { lexicon } from './exchange-rate.lexicon.ts';

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Makes the sandbox fail on purpose. */
const magicCurrency = /^XT[A-I]$/;

const code = z.string().trim().length(3).toUpperCase();

const providers = [frankfurter, openErApi];

export default defineTool({
  description:
    'Convert an amount between two currencies at the latest daily reference rate. For cryptocurrencies use `crypto-prices`.',
  keywords:
    'usd, eur, jpy, cny, gbp, dollar, euro, yen, yuan, pound, ドル, ユーロ, 円, 人民元, ポンド, 美元, 欧元, 日元, 人民币, 英镑',
  effect: 'read',
  access: 'public',
  category: 'finance',
  uses: providers,
  usesFor: ({ from, to }) => (from === to ? [] : providers),
  cache: { seconds: 600, scope: 'public' },
  input: z.object({
    from: code.describe('Source currency, ISO 4217 code such as USD.'),
    to: code.describe('Target currency, ISO 4217 code such as JPY.'),
    amount: z.number().min(0).max(1e15).default(1).describe('Amount in the source currency.'),
  }),
  output: z.object({
    from: z.string().describe('Source currency, ISO 4217 code.'),
    to: z.string().describe('Target currency, ISO 4217 code.'),
    amount: z.number().describe('Amount in the source currency.'),
    rate: z.number().describe('Value of one source unit in the target currency.'),
    converted: z.number().describe('Amount in the target currency.'),
    date: z.string().describe('Date of the rate, YYYY-MM-DD.'),
    source: z.string().describe('Name of the rate provider.'),
    attribution: z.string().optional().describe('Attribution required by the data license.'),
    sourceUsed: z.string().describe('ID of the provider that answered; `local` if both currencies are equal.'),
  }),
  lexicon,
  examples: [
    { from: 'USD', to: 'JPY', amount: 100 },
    { from: 'eur', to: 'gbp' },
  ],
  async run({ from, to, amount }, ctx) {
    for (const [path, value] of Object.entries({ from, to })) {
      if (currencies.has(value) || (ctx.mode === 'test' && magicCurrency.test(value))) continue;
      throw createInvalidInputError([{ path, message: `${JSON.stringify(value)} is not an ISO 4217 currency code` }]);
    }
    if (from === to) {
      const date = new Date().toISOString().slice(0, 10);
      return { from, to, amount, rate: 1, converted: amount, date, source: 'The same currency', sourceUsed: 'local' };
    }
    const provider = chooseConfigured(providers, ctx);
    const rate = await provider.rate({ from, to }, ctx);
    const converted = Number((amount * rate.rate).toPrecision(15));
    return { from, to, amount, ...rate, converted, source: provider.title, sourceUsed: provider.id };
  },
});
