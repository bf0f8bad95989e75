/** CoinGecko's simple price, with prices of a day in November. */
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

/** Id → symbol, USD, change of a day in percent. */
const coins: Readonly<Record<string, readonly [string, number, number]>> = {
  bitcoin: ['btc', 76_975, -1.4093297098441402],
  ethereum: ['eth', 2514.33, 0.5218],
  tether: ['usdt', 1.0, 0.0021],
  'usd-coin': ['usdc', 0.9998, -0.0011],
  binancecoin: ['bnb', 642.17, 0.9042],
  solana: ['sol', 142.06, -2.7719],
  ripple: ['xrp', 1.38, 3.1168],
  dogecoin: ['doge', 0.1387, -0.4125],
  cardano: ['ada', 0.4419, 1.2034],
  polkadot: ['dot', 4.02, -1.0077],
  litecoin: ['ltc', 88.51, 0.1934],
  monero: ['xmr', 231.4, 2.0901],
  'quant-network': ['qnt', 71.22, -0.9313],
};

const perUsd: Readonly<Record<string, number>> = {
  usd: 1,
  eur: 0.92,
  gbp: 0.79,
  jpy: 154.33,
  cny: 7.19,
  twd: 32.1,
  krw: 1392,
  btc: 1 / 76_975,
};

function handle({ method, url, headers }: TwinRequest): TwinReply {
  const isProHost = url.hostname.startsWith('pro-');
  if (isProHost && headers['x-cg-demo-api-key'] !== undefined) return buildStatus(400, 10_011, WRONG_HOST);
  if (isProHost && headers['x-cg-pro-api-key'] === undefined) return buildStatus(401, 10_002, 'API Key Missing');
  if (url.hostname === 'api.coingecko.com' && headers['x-cg-pro-api-key'] !== undefined) {
    return buildStatus(
      400,
      10_010,
      'If you are using Pro API key, please change your root URL to pro-api.coingecko.com',
    );
  }
  if (method !== 'GET' || !url.pathname.endsWith('/simple/price')) {
    return { status: 404, json: { error: 'Incorrect path. Please check https://www.coingecko.com/api/' } };
  }
  const words = (name: string): string[] => url.searchParams.get(name)?.toLowerCase().split(',').filter(Boolean) ?? [];
  const [ids, symbols, currencies] = [words('ids'), words('symbols'), words('vs_currencies')];
  if (currencies.length === 0) return { status: 400, json: { error: 'Missing parameter vs_currencies' } };
  if (ids.length + symbols.length === 0) {
    return { status: 422, json: { error: 'Missing one of the following parameters: ids, names, symbols' } };
  }
  const change = url.searchParams.get('include_24hr_change') === 'true';
  const byId = ids.map((id) => [id, coins[id]] as const);
  const bySymbol = symbols.map((symbol) => [symbol, Object.values(coins).find(([known]) => known === symbol)] as const);
  const entries = [...byId, ...bySymbol].flatMap(([key, coin]) =>
    coin ? [[key, buildPrice(coin, currencies, change)]] : [],
  );
  return { headers: { 'cache-control': 'public, max-age=60' }, json: Object.fromEntries(entries) };
}

/** A currency that is not known is left out. */
function buildPrice(
  [, usd, changed]: readonly [string, number, number],
  currencies: string[],
  change: boolean,
): unknown {
  const rates = currencies.flatMap((code) => {
    const rate = perUsd[code];
    return rate === undefined ? [] : [[code, rate] as const];
  });
  return Object.fromEntries(
    rates.flatMap(([code, rate]) => [
      [code, Number((usd * rate).toPrecision(8))],
      ...(change ? [[`${code}_24h_change`, changed]] : []),
    ]),
  );
}

const WRONG_HOST =
  'If you are using Demo API key, please change your root URL from pro-api.coingecko.com to api.coingecko.com';

const buildStatus = (code: number, error_code: number, error_message: string): TwinReply => ({
  status: code,
  json: { timestamp: '2026-11-21T00:00:00.000+00:00', error_code, status: { error_message } },
});

const refuseLimited = (text: string): TwinReply => ({
  status: 429,
  headers: { 'retry-after': '53' },
  json: { status: { error_code: 429, error_message: text } },
});

export default defineTwin({
  id: 'coingecko',
  handle,
  failures: {
    'rate-limit': () =>
      refuseLimited("You've exceeded the Rate Limit. Please visit https://www.coingecko.com/en/api/pricing"),
    'bad-key': () => buildStatus(401, 10_002, 'API Key Missing'),
    quota: () => refuseLimited('You have used up the monthly credits of your plan.'),
    down: () => ({ status: 503, json: { error: 'Service Unavailable' } }),
    'error-in-200': () => ({ json: { status: { error_code: 500, error_message: 'Internal error' } } }),
    empty: () => ({ json: {} }),
    'not-found': () => ({ json: {} }),
    retired: () => ({
      status: 401,
      json: { error: { status: { error_code: 10_005, error_message: 'Plan restricted' } } },
    }),
  },
});
