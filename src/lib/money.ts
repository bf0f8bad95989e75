/**
 * Amounts of money. Inside, every amount is an integer number of micro-USD (`Micros`);
 * outside it is a USD number with at most six decimals. 1 WT (reward token) = 0.001 USD.
 */
export type Micros = number;

export const MICROS_PER_USD = 1_000_000;
const MICROS_PER_WT = 1_000;
export const MICROS_PER_CENT = 10_000;

/** One grant, cap or deposit may not exceed this (1,000,000 USD). */
export const MICROS_PER_GRANT_MAX = 1_000_000 * MICROS_PER_USD;

/** Parses a decimal USD string such as `'0.002'` exactly; throws on more than six decimals. */
export function usd(text: string): Micros {
  const match = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) throw new Error(`Not an amount in USD with at most six decimals: ${text}`);
  return toExact(Number(match[1]) * MICROS_PER_USD + Number((match[2] ?? '').padEnd(6, '0')));
}

/** Throws unless the amount is an exact integer, so that no cent is ever lost to rounding. */
export function toExact(micros: number): Micros {
  if (!Number.isSafeInteger(micros)) throw new RangeError(`Amount is beyond exact arithmetic: ${micros}`);
  return micros;
}

/**
 * USD as a JSON number without a binary-float tail: 300000 micros → 0.3. One division of whole numbers is correctly
 * rounded, so it is the very number that the decimal text stands for.
 */
export function toUsd(micros: Micros): number {
  return micros === 0 ? 0 : toExact(micros) / MICROS_PER_USD;
}

/** USD as decimal text without trailing zeros: 2000 micros → "0.002". */
export function toUsdText(micros: Micros): string {
  const sign = micros < 0 ? '-' : '';
  const digits = String(Math.abs(toExact(micros))).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -6)}${fraction ? `.${fraction}` : ''}`;
}

/**
 * A limit in USD given by a caller, as the most whole micros that do not exceed it: 0.0019999 USD does not allow 2000
 * micros. Throws when it is not finite or too large.
 */
export function fromUsd(limit: number): Micros {
  const nearest = toExact(Math.round(limit * MICROS_PER_USD));
  return toUsd(nearest) > limit ? nearest - 1 : nearest;
}

/** The price as shown to callers: `"0.002 (2 WT)"`, `"0"` for free. */
export function formatPrice(micros: Micros): string {
  if (micros === 0) return '0';
  return `${toUsdText(micros)} (${Number((micros / MICROS_PER_WT).toFixed(3))} WT)`;
}
