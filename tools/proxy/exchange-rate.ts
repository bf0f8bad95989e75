import { z } from 'zod';
import { firstConfigured } from '../../src/kernel/chain.ts';
import { invalidInput } from '../../src/kernel/input.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import frankfurter from '../../src/providers/frankfurter.ts';
import openErApi from '../../src/providers/open-er-api.ts';

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Makes the sandbox fail on purpose. */
const magicCurrency = /^XT[A-I]$/;

const code = z.string().trim().length(3).toUpperCase();

const providers = [frankfurter, openErApi];

export default defineTool({
  description: 'Convert an amount between two currencies at the latest daily reference rate.',
  effect: 'read',
  access: 'public',
  category: 'finance',
  uses: providers,
  usesFor: ({ from, to }) => (from === to ? [] : providers),
  cache: { seconds: 600, scope: 'public' },
  input: z.object({
    from: code.describe('Currency to convert from: ISO 4217 code such as USD, in any case'),
    to: code.describe('Currency to convert to: ISO 4217 code such as JPY, in any case'),
    amount: z.number().min(0).max(1e15).default(1).describe('How much of the first currency'),
  }),
  output: z.object({
    from: z.string().describe('Currency code'),
    to: z.string().describe('Currency code'),
    amount: z.number().describe('In the first currency'),
    rate: z.number().describe('What one unit of the first currency is worth in the second'),
    converted: z.number().describe('Amount times rate'),
    date: z.string().describe('Day of the rate'),
    source: z.string().describe('Where the rate comes from'),
    attribution: z.string().optional().describe('What the source asks to be said'),
    sourceUsed: z.string().describe('Id of the provider that answered; local when none was needed'),
  }),
  lexicon: {
    verbs: {
      en: 'exchange rate|exchange rates|currency conversion|convert currency|currency converter|forex|fx rate|conversion rate|change money|swap currencies',
      ja: '為替|為替レート|両替|かわせ|通貨換算|外貨換算|為替相場|レート換算',
      zh: '汇率|兑换|换汇|换成外币|货币换算|外汇牌价|外汇|换钱|兑|折合',
    },
    nouns: {
      en: 'rate|rates|currency|currencies|convert*|conversion|exchange|against the|stand against|into dollars|into euros|money worth|exchanged|swap',
      ja: 'レート|換算|通貨|換える|替える|外貨',
      zh: '换算|货币|换多少|能换|可以换|换成|等于多少|合多少|值多少|折算',
    },
    hints: {
      en: 'how much|how many|worth|equals|equal|is what|get me|come to|works out|swap|cash|budget|costs|price',
      ja: 'いくら|何円|なんぼ|どのくらい|いくらくらい|予算',
      zh: '多少|几|多少钱|换|价格|预算|值',
    },
    examples: {
      en: ['Convert 80 dollars to yen', 'How many euros is £45?'],
      ja: ['2万円は何ドル?', 'ユーロの為替レートを教えて'],
      zh: ['一百美元换多少人民币', '日元兑港币汇率'],
    },
  },
  examples: [
    { from: 'USD', to: 'JPY', amount: 100 },
    { from: 'eur', to: 'gbp' },
  ],
  async run({ from, to, amount }, ctx) {
    for (const [path, value] of Object.entries({ from, to })) {
      if (currencies.has(value) || (ctx.mode === 'test' && magicCurrency.test(value))) continue;
      throw invalidInput([{ path, message: `${JSON.stringify(value)} is no currency code of ISO 4217` }]);
    }
    if (from === to) {
      const date = new Date().toISOString().slice(0, 10);
      return { from, to, amount, rate: 1, converted: amount, date, source: 'The same currency', sourceUsed: 'local' };
    }
    const provider = firstConfigured(providers, ctx);
    const found = await provider.rate({ from, to }, ctx);
    const converted = Number((amount * found.rate).toPrecision(15));
    return { from, to, amount, ...found, converted, source: provider.title, sourceUsed: provider.id };
  },
});
