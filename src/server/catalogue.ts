/** The built-in tools as the operator sells them: limits and amounts of the environment, prices of `farebox.yaml`. */
import { type Config, ConfigError } from '../config/config.ts';
import type { FareboxFile } from '../config/file/load.ts';
import type { Problem } from '../config/file/problems.ts';
import type { ToolTerms } from '../config/file/tools.ts';
import type { FindSettings } from '../kernel/ports.ts';
import { computeCoveredCost, computeLeastCost, computePricing, type Sale } from '../kernel/tool/pricing.ts';
import {
  type ChangeTerms,
  type ChangingRegistry,
  changeTool,
  createChangingRegistry,
  type RegisteredTool,
  type Registry,
} from '../kernel/tool/registry.ts';
import { toUsdText } from '../lib/money.ts';

/** Throws a ConfigError for what names no tool, and for a price that can't be. */
export function openCatalogue(registry: Registry, config: Config): ChangingRegistry {
  applyVariables(registry, config);
  const changing = createChangingRegistry(registry);
  if (config.file.tools) changing.setTerms(buildTerms(changing.builtIn, config.file, config));
  return changing;
}

function applyVariables(registry: Registry, config: Config): void {
  const { l2TimeoutMs, inputCaps } = config;
  for (const tool of registry.tools) {
    if (tool.toolset.layer === 2 && tool.definition.timeoutMs === undefined) tool.timeoutMs = l2TimeoutMs;
  }
  for (const [name, fields] of Object.entries(inputCaps)) {
    const tool = registry.get(name);
    if (!tool) throw new ConfigError(`INPUT_CAPS names the tool ${name}, which does not exist.`);
    const unknown = Object.keys(fields).find((field) => !Object.hasOwn(tool.definition.input.shape, field));
    if (unknown) throw new ConfigError(`INPUT_CAPS names the field ${unknown}, which ${name} does not have.`);
  }
  for (const tool of registry.tools) {
    const settings = findSettings(tool, config);
    const amounts = inputCaps[tool.name];
    if (tool.priceMicros === 0 || (!settings && !amounts)) continue;
    const { covers, countUnits } = computePricing(tool.definition, { settings, amounts });
    tool.covers = covers;
    tool.countUnits = countUnits;
  }
}

/** What a price covers follows from the sources that are set up live: the sandbox costs the same. Undefined without any. */
function findSettings({ definition }: RegisteredTool, { providers: { live } }: Config): FindSettings | undefined {
  const isSetUp = definition.uses?.some(({ id }) => live[id] != null) ?? false;
  return isSetUp ? (id) => live[id] ?? null : undefined;
}

/** Throws a ConfigError with every mistake of the section `tools`. */
export function buildTerms(builtIn: readonly RegisteredTool[], file: FareboxFile, config: Config): ChangeTerms {
  const { tools: entries = {} } = file;
  const sold = builtIn.filter(({ toolset: { layer } }) => layer !== null);
  const names = sold.map(({ name }) => name);
  const unknown = Object.keys(entries).filter((name) => !names.includes(name));
  const problems: Problem[] = unknown.map((name) => {
    const message = builtIn.some((tool) => tool.name === name)
      ? 'is not part of the priced catalogue'
      : 'is not a built-in tool';
    return { path: ['tools', name], message, isKey: true, names };
  });
  const changed = new Map<string, RegisteredTool | null>();
  for (const tool of sold) {
    const terms = entries[tool.name];
    if (terms === undefined) continue;
    if (terms === false || terms.disabled) changed.set(tool.name, null);
    else changed.set(tool.name, sellTool(tool, terms, config, problems));
  }
  if (problems.length > 0) throw file.createError(problems);
  return (tool) => changed.get(tool.name) ?? (changed.has(tool.name) ? null : tool);
}

function sellTool(tool: RegisteredTool, terms: ToolTerms, config: Config, problems: Problem[]): RegisteredTool {
  const settings = findSettings(tool, config);
  const sale = chooseSale(tool, terms, settings);
  if ('message' in sale) {
    problems.push({ path: ['tools', tool.name, sale.key], message: sale.message });
    return tool;
  }
  const { priceMicros } = sale;
  const { covers, countUnits } = computePricing(tool.definition, {
    settings,
    amounts: config.inputCaps[tool.name],
    sale,
  });
  // What costs something needs somebody who pays.
  const access = priceMicros > 0 && tool.access === 'public' ? 'key' : tool.access;
  return changeTool(tool, { access, priceMicros, covers, countUnits });
}

type Mistake = { key: 'price' | 'markup'; message: string };

function chooseSale(
  { definition, priceMicros }: RegisteredTool,
  { price, markup, belowCost }: ToolTerms,
  settings: FindSettings | undefined,
): Sale | Mistake {
  if (markup !== undefined) return chooseMarkup(definition, markup, settings);
  if (price === undefined) return { priceMicros };
  const least = Math.ceil(computeLeastCost(definition, settings) - 1e-6);
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
