/** Frankfurter v2: one table of rates against the US dollar. */

import { DAY_MS } from '../lib/durations.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

/** One US dollar in other currencies. */
const perDollar: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 0.8661,
  JPY: 154.32,
  GBP: 0.7612,
  CNY: 7.1124,
  KRW: 1461.8,
  TWD: 31.2,
  HKD: 7.7812,
  SGD: 1.3021,
  AUD: 1.5433,
  NZD: 1.7702,
  CAD: 1.4037,
  CHF: 0.8045,
  SEK: 9.4821,
  NOK: 10.1422,
  DKK: 6.4633,
  PLN: 3.6611,
  CZK: 20.914,
  HUF: 331.2,
  RON: 4.4041,
  TRY: 42.31,
  ILS: 3.2514,
  INR: 88.71,
  IDR: 16_720,
  MYR: 4.1402,
  PHP: 58.92,
  THB: 32.41,
  VND: 26_350,
  BRL: 5.3312,
  MXN: 18.402,
  ZAR: 17.212,
  AED: 3.6725,
  SAR: 3.75,
};

const refuse = (status: number, message: string): TwinReply => ({ status, json: { status, message } });

function handle({ url, nowMs }: TwinRequest): TwinReply {
  const [unknown] = url.searchParams.keys();
  if (unknown !== undefined) return refuse(422, `unknown parameter: ${unknown}`);
  const [, base = '', quote = ''] = /^\/v2\/rate\/([A-Za-z]+)\/([A-Za-z]+)$/.exec(url.pathname) ?? [];
  if (base === '') return refuse(404, 'not found');
  for (const code of [base, quote]) {
    if (perDollar[code.toUpperCase()] === undefined) return refuse(422, `invalid currency: ${code}`);
  }
  const rate = Number(((perDollar[quote.toUpperCase()] ?? 1) / (perDollar[base.toUpperCase()] ?? 1)).toPrecision(5));
  return {
    headers: { 'cache-control': 'public, max-age=86400', 'access-control-allow-origin': '*' },
    json: { date: findWorkingDay(nowMs), base: base.toUpperCase(), quote: quote.toUpperCase(), rate },
  };
}

/** Rates are of the last working day before today. */
function findWorkingDay(nowMs: number): string {
  const day = new Date(nowMs - DAY_MS);
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

export default defineTwin({
  id: 'frankfurter',
  handle,
  failures: {
    down: () => refuse(503, 'timeout'),
    empty: () => refuse(404, 'not found'),
    'not-found': () => refuse(404, 'not found'),
  },
});
