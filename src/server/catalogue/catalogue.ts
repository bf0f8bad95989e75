/** The built-in tools as the operator sells them: limits and amounts of the environment, prices of `farebox.yaml`. */
import { type Config, ConfigError } from '../../config/config.ts';
import type { FareboxFile } from '../../config/file/load.ts';
import type { Problem } from '../../config/file/problems.ts';
import { type AllTerms, type ChangingAgreements, createAgreements } from '../../kernel/tool/agreements.ts';
import { computePricing } from '../../kernel/tool/pricing.ts';
import {
  type ChangeTerms,
  type ChangingRegistry,
  createChangingRegistry,
  type RegisteredTool,
  type Registry,
} from '../../kernel/tool/registry.ts';
import { buildAgreed } from './price-lists.ts';
import { createSeller, findLiveSettings } from './seller.ts';

export interface OpenCatalogue {
  registry: ChangingRegistry;
  agreements: ChangingAgreements;
}

/** Throws a ConfigError for what names no tool, and for a price that can't be. */
export function openCatalogue(loaded: Registry, config: Config): OpenCatalogue {
  applyVariables(loaded, config);
  const registry = createChangingRegistry(loaded);
  const catalogue = { registry, agreements: createAgreements(registry) };
  if (config.file.path !== null) applyTerms(catalogue, buildTerms(registry.builtIn, config.file, config));
  return catalogue;
}

export function applyTerms({ registry, agreements }: OpenCatalogue, { change, agreed }: FileTerms): void {
  registry.setTerms(change);
  agreements.set(agreed);
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
    const settings = findLiveSettings(tool, config);
    const amounts = inputCaps[tool.name];
    if (tool.priceMicros === 0 || (!settings && !amounts)) continue;
    const { covers, countUnits } = computePricing(tool.definition, { settings, amounts });
    tool.covers = covers;
    tool.countUnits = countUnits;
  }
}

/** Prices in the file. */
export interface FileTerms {
  /** Of the built-in tools, for everybody. */
  change: ChangeTerms;
  /** For single accounts. */
  agreed: AllTerms;
}

/** Throws a ConfigError with every mistake of the sections about prices. */
export function buildTerms(builtIn: readonly RegisteredTool[], file: FareboxFile, config: Config): FileTerms {
  const seller = createSeller(config);
  const sold = builtIn.filter(({ toolset: { layer } }) => layer !== null);
  const problems: Problem[] = Object.keys(file.tools ?? {}).flatMap((name) => findUnknown(name, sold, builtIn));
  const changed = new Map<string, RegisteredTool | null>();
  for (const tool of sold) {
    const terms = file.tools?.[tool.name];
    if (terms === undefined) continue;
    if (terms === false || terms.disabled) changed.set(tool.name, null);
    else changed.set(tool.name, seller.sellAt(tool, terms, { path: ['tools', tool.name], problems }));
  }
  const agreed = buildAgreed(file, sold, seller, problems);
  if (problems.length > 0) throw file.createError(problems);
  return { change: (tool) => changed.get(tool.name) ?? (changed.has(tool.name) ? null : tool), agreed };
}

function findUnknown(name: string, sold: readonly RegisteredTool[], builtIn: readonly RegisteredTool[]): Problem[] {
  const names = sold.map((tool) => tool.name);
  if (names.includes(name)) return [];
  const isBuiltIn = builtIn.some((tool) => tool.name === name);
  const message = isBuiltIn ? 'is not part of the priced catalogue' : 'is not a built-in tool';
  return [{ path: ['tools', name], message, isKey: true, names }];
}
