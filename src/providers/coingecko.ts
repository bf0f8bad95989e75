/** CoinGecko: prices of coins. https://docs.coingecko.com */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { defineUsdSetting, meterCost, readRequestMicros } from './shared/cost.ts';
import { figure } from './shared/figures.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';

const PRO_URL = 'https://pro-api.coingecko.com/api/v3';

const facts: ProviderDefinition = {
  id: 'coingecko',
  title: 'CoinGecko',
  tier: 'T1',
  about: 'Cryptocurrency prices. Works without a key at a low rate limit; a demo key or paid plan raises it.',
  baseUrl: 'https://api.coingecko.com/api/v3',
  settings: {
    apiKey: { kind: 'secret', about: 'API key from coingecko.com; without one, rate limits apply per IP address' },
    plan: {
      kind: 'text',
      about: 'demo, or pro for a key of a paid plan, which uses a different host',
      default: 'demo',
    },
    requestUsd: defineUsdSetting('0'),
  },
};

/** Symbols are shared by many coins: these are the ones that everybody means. Other words are taken for ids first. */
const wellKnown: Readonly<Record<string, string>> = {
  btc: 'bitcoin',
  eth: 'ethereum',
  usdt: 'tether',
  usdc: 'usd-coin',
  bnb: 'binancecoin',
  sol: 'solana',
  xrp: 'ripple',
  doge: 'dogecoin',
  ada: 'cardano',
  trx: 'tron',
  avax: 'avalanche-2',
  dot: 'polkadot',
  link: 'chainlink',
  ltc: 'litecoin',
  bch: 'bitcoin-cash',
  xlm: 'stellar',
  atom: 'cosmos',
  xmr: 'monero',
  etc: 'ethereum-classic',
  shib: 'shiba-inu',
  ton: 'the-open-network',
  uni: 'uniswap',
  apt: 'aptos',
  arb: 'arbitrum',
  op: 'optimism',
  fil: 'filecoin',
  algo: 'algorand',
  hbar: 'hedera-hashgraph',
  icp: 'internet-computer',
};

/** Without a price a member may be null; a coin that is not known is left out. */
const priceReply = z.record(z.string(), z.record(z.string(), figure));

interface PriceRequest {
  /** Ids such as `bitcoin`, or symbols such as `btc`, in lower case. */
  coins: readonly string[];
  /** Codes in lower case. */
  currencies: readonly string[];
}

/** Of one coin: price by currency, and its change in percent over 24 hours. */
export interface CoinPrice {
  prices: Record<string, number>;
  changes: Record<string, number>;
}

/** Prices by coin, as it was asked for; one that nobody knows is left out. Throws `empty` when nobody knows any. */
async function fetchPrices({ coins, currencies }: PriceRequest, ctx: CallContext): Promise<Map<string, CoinPrice>> {
  const byId = await ask({ ids: coins.map((coin) => wellKnown[coin] ?? coin) }, currencies, ctx);
  const prices = new Map<string, CoinPrice>();
  for (const coin of coins) noteUnknownNames(prices, coin, byId[wellKnown[coin] ?? coin], currencies);
  const left = coins.filter((coin) => !prices.has(coin));
  if (left.length > 0) {
    const bySymbol = await ask({ symbols: left }, currencies, ctx);
    for (const coin of left) noteUnknownNames(prices, coin, bySymbol[coin], currencies);
  }
  if (prices.size === 0) throw new UpstreamFailure('empty', facts.id);
  return prices;
}

async function ask(coins: Record<string, readonly string[]>, currencies: readonly string[], ctx: CallContext) {
  const settings = settingsOf(facts, ctx);
  const { apiKey, baseUrl, plan } = settings;
  const isPro = plan === 'pro';
  const fields = Object.entries(coins).map(([field, words]) => [field, words.join(',')]);
  const reply = await requestJson(facts, ctx, {
    ...(isPro && baseUrl === facts.baseUrl ? { baseUrl: PRO_URL } : {}),
    path: '/simple/price',
    query: { ...Object.fromEntries(fields), vs_currencies: currencies.join(','), include_24hr_change: true },
    headers: { [isPro ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: apiKey },
    reply: priceReply,
    classify,
  });
  meterCost(facts, ctx, readRequestMicros(facts, settings));
  return reply;
}

function noteUnknownNames(
  prices: Map<string, CoinPrice>,
  coin: string,
  reply: Readonly<Record<string, number | null>> | undefined,
  currencies: readonly string[],
): void {
  const readPrices = (suffix: string): Record<string, number> =>
    Object.fromEntries(
      currencies.flatMap((currency) => {
        const value = reply?.[`${currency}${suffix}`];
        return typeof value === 'number' ? [[currency, value]] : [];
      }),
    );
  const priced = readPrices('');
  if (Object.keys(priced).length > 0) prices.set(coin, { prices: priced, changes: readPrices('_24h_change') });
}

/** Three shapes of errors; a key on the wrong host is told as 400, and so is a currency that does not exist. */
function classify({ status, text }: ProviderReply): FailureKind | undefined {
  if (status === 200) return /"error_code"\s*:|^\s*\{\s*"error"/.test(text) ? 'lying' : undefined;
  if (status === 400 && /"error_code"\s*:\s*100\d\d/.test(text)) return 'auth';
  if (status === 400 && /vs_currenc/.test(text)) return 'empty';
  return status === 429 && /monthly|credits/i.test(text) ? 'quota' : undefined;
}

/** At most two requests: one by id, one by symbol. */
const ceiling = (settings: ProviderSettings | null): number => Math.ceil(2 * readRequestMicros(facts, settings));

export default defineProvider(facts, { prices: fetchPrices, ceiling });
