/**
 * Counts the prices of an input: one per started unit of its largest field, and at least the cost of the most
 * expensive provider.
 */

import { FareboxError } from '../errors/errors.ts';
import type { FindSettings } from '../ports.ts';
import type { AnyTool } from './context.ts';
import { type Coverage, type Covers, characters, tokens } from './coverage.ts';
import { type JsonSchema, readProperties, toInputSchema } from './json-schema.ts';

/** What a tool promises for its price, and what it charges for more. */
export interface Pricing {
  covers: Covers;
  /** How many times the price this input costs, at least 1. */
  countUnits(input: Record<string, unknown>): number;
}

/**
 * Without `settings`: as the sources come. With them what costs the operator nothing covers all that the schema lets in.
 * `amounts` are the operator's own.
 */
export function computePricing(
  definition: AnyTool,
  settings?: FindSettings,
  amounts: Readonly<Record<string, number>> = {},
): Pricing {
  const { covers = {}, price = 0, costCeiling, quote } = definition;
  if (price === 0 || !costCeiling || quote) return { covers: {}, countUnits: () => 1 };
  const stated = typeof covers === 'function' ? covers(settings) : covers;
  const isEnough = settings !== undefined && isWithinPrice(definition, Object.keys(stated), settings);
  const all = { ...(isEnough ? {} : stated), ...changeAmounts(stated, amounts, definition) };
  const coverages = Object.entries(all);
  const countUnits = (input: Record<string, unknown>): number => {
    // Of inputs that get less for the price, and where the operator's plan is dear, the ceiling tells how many prices they take.
    const ceiling = computeCeiling(definition, input, settings) / price;
    // A millionth of a price is no unit: ceilings are sums of fractions.
    let units = Math.max(1, Math.ceil(ceiling - 1e-6));
    for (const [field, { amount, measure }] of coverages) {
      units = Math.max(units, Math.ceil(measure(input[field], input) / amount));
    }
    return units;
  };
  return { covers: all, countUnits };
}

/** Whether the first example costs no more than the price, with the given fields as large as they may be. */
function isWithinPrice(definition: AnyTool, fields: readonly string[], settings: FindSettings | undefined): boolean {
  const { input, examples, price = 0 } = definition;
  const properties = fields.length > 0 ? readProperties(toInputSchema(input)) : {};
  const largest = fields.map((field): [string, unknown] => [field, buildLargest(properties[field])]);
  const probe = input.safeParse({ ...examples[0], ...Object.fromEntries(largest) });
  return probe.success && computeCeiling(definition, probe.data, settings) <= price;
}

/** What an input is refused for is said when it is called, not where it is priced. */
function computeCeiling(
  definition: AnyTool,
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
