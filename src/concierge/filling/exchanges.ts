/** Reads currency conversions from a message: amount, source and target currency. */
import type { CurrencyAt } from '../reading/money.ts';
import { isInRow } from '../reading/targets.ts';

export interface Money {
  from: string;
  to: string;
  amount: number | null;
  /** What the three were read from. */
  spans: readonly { start: number; end: number; value: string }[];
}

const TO_BEFORE =
  /(?:to|into|in|for|as|against|=|→|->|many|much|対|对|兑|成|为|到|多少|几|何|是|换|兑|等于|合|当|combien|算|个|:) ?(?:the |japanese |chinese )?$/;
const TO_AFTER =
  /^ ?(?:に|へ|だと|では|でいくら|で|换算|建て|だと|くらい|ぐらい|なら|って?いくら|に換|是多少|多少|equivalent|计价|计算)/;
const FROM_BEFORE = /(?:from|of|把|将|用|拿|1|a|an|one|per|the) ?$/;
const FROM_AFTER = /^ ?(?:を|から|は|って|が|対|对|兑|换|to |into |in |\/|→|能|可|等|合)/;

/** One for each pair where several stand in a row: “100 USD in EUR and JPY”, “5 EUR and 10 GBP in yen”. */
export function findExchanges(currencies: readonly CurrencyAt[], command: string, home: string | null): Money[] {
  const rows: CurrencyAt[][] = [];
  for (const one of currencies) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && last.code !== one.code && isInRow(command, readExtent(last), readExtent(one))) row.push(one);
    else rows.push([one]);
  }
  const pairs = splitPairs(currencies, command);
  if (pairs) return pairs.flatMap((two) => findExchange(two, command, home) ?? []);
  const [first = [], second = []] = rows;
  const pair = findExchange(
    rows.flatMap(([one]) => one ?? []),
    command,
    home,
  );
  if (!pair || rows.length !== 2 || first.length + second.length < 3) {
    return findOneToMany(currencies, command, home);
  }
  const [from, to] = first[0]?.code === pair.from ? [first, second] : [second, first];
  return from.flatMap((source) =>
    to
      .filter(({ code }) => code !== source.code)
      .map((target) => ({
        from: source.code,
        to: target.code,
        amount: source.amount,
        spans: listSpans([source, target]),
      })),
  );
}

/** “100 USD to EUR and then to JPY”: every currency beside the first is a target. */
function findOneToMany(currencies: readonly CurrencyAt[], command: string, home: string | null): Money[] {
  const pair = findExchange(currencies, command, home);
  if (!pair) return [];
  const source = currencies.find(({ code }) => code === pair.from);
  const rest = currencies.filter(
    ({ code }, at) => code !== pair.from && code !== pair.to && currencies.findIndex((one) => one.code === code) === at,
  );
  if (!source || rest.some(({ amount }) => amount !== null)) return [pair];
  return [pair, ...rest.map((target) => ({ ...pair, to: target.code, spans: listSpans([source, target]) }))];
}

/** “USD/JPY and EUR/JPY”, ドル円とユーロ円. */
function splitPairs(currencies: readonly CurrencyAt[], command: string): CurrencyAt[][] | null {
  const isJoined = (at: number): boolean => {
    const [one, other] = [currencies[at], currencies[at + 1]];
    if (!one || !other) return false;
    return isInRow(command, readExtent(one), readExtent(other));
  };
  const isPaired = currencies.every((_, at) => at + 1 === currencies.length || isJoined(at) === (at % 2 === 1));
  if (currencies.length < 4 || currencies.length % 2 === 1 || !isPaired) return null;
  return currencies.flatMap((one, at) => (at % 2 === 0 ? [[one, ...currencies.slice(at + 1, at + 2)]] : []));
}

const readExtent = ({ start, end, amountAt }: CurrencyAt) => ({
  start: Math.min(start, amountAt?.start ?? start),
  end: Math.max(end, amountAt?.end ?? end),
});

/** Null where no two currencies can be told. `home`: what an amount is changed into when nobody says. */
export function findExchange(currencies: readonly CurrencyAt[], command: string, home: string | null): Money | null {
  const distinct = currencies.filter(({ code }, at) => currencies.findIndex((other) => other.code === code) === at);
  const [first, second] = distinct;
  if (!first) return null;
  if (!second) {
    if (first.amount === null && !/rate|レート|れ-と|汇率|相场|相場|れーと/.test(command)) return null;
    if (home === null || first.code === home) return null;
    return { from: first.code, to: home, amount: first.amount, spans: listSpans([first]) };
  }
  const [from, to] = orderPair(first, second, command);
  const amount = from.amount ?? null;
  return { from: from.code, to: to.code, amount, spans: listSpans([from, to]) };
}

function orderPair(first: CurrencyAt, second: CurrencyAt, command: string): [CurrencyAt, CurrencyAt] {
  const has = ({ amount }: CurrencyAt): boolean => amount !== null;
  // ユーロ円, USDJPY: what is priced stands before what it is priced in.
  if (!has(first) && !has(second) && first.end === second.start) return [first, second];
  if (has(first) !== has(second)) return has(first) ? [first, second] : [second, first];
  return rateTarget(first, command) > rateTarget(second, command) ? [second, first] : [first, second];
}

function rateTarget({ start, end }: CurrencyAt, command: string): number {
  const before = command.slice(Math.max(0, start - 14), start);
  const after = command.slice(end, end + 6);
  const to = (TO_BEFORE.test(before) ? 2 : 0) + (TO_AFTER.test(after) ? 1 : 0);
  const from = (FROM_BEFORE.test(before) ? 1 : 0) + (FROM_AFTER.test(after) ? 1 : 0);
  return to - from;
}

const listSpans = (currencies: readonly CurrencyAt[]): Money['spans'] =>
  currencies.flatMap(({ code, start, end, amount, amountAt }) => [
    { start, end, value: code },
    ...(amountAt ? [{ ...amountAt, value: String(amount) }] : []),
  ]);
