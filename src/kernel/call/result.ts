import { type Micros, toUsd, toUsdText } from '../../lib/money.ts';
import { FareboxError } from '../errors/errors.ts';
import { toRefusalError } from '../errors/refusal.ts';
import type { Receipt } from '../ports.ts';
import type { Quote, RegisteredTool } from '../tool/context.ts';
import { formatCovers, listAmounts } from '../tool/coverage.ts';
import type { CallExecution } from './execution.ts';
import type { CallLimits, CallResult } from './types.ts';

const NO_HEADERS: CallResult['headers'] = {};

/** Result of a call, with everything that holds unless `part` says otherwise. */
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

/** Price paid, and the receipt if anything was. */
export function buildReceiptFields(receipt: Receipt): Pick<CallResult, 'priceMicros' | 'receipt'> {
  const { amountMicros: priceMicros } = receipt;
  return { priceMicros, receipt: priceMicros > 0 || receipt.parts ? receipt : null };
}

const createAboveMaxError = ({ name }: RegisteredTool, priceMicros: Micros): FareboxError =>
  new FareboxError('PRICE_ABOVE_MAX', {
    message: `This call costs ${toUsdText(priceMicros)} USD, more than the maximum you allowed. Nothing was charged.`,
    details: { tool: name, price: toUsd(priceMicros) },
  });

/**
 * Price of this input. More than one price needs the caller's consent: throws PRICE_ABOVE_MAX without a maximum as well
 * as above it. The price of a composed call is at most that of its tool, until it has its quote.
 */
export function computePrice(
  tool: RegisteredTool,
  input: Record<string, unknown>,
  { statedMicros, agreedMicros = 0, quotedMicros }: CallLimits,
): Micros {
  const { name, priceMicros, covers } = tool;
  if (tool.definition.quote) return priceMicros;
  const units = tool.countUnits(input);
  const wholeMicros = Math.min(priceMicros * units, quotedMicros ?? Infinity);
  if (wholeMicros <= (statedMicros ?? quotedMicros ?? Math.max(priceMicros, agreedMicros))) return wholeMicros;
  if (units === 1) throw createAboveMaxError(tool, priceMicros);
  const price = toUsdText(wholeMicros);
  const covered = formatCovers(covers, input);
  const maxMicros = statedMicros ?? (agreedMicros > 0 ? agreedMicros : undefined);
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

/** Price limits of a composed call as a whole. */
export interface PriceLimits extends CallLimits {
  /** To its caller it is one call, also where its key has a cap for one. */
  wholeMicros: Micros;
}

/** Throws PRICE_ABOVE_MAX or CAP_REACHED when the quote is above it. */
export function computePriceLimits(
  { tool, principal }: CallExecution,
  { totalMicros, flatMicros = totalMicros, maxPriceMicros }: Quote<unknown>,
  { statedMicros: statedBeside, agreedMicros, quotedMicros }: CallLimits,
): PriceLimits {
  const stated = Math.min(statedBeside ?? Infinity, maxPriceMicros ?? Infinity, quotedMicros ?? Infinity);
  const statedMicros = Number.isFinite(stated) ? stated : undefined;
  if (totalMicros > (statedMicros ?? Math.max(flatMicros, agreedMicros ?? 0)))
    throw createAboveMaxError(tool, totalMicros);
  const { perCallMicros: cap = Infinity } = principal.kind === 'account' ? principal.caps : {};
  if (totalMicros > cap) throw toRefusalError({ refused: 'cap', cap: 'perCall' }, () => []);
  const agreed = agreedMicros === undefined ? Infinity : Math.max(flatMicros, agreedMicros);
  return { wholeMicros: Math.min(statedMicros ?? agreed, cap), statedMicros, agreedMicros };
}
