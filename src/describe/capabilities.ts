/** The capabilities document of the concierge protocol, made from the registry for one caller's mode. */

import { hasSources, isResting } from '../kernel/call/available.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import { describeCovers } from '../kernel/tool/coverage.ts';
import type { JsonSchema } from '../kernel/tool/json-schema.ts';
import type { RegisteredTool, Registry } from '../kernel/tool/registry.ts';
import type { Category } from '../kernel/tool/tool.ts';
import { formatPrice, toUsd } from '../lib/money.ts';
import { isRecord } from '../lib/record.ts';

export interface ToolDescriptor {
  id: string;
  layer: 'L1' | 'L2';
  category: string;
  /** USD a call. */
  price: number;
  description: string;
  params: string;
  /** What one price covers of an input, by field; absent where that is everything. */
  covers?: Readonly<Record<string, number>>;
  /** `POST /api/proxy/weather` */
  route: string;
  /** One of its sources is set up here and not resting after failures. */
  available: boolean;
}

/** The tools of layers 1 and 2, in the registry's order; those of one category when it is given. */
export function describeTools(ctx: CallContext, category?: Category): ToolDescriptor[] {
  return listDirectTools(ctx.registry)
    .filter((tool) => category === undefined || tool.category === category)
    .map((tool) => ({
      id: tool.name,
      layer: tool.toolset.layer === 1 ? 'L1' : 'L2',
      category: tool.category ?? 'utility',
      price: toUsd(tool.priceMicros),
      description: tool.description,
      params: formatParams(tool.inputSchema),
      ...describeCovers(tool.covers),
      route: `${tool.method} ${tool.path}`,
      available: isAvailable(tool, ctx),
    }));
}

/** Every category, those without a tool too: the specification's list is fixed. */
export function countCategories(registry: Registry): Record<Category, number> {
  const tools = listDirectTools(registry);
  const counts = { ...zeroes };
  for (const { category } of tools) if (category !== null) counts[category] += 1;
  return counts;
}

const zeroes: Readonly<Record<Category, number>> = {
  search: 0,
  llm: 0,
  translate: 0,
  weather: 0,
  utility: 0,
  finance: 0,
  crypto: 0,
  data: 0,
  scrape: 0,
  vision: 0,
  audio: 0,
};

export interface PriceRow {
  tool: string;
  layer: 1 | 2 | 3;
  price: string;
  /** What one price covers of an input, by field; absent where that is everything. */
  covers?: Readonly<Record<string, number>>;
}

export function buildPriceTable(registry: Registry): PriceRow[] {
  return registry.tools.flatMap(({ name, toolset: { layer }, priceMicros, covers }) => {
    if (layer === null) return [];
    return [{ tool: name, layer, price: formatPrice(priceMicros), ...describeCovers(covers) }];
  });
}

function listDirectTools(registry: Registry): RegisteredTool[] {
  return registry.tools.filter(({ toolset: { layer } }) => layer === 1 || layer === 2);
}

const isAvailable = (tool: RegisteredTool, { environment }: CallContext): boolean =>
  hasSources(tool, environment) && !isResting(tool, environment);

/** `query* string (≤ 400), maxResults integer (1–10, default 5)`: a star marks what is required. */
export function formatParams({ properties, required }: JsonSchema): string {
  const fields = isRecord(properties) ? properties : {};
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(fields)
    .map(([name, schema]) => {
      const hasDefault = isRecord(schema) && schema.default !== undefined;
      return `${name}${needed.includes(name) && !hasDefault ? '*' : ''} ${formatKind(schema)}`;
    })
    .join(', ');
}

function formatKind(schema: unknown): string {
  if (!isRecord(schema)) return 'any';
  const choices: unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  const kind = choices.length > 0 ? choices.join('|') : formatType(schema);
  const covered = schema['x-covers'] === undefined ? '' : `one price covers ${schema['x-covers']}`;
  const notes = [
    formatBounds(schema),
    covered,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ];
  const texts = notes.filter((note) => note !== '').join(', ');
  return texts === '' ? kind : `${kind} (${texts})`;
}

function formatType({ type, items, anyOf, oneOf }: JsonSchema): string {
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) {
    const kinds = alternatives.filter((one) => isRecord(one) && one.type !== 'null').map(formatKind);
    return [...new Set(kinds)].join('|') || 'any';
  }
  if (Array.isArray(type)) return type.filter((one) => one !== 'null').join('|');
  if (type === 'array') return `${isRecord(items) ? formatKind(items) : 'any'}[]`;
  return typeof type === 'string' ? type : 'any';
}

function formatBounds(schema: JsonSchema): string {
  const low = schema.minimum ?? schema.minItems;
  const high = schema.maximum ?? schema.maxLength ?? schema.maxItems;
  if (typeof high !== 'number' || high === Number.MAX_SAFE_INTEGER) return '';
  return typeof low === 'number' ? `${low} to ${high}` : `at most ${high}`;
}
