/** Amounts, currencies and coins of a clause. */
import type { Hit, Reading } from './message.ts';

export interface CurrencyAt {
  code: string;
  start: number;
  end: number;
  /** With a number that belongs to it. */
  amount: number | null;
  amountAt: { start: number; end: number } | null;
}

const symbols: Readonly<Record<string, string>> = {
  us$: 'USD',
  c$: 'CAD',
  ca$: 'CAD',
  can$: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  nz$: 'NZD',
  hk$: 'HKD',
  nt$: 'TWD',
  s$: 'SGD',
  sg$: 'SGD',
  r$: 'BRL',
  mx$: 'MXN',
  mex$: 'MXN',
  'cn¥': 'CNY',
  'jp¥': 'JPY',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₩': 'KRW',
  '₹': 'INR',
  '฿': 'THB',
  '₫': 'VND',
  '₱': 'PHP',
  '₽': 'RUB',
  '₺': 'TRY',
  '₪': 'ILS',
  '₴': 'UAH',
  '₦': 'NGN',
  '₡': 'CRC',
  '₲': 'PYG',
  '₸': 'KZT',
  '₮': 'MNT',
  '₭': 'LAK',
  '₾': 'GEL',
  '₼': 'AZN',
  '₵': 'GHS',
  '৳': 'BDT',
  '﷼': 'IRR',
  '﹩': 'USD',
};
const symbolForm = /(?:us|ca|can|au|nz|hk|nt|sg|mx|mex|cn|jp|[casr])?[$¥]|[€£₩₹฿₫₱₽₺₪₴₦₡₲₸₮₭₾₼₵৳﷼]/g;

const NUMERAL_BEFORE = /[0-9〇一二两三四五六七八九十百千万亿几幾何数k多少些]$/;
const AFTER_YEN =
  /^(?:で|に|を|の|は|と|建|换|だ|が|から|って|対|\/|→|、|。|\?|？|！|!| |$|\n|,|，|相场|レ|れ|高|安|へ|も|札|ほど|分|く|ぐ|以|ま|し|何|い|多|对|兑|和|等|合|能|可|価|价|値|值)/;

/** The currencies that are spoken of between `start` and `end`, in order. */
export function findCurrencies(reading: Reading, start: number, end: number): CurrencyAt[] {
  const { command } = reading;
  const hits = reading.names.filter(({ key }) => key.kind === 'currency');
  const within = hits.filter((hit) => hit.start >= start && hit.end <= end);
  const signs = [...command.slice(start, end).matchAll(symbolForm)].map((match) => readSign(match, start, reading));
  const all: CurrencyAt[] = [...signs.flat()];
  for (const hit of within) {
    if (hit.key.kind !== 'currency' || all.some((other) => hit.start < other.end && hit.end > other.start)) continue;
    if (!isMeant(hit, reading, within.length + signs.length > 1)) continue;
    all.push({ code: hit.key.value, start: hit.start, end: hit.end, amount: null, amountAt: null });
  }
  const currencies = all.sort((a, b) => a.start - b.start);
  return joinCurrencies(
    currencies.map((currency) => addAmount(currency, reading)),
    command,
  );
}

function readSign(
  match: RegExpExecArray | RegExpMatchArray,
  offset: number,
  { command, language }: Reading,
): CurrencyAt[] {
  const at = offset + (match.index ?? 0);
  const [sign] = match;
  const isPart = /^[a-z]/.test(sign) && /[a-z]/.test(command.charAt(at - 1));
  const bare = isPart ? sign.replace(/^[a-z]+/, '') : sign;
  const first = at + sign.length - bare.length;
  const code = bare === '¥' && language === 'zh' ? 'CNY' : symbols[bare];
  return code === undefined ? [] : [{ code, start: first, end: at + sign.length, amount: null, amountAt: null }];
}

/** A short or everyday word is a currency only where a number or another currency is near. */
function isMeant(hit: Hit, { command, text }: Reading, hasOthers: boolean): boolean {
  if (hit.key.kind !== 'currency') return false;
  const before = command.slice(Math.max(0, hit.start - 3), hit.start).trimEnd();
  const after = command.slice(hit.end, hit.end + 4);
  if (hit.key.isCode) {
    const words = text.original.slice(text.starts[hit.start] ?? 0, text.starts[hit.end] ?? 0);
    const isCapital = words === words.toUpperCase();
    const isNear =
      NUMERAL_BEFORE.test(before) || /^ ?[0-9]/.test(after) || /[/→>-]$/.test(before) || /^ ?[/→>-]/.test(after);
    if (hit.key.needsContext) return isNear || (isCapital && hasOthers);
    return isCapital || isNear || hasOthers || /(?:in|to|into|与|和|对|兑)$/.test(before) || !/[a-z]/.test(before);
  }
  if (hit.text.length > 1) return true;
  if (/[円元块刀弗铢镑欧]/.test(hit.text)) {
    if (/^[円元]/.test(hit.text) && (/^[円元]/.test(after) || /[円元]$/.test(before))) return true;
    if (NUMERAL_BEFORE.test(before)) return !/^(?:形|盘|周|卓|柱|気|旦|素|宵)/.test(after);
    return hit.text === '円' && AFTER_YEN.test(after) && !/[一-龯]$/.test(before.replace(/[本日对円ロドル]$/, ''));
  }
  return false;
}

/** The number right before or, for a sign, right after. */
function addAmount(currency: CurrencyAt, { command, numbers }: Reading): CurrencyAt {
  const isSign = /[$€£¥₩₹฿₫₱₽₺₪₴₦₡₲₸₮₭₾₼₵৳﷼﹩]$/.test(command.slice(currency.start, currency.end));
  const isCode = /^[a-z]{3}$/.test(command.slice(currency.start, currency.end));
  const before = numbers.find(
    ({ end }) => end <= currency.start && /^[ -]?(?:of |个|块|枚|の)?$/.test(command.slice(end, currency.start)),
  );
  const after = numbers.find(({ start }) => start >= currency.end && /^ ?$/.test(command.slice(currency.end, start)));
  const isNext = after !== undefined && after.start === currency.end;
  const match = isSign ? (after ?? before) : isCode || isNext ? (before ?? after) : before;
  if (!match) return currency;
  return { ...currency, amount: match.value, amountAt: { start: match.start, end: match.end } };
}

/** “$400 CAD”, “¥8,000 yen” and “500 块人民币” speak of one currency. */
function joinCurrencies(currencies: CurrencyAt[], plain: string): CurrencyAt[] {
  const distinct: CurrencyAt[] = [];
  for (const one of currencies) {
    const last = distinct.at(-1);
    const ended = last ? Math.max(last.end, last.amountAt?.end ?? 0) : 0;
    const isSame =
      last?.amountAt &&
      one.start - ended <= 1 &&
      !/[/→>-]/.test(plain.slice(ended, one.start)) &&
      isAlso(last, one, plain);
    if (
      last &&
      last.amount === null &&
      last.end === one.start &&
      /^(?:块|块钱)$/.test(plain.slice(last.start, last.end))
    )
      distinct[distinct.length - 1] = one;
    else if (last && isAfterPair(distinct, one, plain))
      distinct[0] = { ...(distinct[0] ?? one), amount: one.amount, amountAt: one.amountAt };
    else if (last && isUnitOf(last, one, plain))
      distinct[distinct.length - 1] = { ...one, code: last.code, start: last.start };
    else if (isSame && last)
      distinct[distinct.length - 1] = { ...last, code: one.code, end: Math.max(one.end, last.end) };
    else distinct.push(one);
  }
  return distinct;
}

/** “加币换澳币,750块”: so much of the first. */
const isAfterPair = (currencies: readonly CurrencyAt[], one: CurrencyAt, plain: string): boolean => {
  const [first, second] = currencies;
  return (
    currencies.length === 2 &&
    first?.amount === null &&
    second?.amount === null &&
    one.amountAt !== null &&
    /^ ?[,、，] ?$/.test(plain.slice(second.end, one.amountAt.start)) &&
    UNIT.test(plain.slice(one.start, one.end))
  );
};

/** “新台币五千元”: the unit after the number repeats the currency before it. */
const isUnitOf = (last: CurrencyAt, one: CurrencyAt, plain: string): boolean => {
  const number = one.amountAt;
  const isFree = last.amountAt === null || last.amountAt.start === number?.start;
  return (
    isFree &&
    number !== null &&
    number.start - last.end >= 0 &&
    number.start - last.end <= 1 &&
    UNIT.test(plain.slice(one.start, one.end))
  );
};

const UNIT = /^(?:元|块|塊|圆|圓|块钱|dollars?|円)$/;

const isAlso = (last: CurrencyAt, one: CurrencyAt, plain: string): boolean => {
  const word = plain.slice(last.start, last.end);
  const isSign = /[$¥€£块]$/.test(word);
  return isSign && (one.amountAt === null || one.amountAt.start === last.amountAt?.start);
};

const NAME_MIN = 4;

const PRICE =
  /price|worth|quote|trading|value|cost|how much|rate|market|going for|how many|buy one|価格|かかく|値|相场|いくら|なんぼ|时价|れ-と|れーと|レート|多少|价|行情|涨|跌|何円|何ドル|币|コイン|こいん|crypto|coin|token/;

/** Ids of the coins between `start` and `end`, each once. */
export function findCoins(reading: Reading, start: number, end: number): { id: string; start: number; end: number }[] {
  const entities = reading.names.filter(({ key }) => key.kind === 'coin');
  const within = entities.filter((hit) => hit.start >= start && hit.end <= end);
  const sure = within.some(({ key }) => key.kind === 'coin' && !key.needsContext);
  const speaksOfPrice = PRICE.test(reading.command.slice(start, end));
  const meant = within.filter((hit) => {
    if (hit.key.kind !== 'coin') return false;
    if (!hit.key.needsContext) return true;
    const { text } = reading;
    const words = text.original.slice(text.starts[hit.start] ?? 0, text.starts[hit.end] ?? 0);
    const isTicker = /^[A-Z0-9]{2,6}$/.test(words);
    // “eth in gbp”: what has a price in a currency.
    const isPriced = reading.names.some(
      ({ key, start: at }) =>
        key.kind === 'currency' && /^ (?:in|to|vs|versus|against) $/.test(reading.command.slice(hit.end, at)),
    );
    return isTicker || sure || isPriced || (speaksOfPrice && (within.length === 1 || words.length >= NAME_MIN));
  });
  const ids = new Map(
    meant.map(({ key, ...at }) => [key.kind === 'coin' ? key.value : '', { start: at.start, end: at.end }]),
  );
  return [...ids].map(([id, at]) => ({ id, ...at }));
}
