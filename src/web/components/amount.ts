import { toUsd } from '../../lib/money.ts';

const DIGITS_MIN = 3;
const DIGITS_MAX = 6;

/** `$0.004`: always with the same digits, so that columns of them align. */
export function formatAmount(micros: number): string {
  const usd = toUsd(micros);
  return `$${usd.toLocaleString('en-US', { minimumFractionDigits: DIGITS_MIN, maximumFractionDigits: DIGITS_MAX })}`;
}
