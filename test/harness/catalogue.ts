/** The catalogue of tools as tests see it, and the frozen form of each tool's public surface. */
import { join } from 'node:path';
import { loadRegistry, type RegisteredTool, type Registry, TOOLS_FOLDER } from '../../src/kernel/tool/registry.ts';
import { toUsdText } from '../../src/lib/money.ts';
import { isRecord } from '../../src/lib/record.ts';
import { root } from './sources.ts';

export function loadCatalogue(): Promise<Registry> {
  return loadRegistry(TOOLS_FOLDER, join(root, 'presets'));
}

/** The default of a tool's field, where its documents tell one. */
export const defaultsOf =
  (registry: Registry) =>
  (tool: string, field: string): unknown => {
    const properties = registry.get(tool)?.inputSchema.properties;
    const schema: unknown = isRecord(properties) ? properties[field] : undefined;
    return isRecord(schema) ? schema.default : undefined;
  };

/** What callers rely on: a change of it is made on purpose, with `npm run snapshots`. */
export function snapshotOf(tool: RegisteredTool): string {
  const { name, title, description, toolsetName, method, path, access, effect, reply, category, priceMicros } = tool;
  const { aliases = [] } = tool.definition;
  const surface = {
    name,
    aliases,
    title,
    description,
    toolset: toolsetName,
    category,
    route: `${method} ${path}`,
    access,
    priceUsd: toUsdText(priceMicros),
    effect,
    reply,
    input: tool.inputSchema,
    output: tool.outputSchema,
  };
  return `${JSON.stringify(surface, null, 2)}\n`;
}

export const snapshotFile = (tool: RegisteredTool): string => `test/snapshots/${tool.name}.json`;
