import { type Micros, toUsd, toUsdText } from '../../lib/money.ts';
import { FareboxError } from '../errors/errors.ts';
import { toRefusalError } from '../errors/refusal.ts';
import type { Receipt } from '../ports.ts';
import type { Principal } from '../principal.ts';
import type { Quote, RegisteredTool } from '../tool/context.ts';
import { formatCovers, listAmounts } from '../tool/coverage.ts';
import type { CallExecution } from './execution.ts';
import type { CallOptions, CallResult } from './types.ts';

const NO_HEADERS: CallResult['headers'] = {};

/** What a call gives, with everything that holds unless `part` says otherwise. */
export function buildResult(
  execution: CallExecution,
  part: Partial<CallResult> & Pick<CallResult, 'output' | 'warnings'>,
): CallResult {
  return {
    tool: execution.tool,
    output: part.output,
    priceMicros: part.priceMicros ?? execution.priceMicros,
    balanceMicros: part.balanceMicros ?? null,
    receipt: part.receipt ?? null,
    warnings: part.warnings,
    headers: part.headers ?? NO_HEADERS,
    cached: part.cached ?? false,
    replayed: part.replayed ?? false,
    sandbox: part.sandbox ?? execution.principal.mode === 'test',
  };
}

/** What was paid, and the receipt where anything was. */
export function buildReceiptFields(receipt: Receipt): Pick<CallResult, 'priceMicros' | 'receipt'> {
  const { amountMicros: priceMicros } = receipt;
  return { priceMicros, receipt: priceMicros > 0 || receipt.parts ? receipt : null };
}

const createAboveMaxError = ({ name }: RegisteredTool, priceMicros: Micros): FareboxError =>
  new FareboxError('PRICE_ABOVE_MAX', {
    message: `This call costs ${toUsdText(priceMicros)} USD, more than you have agreed to. Nothing was charged.`,
    details: { tool: name, price: toUsd(priceMicros) },
  });

/**
 * What this input costs. More than one price is paid only by those who say so: throws PRICE_ABOVE_MAX without a maximum as well
 * as above it.
 */
export function computePrice(tool: RegisteredTool, input: Record<string, unknown>, maxMicros?: Micros): Micros {
  const { name, priceMicros, covers } = tool;
  const units = tool.countUnits(input);
  const wholeMicros = priceMicros * units;
  if (wholeMicros <= (maxMicros ?? priceMicros)) return wholeMicros;
  if (units === 1) throw createAboveMaxError(tool, priceMicros);
  const price = toUsdText(wholeMicros);
  const covered = formatCovers(covers, input);
  throw new FareboxError('PRICE_ABOVE_MAX', {
    message: `This input costs ${units} times the price of ${name}: ${price} USD${covered && `; one price covers ${covered}`}. Nothing was charged.`,
    details: {
      tool: name,
      price: toUsd(wholeMicros),
      units,
      covers: listAmounts(covers, input),
      maxPrice: maxMicros === undefined ? null : toUsd(maxMicros),
    },
  });
}

/** The most that the caller pays. Who pays without an account agrees to the amount by signing it. */
export const chooseMaxPrice = ({ kind }: Principal, { maxPriceMicros }: CallOptions): Micros | undefined =>
  kind === 'account' ? maxPriceMicros : (maxPriceMicros ?? Number.MAX_SAFE_INTEGER);

/** What a composed call may cost as a whole. */
export interface PriceLimits {
  /** To its caller it is one call, also where its key has a cap for one. */
  wholeMicros: Micros;
  /** What its caller has agreed to; undefined when nothing was said. */
  statedMicros: Micros | undefined;
}

/** Throws PRICE_ABOVE_MAX or CAP_REACHED when the quote is above it. */
export function computePriceLimits(
  { tool, principal, options }: CallExecution,
  { totalMicros, flatMicros = totalMicros, maxPriceMicros }: Quote<unknown>,
): PriceLimits {
  const stated = Math.min(options.maxPriceMicros ?? Infinity, maxPriceMicros ?? Infinity);
  const statedMicros = Number.isFinite(stated) ? stated : undefined;
  if (totalMicros > (statedMicros ?? flatMicros)) throw createAboveMaxError(tool, totalMicros);
  const { perCallMicros: cap = Infinity } = principal.kind === 'account' ? principal.caps : {};
  if (totalMicros > cap) throw toRefusalError({ refused: 'cap', cap: 'perCall' }, () => []);
  return { wholeMicros: Math.min(stated, cap), statedMicros };
}
