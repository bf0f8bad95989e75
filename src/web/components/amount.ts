import { toUsd } from '../../lib/money.ts';

const DIGITS_MIN = 3;
const DIGITS_MAX = 6;

/** `$0.004`: always with the same digits, so that columns of them align. */
export function formatAmount(micros: number): string {
  const usd = toUsd(micros);
  return `$${usd.toLocaleString('en-US', { minimumFractionDigits: DIGITS_MIN, maximumFractionDigits: DIGITS_MAX })}`;
}

const CENT_DIGITS = 2;

/** `$20.00`: a sum that is paid, or a total; it has more digits only where they say something. */
export const formatSum = (usd: number): string =>
  `$${usd.toLocaleString('en-US', { minimumFractionDigits: CENT_DIGITS, maximumFractionDigits: DIGITS_MAX })}`;
