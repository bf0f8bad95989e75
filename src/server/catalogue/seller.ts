/** Computes the price of a tool from the settings of `farebox.yaml`, never below the operator's cost. */
import type { Config } from '../../config/config.ts';
import type { Problem } from '../../config/file/problems.ts';
import type { ToolTerms } from '../../config/file/tools.ts';
import type { FindSettings } from '../../kernel/ports.ts';
import { computeCoveredCost, computeLeastCost, computePricing, type Sale } from '../../kernel/tool/pricing.ts';
import { changeTool, type RegisteredTool } from '../../kernel/tool/registry.ts';
import { toUsdText } from '../../lib/money.ts';

/** Place of the terms in the file, and the list of their mistakes. */
export interface TermsPlace {
  path: readonly string[];
  problems: Problem[];
}

export interface Seller {
  /** The tool at these terms; as it is where they can't be. */
  sellAt(tool: RegisteredTool, terms: ToolTerms, place: TermsPlace): RegisteredTool;
  /** A part of the price less, but never below cost. */
  sellFor(tool: RegisteredTool, discount: number): RegisteredTool;
}

/** The amount that a price covers follows from the live sources: the sandbox costs the same. Undefined without any. */
export function findLiveSettings(
  { definition }: RegisteredTool,
  { providers: { live } }: Config,
): FindSettings | undefined {
  const isSetUp = definition.uses?.some(({ id }) => live[id] != null) ?? false;
  return isSetUp ? (id) => live[id] ?? null : undefined;
}

export function createSeller(config: Config): Seller {
  // The terms of a tool that has been sold at others already.
  const sales = new WeakMap<RegisteredTool, Sale>();
  const apply = (tool: RegisteredTool, sale: Sale): RegisteredTool => {
    const { priceMicros } = sale;
    const { definition } = tool;
    // What costs something needs somebody who pays.
    const access = priceMicros > 0 && tool.access === 'public' ? 'key' : tool.access;
    if (definition.passThrough) return changeTool(tool, { access, priceMicros });
    const settings = findLiveSettings(tool, config);
    const { covers, countUnits } = computePricing(definition, { settings, amounts: config.inputCaps[tool.name], sale });
    return changeTool(tool, { access, priceMicros, covers, countUnits });
  };
  return {
    sellAt(tool, terms, { path, problems }) {
      const sale = chooseSale(tool, terms, findLiveSettings(tool, config));
      if ('message' in sale) {
        problems.push({ path: [...path, sale.key], message: sale.message });
        return tool;
      }
      const sold = apply(tool, sale);
      sales.set(sold, sale);
      return sold;
    },
    sellFor(tool, discount) {
      const usual = sales.get(tool) ?? { priceMicros: tool.priceMicros };
      return apply(tool, takeOff(tool, usual, discount, findLiveSettings(tool, config)));
    },
  };
}

/** Highest cost of the cheapest call, in whole micro-USD. */
function countLeast({ definition }: RegisteredTool, settings: FindSettings | undefined): number {
  // The operator states one cost for all calls of an own tool.
  const cost = definition.passThrough ? definition.costCeiling?.({}) : computeLeastCost(definition, settings);
  return Math.ceil((cost ?? 0) - 1e-6);
}

function takeOff(
  tool: RegisteredTool,
  { priceMicros, markup, isBelowCost }: Sale,
  discount: number,
  settings: FindSettings | undefined,
): Sale {
  const lower = Math.ceil(priceMicros * (1 - discount) - 1e-6);
  if (isBelowCost) return { priceMicros: lower, isBelowCost };
  if (markup !== undefined) {
    const factor = Math.max(1, (1 + markup) * (1 - discount));
    return { priceMicros: Math.ceil((priceMicros * factor) / (1 + markup) - 1e-6), markup: factor - 1 };
  }
  return { priceMicros: Math.min(priceMicros, Math.max(lower, countLeast(tool, settings))) };
}

interface Mistake {
  key: 'price' | 'markup';
  message: string;
}

function chooseSale(
  tool: RegisteredTool,
  { price, markup, belowCost }: ToolTerms,
  settings: FindSettings | undefined,
): Sale | Mistake {
  const { definition, priceMicros } = tool;
  if (markup !== undefined) return chooseMarkup(definition, markup, settings);
  if (price === undefined) return { priceMicros };
  const least = countLeast(tool, settings);
  // Own tools are known when their server has been asked: too late for a message.
  if (definition.passThrough) return { priceMicros: belowCost ? price : Math.max(price, least) };
  // A composed tool without a fee asks no model.
  const isBelow = price < least && !(definition.quote && price === 0);
  if (!isBelow || belowCost) return { priceMicros: price, isBelowCost: isBelow && belowCost };
  const message = `is below cost: a call can cost ${toUsdText(least)} USD. Set at least that, or add belowCost: true to sell at a loss`;
  return { key: 'price', message };
}

function chooseMarkup(
  definition: RegisteredTool['definition'],
  markup: number,
  settings: FindSettings | undefined,
): Sale | Mistake {
  if (definition.quote)
    return { key: 'markup', message: 'is not possible here: the price is a fee. Set price instead' };
  const cost = computeCoveredCost(definition, settings);
  if (cost === 0)
    return {
      key: 'markup',
      message: 'has no cost to start from: the providers of the tool are free. Set price instead',
    };
  return { priceMicros: Math.ceil(cost * (1 + markup) - 1e-6), markup };
}
