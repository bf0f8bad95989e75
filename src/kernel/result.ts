import type { Quote, RegisteredTool } from './context.ts';
import { FareboxError } from './errors.ts';
import type { CallExecution } from './execution.ts';
import { type Micros, toUsd } from './money.ts';
import type { Receipt } from './ports.ts';
import { toRefusalError } from './refusal.ts';
import type { CallResult } from './types.ts';

/** What a call gives, with everything that holds unless `part` says otherwise. */
export function buildResult(
  execution: CallExecution,
  part: Partial<CallResult> & Pick<CallResult, 'output' | 'warnings'>,
): CallResult {
  const { tool, principal, priceMicros } = execution;
  const sandbox = principal.mode === 'test';
  return { tool, priceMicros, balanceMicros: null, receipt: null, cached: false, replayed: false, sandbox, ...part };
}

/** What was paid, and the receipt where anything was. */
export function buildReceiptFields(
  { tool }: CallExecution,
  receipt: Receipt,
): Pick<CallResult, 'priceMicros' | 'receipt'> {
  const priceMicros = tool.definition.quote ? receipt.amountMicros : tool.priceMicros;
  return { priceMicros, receipt: priceMicros > 0 || receipt.parts ? receipt : null };
}

export const createAboveMaxError = ({ name }: RegisteredTool, priceMicros: number): FareboxError =>
  new FareboxError('PRICE_ABOVE_MAX', { details: { tool: name, price: toUsd(priceMicros) } });

/**
 * The most that a composed call may cost as a whole: to its caller it is one call, also where its key has a cap for one.
 * Throws PRICE_ABOVE_MAX or CAP_REACHED when the quote is above it.
 */
export function computeMaxPrice(
  { tool, principal, options }: CallExecution,
  { totalMicros, maxPriceMicros }: Quote<unknown>,
): Micros {
  const most = Math.min(options.maxPriceMicros ?? Infinity, maxPriceMicros ?? Infinity);
  if (totalMicros > most) throw createAboveMaxError(tool, totalMicros);
  const { perCallMicros: cap = Infinity } = principal.kind === 'account' ? principal.caps : {};
  if (totalMicros > cap) throw toRefusalError({ refused: 'cap', cap: 'perCall' }, () => []);
  return Math.min(most, cap);
}
