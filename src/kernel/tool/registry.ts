/** Every tool of the product, found by folder: the file name is the tool's name, the folder is its toolset. */

import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { computeEditDistance } from '../../lib/edit-distance.ts';
import { importFile, listFiles } from '../../lib/import-file.ts';
import type { AnyTool, RegisteredTool, Registry } from './context.ts';
import { annotateSchema, type Covers } from './coverage.ts';
import { type JsonSchema, toInputSchema, toJsonSchema } from './json-schema.ts';
import type { PassThrough } from './pass-through.ts';
import { loadPresets } from './presets.ts';
import { computePricing } from './pricing.ts';
import type { HttpMethod, Toolset } from './toolset.ts';

export type { RegisteredTool, Registry } from './context.ts';

/** The product's own. */
export const TOOLS_FOLDER = fileURLToPath(new URL('../../../tools', import.meta.url));

/**
 * Reads `<dir>/<toolset>/_toolset` and every tool file beside it, and the presets in their folder. Throws on a name or
 * route that is taken, and on a preset that does not fit the tools.
 */
export async function loadRegistry(dir: string, presetsDir?: string): Promise<Registry> {
  const paths = listFiles(pathToFileURL(`${dir}/`)).map((path) => path.split('/'));
  const folders = new Set(paths.flatMap(([name = '', file]) => (file === undefined ? [] : [name])));
  const tools: RegisteredTool[] = [];
  const toolsets = new Map<string, Toolset>();
  for (const name of [...folders].sort((a, b) => a.localeCompare(b))) {
    const folder = join(dir, name);
    const own = paths.flatMap(([first, file = '', deeper]) => (first === name && deeper === undefined ? [file] : []));
    const files = own.filter((file) => /\.(js|ts)$/.test(file) && !/\.(d|test)\.ts$/.test(file));
    const toolset = await importDefault<Toolset>(folder, files.find((file) => /^_toolset\./.test(file)) ?? '_toolset');
    toolsets.set(name, toolset);
    for (const file of files.filter(isToolFile).sort()) {
      const definition = await importDefault<AnyTool>(folder, file);
      tools.push(registerTool(basename(file).replace(/\.(js|ts)$/, ''), name, toolset, definition));
    }
  }
  const registry = createRegistry(tools, toolsets);
  return presetsDir === undefined ? registry : { ...registry, presets: await loadPresets(presetsDir, registry) };
}

/** Underscore files are shared by a toolset, lexicons belong to the tool beside them. */
const isToolFile = (file: string): boolean => !file.startsWith('_') && !/\.lexicon\.(js|ts)$/.test(file);

async function importDefault<T>(folder: string, file: string): Promise<T> {
  const module: { default?: T } = await importFile(pathToFileURL(join(folder, file)).href);
  if (!module.default) throw new Error(`${join(folder, file)} has no default export`);
  return module.default;
}

/** One tool of a toolset, as the registry holds it. */
export function registerTool(file: string, toolsetName: string, toolset: Toolset, definition: AnyTool): RegisteredTool {
  const first = parseRoute(definition.route ?? `POST ${toolset.path}/${file}`);
  const pricing = computePricing(definition);
  let input: { covers: Covers; schema: JsonSchema } | undefined;
  return {
    name: `${toolset.namePrefix ?? ''}${file}`,
    file,
    title: definition.title ?? deriveTitle(file),
    description: definition.description,
    toolsetName,
    toolset,
    access: definition.access ?? toolset.access,
    priceMicros: definition.price ?? 0,
    ...pricing,
    effect: definition.effect,
    ...first,
    routes: [first, ...(definition.otherRoutes ?? []).map(parseRoute)],
    reply: definition.reply ?? 'json',
    category: definition.category ?? toolset.category ?? null,
    timeoutMs: definition.timeoutMs ?? toolset.timeoutMs,
    // Made when somebody asks: all of them would be a quarter of a start.
    get inputSchema() {
      if (input?.covers !== this.covers)
        input = {
          covers: this.covers,
          schema: annotateSchema(definition.passThrough?.input ?? toInputSchema(definition.input), this.covers),
        };
      return input.schema;
    },
    get outputSchema() {
      return definition.passThrough
        ? buildResultSchema(definition.passThrough)
        : toJsonSchema(definition.output, 'output');
    },
    definition,
  };
}

/** Over REST. */
const buildResultSchema = ({ structured = { type: 'object' } }: PassThrough): JsonSchema => ({
  type: 'object',
  properties: {
    content: { type: 'array', items: { type: 'object' }, description: 'Content blocks in MCP format.' },
    structured: { description: 'The result as structured data, if the tool provides it.', ...structured },
    isError: {
      type: 'boolean',
      description: '`true` if the tool reported an error; only for tools that charge for such results.',
    },
  },
  required: ['content'],
});

function parseRoute(route: string): { method: HttpMethod; path: string } {
  const match = /^(GET|POST|PUT|PATCH|DELETE) (\/\S+)$/.exec(route);
  if (!match) throw new Error(`Not a route: ${route}`);
  const method = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((other) => other === match[1]);
  return { method: method ?? 'POST', path: match[2] ?? '/' };
}

function deriveTitle(file: string): string {
  const words = file.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Throws on a name or route that is taken. */
export function createRegistry(tools: RegisteredTool[], toolsets: Map<string, Toolset>): Registry {
  const byName = new Map<string, RegisteredTool>();
  const routes = new Set<string>();
  for (const tool of tools) {
    for (const name of [tool.name, ...(tool.definition.aliases ?? [])]) {
      if (byName.has(name)) throw new Error(`Two tools are named ${name}`);
      byName.set(name, tool);
    }
    for (const { method, path } of tool.routes) {
      const shape = `${method} ${path.replace(/\{[^{}]+\}/g, '{}')}`;
      if (routes.has(shape)) throw new Error(`Two tools share the route ${shape}`);
      routes.add(shape);
    }
  }
  return {
    tools,
    toolsets,
    presets: [],
    get: (name) => byName.get(name),
    nearest: (name, count, fits = () => true) =>
      [...byName]
        .flatMap(([known, tool]) => (fits(tool) ? [known] : []))
        .map((registeredName) => ({
          known: registeredName,
          distance: computeEditDistance(name.slice(0, 64), registeredName),
        }))
        .sort((a, b) => a.distance - b.distance)
        .slice(0, count)
        .map(({ known }) => known),
  };
}

/** The same tool on other terms. */
export function changeTool(
  tool: RegisteredTool,
  changes: Partial<Pick<RegisteredTool, 'access' | 'priceMicros' | 'covers' | 'countUnits'>>,
): RegisteredTool {
  const { file, toolsetName, toolset, definition, timeoutMs, access, priceMicros, covers, countUnits } = tool;
  const kept = { timeoutMs, access, priceMicros, covers, countUnits };
  return Object.assign(registerTool(file, toolsetName, toolset, definition), kept, changes);
}

/** Null for a tool that is not offered. */
export type ChangeTerms = (tool: RegisteredTool) => RegisteredTool | null;

/** A registry to which tools come and go while the server runs; its `tools` are then another array. */
export interface ChangingRegistry extends Registry {
  /** As they come. */
  readonly builtIn: readonly RegisteredTool[];
  /** Throws on a name or route that is taken; then nothing has changed. */
  setOwnTools(tools: readonly RegisteredTool[], toolsets: ReadonlyMap<string, Toolset>): void;
  /** Sells the built-in tools on these terms. A preset goes with a tool of it that is not offered. */
  setTerms(change: ChangeTerms): void;
  /** `true` if a built-in tool or toolset has this name. */
  isBuiltIn(name: string): boolean;
}

export function createChangingRegistry(base: Registry): ChangingRegistry {
  let current = base;
  let builtIn = base.tools;
  let own: { tools: readonly RegisteredTool[]; toolsets: ReadonlyMap<string, Toolset> } = {
    tools: [],
    toolsets: new Map(),
  };
  const rebuild = (nextBuiltIn: typeof builtIn, nextOwn: typeof own): void => {
    const toolsets = new Map([...base.toolsets, ...nextOwn.toolsets]);
    const next = createRegistry([...nextBuiltIn, ...nextOwn.tools], toolsets);
    const presets = base.presets.filter(({ tools }) => tools.every((name) => next.get(name) !== undefined));
    current = { ...next, presets };
    builtIn = nextBuiltIn;
    own = nextOwn;
  };
  return {
    builtIn: base.tools,
    get tools() {
      return current.tools;
    },
    get toolsets() {
      return current.toolsets;
    },
    get presets() {
      return current.presets;
    },
    get: (name) => current.get(name),
    nearest: (...search) => current.nearest(...search),
    isBuiltIn: (name) => base.get(name) !== undefined || base.toolsets.has(name),
    setOwnTools: (tools, toolsets) => rebuild(builtIn, { tools, toolsets }),
    setTerms: (change) =>
      rebuild(
        base.tools.flatMap((tool) => change(tool) ?? []),
        own,
      ),
  };
}
