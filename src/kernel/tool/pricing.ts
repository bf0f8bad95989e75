/**
 * Counts the prices of an input: one per started unit of its largest field, and at least the cost of the most
 * expensive provider.
 */

import type { Micros } from '../../lib/money.ts';
import { FareboxError } from '../errors/errors.ts';
import type { FindSettings } from '../ports.ts';
import type { AnyTool } from './context.ts';
import { type Coverage, type Covers, characters, tokens } from './coverage.ts';
import { type JsonSchema, readProperties, toInputSchema } from './json-schema.ts';

const SHRINK = 0.9;
const SHRINKS_MAX = 40;

/** Amount that a tool promises for its price, and the charge for more. */
export interface Pricing {
  covers: Covers;
  /** How many times the price this input costs, at least 1. */
  countUnits(input: Record<string, unknown>): number;
}

/** The operator's own terms for a tool. */
export interface Sale {
  priceMicros: Micros;
  /** Share of the cost that is added to it, for every input: 0.5 for half. */
  markup?: number | undefined;
  /** The price holds even for an input that costs more. */
  isBelowCost?: boolean | undefined;
}

export interface PricingOptions {
  /** Without them: as the sources come. With them what costs the operator nothing covers all that the schema lets in. */
  settings?: FindSettings | undefined;
  /** The operator's own amounts of what a price covers. */
  amounts?: Readonly<Record<string, number>> | undefined;
  /** Default: the price of the definition. */
  sale?: Sale | undefined;
}

export function computePricing(definition: AnyTool, { settings, amounts = {}, sale }: PricingOptions = {}): Pricing {
  const { price: listMicros = 0, costCeiling, quote } = definition;
  const { priceMicros, markup, isBelowCost = false } = sale ?? { priceMicros: listMicros };
  if (priceMicros === 0 || !costCeiling || quote) return { covers: {}, countUnits: () => 1 };
  const stated =
    priceMicros < listMicros && markup === undefined && !isBelowCost
      ? shrinkCovers(definition, settings, priceMicros)
      : readCovers(definition, settings);
  const isEnough =
    settings !== undefined && isWithin(priceMicros, definition, Object.keys(stated), settings) && markup === undefined;
  const all = { ...(isEnough ? {} : stated), ...changeAmounts(stated, amounts, definition) };
  const coverages = Object.entries(all);
  const factor = isBelowCost ? 0 : 1 + (markup ?? 0);
  const countUnits = (input: Record<string, unknown>): number => {
    // Of inputs that get less for the price, and where the operator's plan is dear, the ceiling tells how many prices they take.
    const ceiling = factor === 0 ? 0 : (computeCeiling(definition, input, settings) * factor) / priceMicros;
    // A millionth of a price is no unit: ceilings are sums of fractions.
    let units = Math.max(1, Math.ceil(ceiling - 1e-6));
    for (const [field, { amount, measure }] of coverages) {
      units = Math.max(units, Math.ceil(measure(input[field], input) / amount));
    }
    return units;
  };
  return { covers: all, countUnits };
}

const readCovers = ({ covers = {} }: AnyTool, settings: FindSettings | undefined): Covers =>
  typeof covers === 'function' ? covers(settings) : covers;

/** A price below that of the definition pays for less, where what it covers would cost more. */
function shrinkCovers(definition: AnyTool, settings: FindSettings | undefined, priceMicros: Micros): Covers {
  const covers = readCovers(definition, settings);
  const cost = computeCostOf(definition, covers, settings);
  const listShare = priceMicros / (definition.price ?? priceMicros);
  let share = Math.min(1, priceMicros / cost);
  for (let tries = 0; tries < SHRINKS_MAX; tries++) {
    const shrunk = scaleCovers(covers, share, listShare);
    if (computeCostOf(definition, shrunk, settings) <= priceMicros) return shrunk;
    share *= SHRINK;
  }
  return scaleCovers(covers, share, listShare);
}

/** Costs of sound can't be tried out: it gets less by as much as the price is lower. */
const scaleCovers = (covers: Covers, share: number, soundShare: number): Covers =>
  Object.fromEntries(
    Object.entries(covers).map(([field, coverage]) => {
      const amount = Math.floor(coverage.amount * (coverage.unit === 'seconds' ? soundShare : share));
      return [field, { ...coverage, amount: Math.max(1, amount) }];
    }),
  );

/** The most that the cheapest of its examples costs: below it a price pays for no call. Micro-USD, may be fractional. */
export function computeLeastCost({ examples, ...definition }: AnyTool, settings?: FindSettings): number {
  const costs = examples.flatMap((example) => {
    const input = definition.input.safeParse(example);
    return input.success ? [computeCeiling(definition, input.data, settings)] : [];
  });
  return costs.length === 0 ? 0 : Math.min(...costs);
}

/** The most that an input costs which one price covers, or one of the examples. Micro-USD, may be fractional. */
export function computeCoveredCost(definition: AnyTool, settings?: FindSettings): number {
  const costs = definition.examples.flatMap((example) => {
    const read = definition.input.safeParse(example);
    return read.success ? [computeCeiling(definition, read.data, settings)] : [];
  });
  return Math.max(0, ...costs, computeCostOf(definition, readCovers(definition, settings), settings));
}

/** Of the first example with the covered fields at their amounts. */
function computeCostOf(definition: AnyTool, covers: Covers, settings: FindSettings | undefined): number {
  const { input, examples } = definition;
  const fields = Object.entries(covers).map(([field, coverage]): [string, unknown] => [
    field,
    buildCovered(coverage, examples[0]?.[field]),
  ]);
  const filled = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  const read = input.safeParse({ ...examples[0], ...filled });
  return read.success ? computeCeiling(definition, read.data, settings) : 0;
}

/** Undefined for what can't be made up, such as sound. */
function buildCovered({ amount, unit }: Coverage, example: unknown): unknown {
  if (unit === 'seconds') return undefined;
  if (unit === 'tokens' || unit === 'pages') return amount;
  const text = unit === 'characters' ? 'あ'.repeat(amount) : 'a'.repeat(amount);
  return Array.isArray(example) ? [text] : text;
}

/** Whether the first example costs no more than the price, with the given fields as large as they may be. */
function isWithin(
  priceMicros: Micros,
  definition: AnyTool,
  fields: readonly string[],
  settings: FindSettings | undefined,
): boolean {
  const { input, examples } = definition;
  const properties = fields.length > 0 ? readProperties(toInputSchema(input)) : {};
  const largest = fields.map((field): [string, unknown] => [field, buildLargest(properties[field])]);
  const probe = input.safeParse({ ...examples[0], ...Object.fromEntries(largest) });
  return probe.success && computeCeiling(definition, probe.data, settings) <= priceMicros;
}

/** An input is refused when it is called, not when it is priced. */
function computeCeiling(
  definition: Pick<AnyTool, 'costCeiling'>,
  input: Record<string, unknown>,
  settings: FindSettings | undefined,
): number {
  try {
    return definition.costCeiling?.(input, settings) ?? 0;
  } catch (thrown) {
    if (thrown instanceof FareboxError) return 0;
    throw thrown;
  }
}

function buildLargest({ type, items, maxLength, maxItems, maximum }: JsonSchema = {}): unknown {
  if (type === 'string') return 'あ'.repeat(Number(maxLength ?? 1));
  if (type !== 'array') return maximum;
  const { maxLength: longest } = typeof items === 'object' && items !== null ? Object(items) : {};
  return Array.from({ length: Number(maxItems ?? 1) }, () => 'a'.repeat(Number(longest ?? 1)));
}

/** A field that the tool itself sets no bound for is counted by what it is: a number, or the characters of a text. */
function changeAmounts(stated: Covers, amounts: Readonly<Record<string, number>>, { input }: AnyTool): Covers {
  if (Object.keys(amounts).length === 0) return {};
  const properties = readProperties(toInputSchema(input));
  const changed = Object.entries(amounts).map(([field, amount]): [string, Coverage] => {
    const isNumber = /^(integer|number)$/.test(String(properties[field]?.type));
    const coverage = stated[field] ?? (isNumber ? tokens(amount) : characters(amount));
    return [field, { ...coverage, amount: Math.max(1, amount) }];
  });
  return Object.fromEntries(changed);
}
