/** Money: amounts from one currency into another, prices of coins. */

import { findCoins, findCurrencies } from '../reading/money.ts';
import { findExchanges, type Money } from './exchanges.ts';
import { type Filler, noteEntity, takeTargets } from './job.ts';
import { addStep } from './steps.ts';

/** What an amount is changed into when nobody says; English is spoken in too many countries to tell. */
const home = { en: null, ja: 'JPY', zh: 'CNY' } as const;

export const fillExchange: Filler = (job) => {
  const { reading, clause } = job;
  const own = findExchanges(
    clause.facts.currencies,
    reading.command.slice(clause.start, clause.end),
    home[reading.language],
  );
  const all = job.isOnly ? findCurrencies(reading, 0, reading.command.length) : [];
  const moneys = own.length > 0 ? own : findExchanges(all, reading.command, home[reading.language]);
  const [money] = moneys;
  if (!money) return clause.facts.currencies.length > 0 || clause.ranked[0]?.isAsked ? 'currency' : false;
  // An amount may stand apart from its currency: “exchange 40 from pounds to dollars”.
  const [alone] = reading.numbers.filter(({ start, end }) => start >= clause.start && end <= clause.end);
  if (money.amount === null && alone)
    noteEntity(job, 'amount', { start: alone.start, end: alone.end, value: String(alone.value) });
  for (const { from, to, spans, ...one } of takeTargets(job, moneys.map(nameTarget))) {
    for (const { value, ...at } of spans)
      noteEntity(job, /^[A-Z]{3}$/.test(value) ? 'currency' : 'amount', { ...at, value });
    const amount = one.amount ?? alone?.value ?? null;
    addStep(job, job.tool, { from, to, ...(amount === null || amount === 1 ? {} : { amount }) });
  }
  return true;
};

const nameTarget = (money: Money) => ({ ...money, value: `${money.from} → ${money.to}` });

export const fillCoinPrices: Filler = (job) => {
  const { reading, clause } = job;
  const coins = clause.facts.coins.length > 0 ? clause.facts.coins : findCoins(reading, 0, reading.command.length);
  if (coins.length === 0) return 'coin';
  for (const { id, start, end } of coins) noteEntity(job, 'coin', { start, end, value: id });
  const currencies = clause.facts.currencies.filter(
    ({ amount }) => amount === null || clause.facts.currencies.length === 1,
  );
  for (const { code, start, end } of currencies) noteEntity(job, 'currency', { start, end, value: code.toLowerCase() });
  const versus = [...new Set(currencies.map(({ code }) => code.toLowerCase()))].join(',');
  addStep(job, job.tool, {
    coins: coins.map(({ id }) => id).join(','),
    ...(versus === '' ? {} : { vsCurrencies: versus }),
  });
  return true;
};
