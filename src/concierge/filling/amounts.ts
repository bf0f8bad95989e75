/** Fills the steps for money: currency conversions and coin prices. */

import { findHits } from '../reading/message.ts';
import { type CurrencyAt, findCoins, findCurrencies } from '../reading/money.ts';
import { blankOut } from '../reading/spans.ts';
import { findExchanges, type Money } from './exchanges.ts';
import { type Filler, type Job, noteEntity, takeTargets } from './job.ts';
import { addStep } from './steps.ts';

/** Default target currency by language; English is spoken in too many countries to tell. */
const home = { en: null, ja: 'JPY', zh: 'CNY' } as const;

export const fillExchange: Filler = (job) => {
  const { reading, clause } = job;
  // “I don't want euros”
  const isWanted = ({ start, end }: CurrencyAt): boolean =>
    !reading.denials.some((denial) => start >= denial.start && end <= denial.end);
  const own = findExchanges(
    clause.facts.currencies.filter(isWanted),
    reading.command.slice(clause.start, clause.end),
    home[reading.language],
  );
  const all = job.isOnly ? findCurrencies(reading, 0, reading.command.length).filter(isWanted) : [];
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

const OTHER_MARKET = /(?<![a-z])(?:stocks?|shares?|gold|silver|oil|etf|index)(?![a-z])|株|股|黄金|金の?価格|原油/;
const DEFINITION =
  /とは|って何|何ですか|是什么(?!价)|什么是|(?<![a-z])(?:explain|who (?:made|created|invented))(?![a-z])/;
const SMALL_WORD =
  /^(?:the|a|an|of|in|on|to|for|and|or|is|are|was|what|whats|how|much|many|at|now|today|my|me|i|you|please|give|show|tell|check|get|vs|s|right|current|currently|latest|going|doing|it|its|worth|value|trading|one|buy|buying)$/;

/** “Solana phone review”: a coin is only meant where its price is, or where nothing else is said. */
function isAboutSomethingElse(
  { reading, clause, tool, vocabulary }: Job,
  coins: readonly { start: number; end: number }[],
): boolean {
  const { command } = reading;
  const usual = vocabulary.findUsual(tool);
  const hits = findHits(reading, clause.start, clause.end);
  const isPriced =
    clause.facts.currencies.length > 0 ||
    hits.some(({ key }) => 'tool' in key && key.tool === usual) ||
    /pric|worth|cost|value|trad|rate|market|chart|値|価|相場|いくら|レート|れーと|价|行情|多少|涨|跌|币|幣/.test(
      command,
    );
  if (DEFINITION.test(command)) return true;
  if (isPriced) return false;
  const rest = blankOut(command, coins);
  return (rest.match(/[a-z]{2,}/g) ?? []).some((word) => !SMALL_WORD.test(word));
}

export const fillCoinPrices: Filler = (job) => {
  const { reading, clause } = job;
  const coins = clause.facts.coins.length > 0 ? clause.facts.coins : findCoins(reading, 0, reading.command.length);
  if (coins.length === 0) return OTHER_MARKET.test(reading.command) ? false : 'coin';
  if (isAboutSomethingElse(job, coins)) return false;
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
