/** ExchangeRate-API's open endpoint: a whole table of rates for one base currency. */

import { DAY_MS } from '../lib/durations.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

/** One US dollar in other currencies. */
const perDollar = {
  USD: 1,
  EUR: 0.8659,
  JPY: 154.31,
  GBP: 0.7611,
  CNY: 7.1119,
  KRW: 1461.52,
  TWD: 31.2,
  HKD: 7.7811,
  SGD: 1.302,
  AUD: 1.5431,
  CAD: 1.4035,
  CHF: 0.8043,
  SEK: 9.4812,
  INR: 88.7,
  THB: 32.4,
  VND: 26_348.1,
  BRL: 5.331,
  MXN: 18.4,
  ZAR: 17.21,
  AED: 3.6725,
};

const refuseUnsupported = (status: number): TwinReply => ({
  status,
  json: { result: 'error', 'error-type': 'unsupported-code' },
});

function handle({ url, nowMs }: TwinRequest): TwinReply {
  const [, base = ''] = /^\/v6\/latest\/([A-Za-z]{3})$/.exec(url.pathname) ?? [];
  const code = base.toUpperCase();
  const rate = Object.entries(perDollar).find(([name]) => name === code);
  if (!rate) return refuseUnsupported(404);
  const updatedMs = nowMs - (nowMs % DAY_MS) + UPDATE_MS;
  const rates = Object.entries(perDollar).map(([name, value]) => [name, Number((value / rate[1]).toPrecision(6))]);
  return {
    json: {
      result: 'success',
      provider: 'https://www.exchangerate-api.com',
      documentation: 'https://www.exchangerate-api.com/docs/free',
      terms_of_use: 'https://www.exchangerate-api.com/terms',
      ...tellTime('last', updatedMs),
      ...tellTime('next', updatedMs + DAY_MS),
      time_eol_unix: 0,
      base_code: code,
      rates: { [code]: 1, ...Object.fromEntries(rates) },
    },
  };
}

/** When the rates of a day come. */
const UPDATE_MS = 151_000;

const tellTime = (which: 'last' | 'next', ms: number): object => ({
  [`time_${which}_update_unix`]: ms / 1000,
  [`time_${which}_update_utc`]: new Date(ms).toUTCString().replace('GMT', '+0000'),
});

export default defineTwin({
  id: 'open-er-api',
  handle,
  failures: {
    'rate-limit': () => ({ status: 429, body: 'Too many requests' }),
    'error-in-200': () => ({ json: { result: 'error', 'error-type': 'malformed-request' } }),
    empty: () => refuseUnsupported(200),
    'not-found': () => refuseUnsupported(404),
  },
});
