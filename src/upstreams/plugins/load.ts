/** Loads the plugins of `farebox.yaml`: each is a folder or package of tool files, and becomes a toolset of that name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../../config/config-error.ts';
import type { RegisteredTool } from '../../kernel/tool/context.ts';
import type { ProviderDefinition } from '../../kernel/tool/provider.ts';
import { registerTool } from '../../kernel/tool/registry.ts';
import type { Toolset } from '../../kernel/tool/toolset.ts';
import { importFile } from '../../lib/import-file.ts';
import { runOnce } from '../../lib/memoize.ts';
import { isRecord } from '../../lib/record.ts';
import { resolveWorkerUrl } from '../../lib/worker-url.ts';
import { toKebabCase } from '../definitions.ts';
import { buildToolset } from '../toolset.ts';
import { type AnyPluginTool, buildPluginTool, toProvider } from './build.ts';
import { definedTools } from './defined.ts';

const TOOL_FILE = /^(?!_).*(?<!\.d|\.test)\.[cm]?[jt]s$/;
const CAUSE_CHARACTERS_MAX = 500;
const DEFAULT_FOLDER = 'tools';

export interface LoadedPlugins {
  tools: RegisteredTool[];
  toolsets: Map<string, Toolset>;
  providers: ProviderDefinition[];
}

/** `file`: of the configuration, where relative paths start. Throws a ConfigError that names the file at fault. */
export async function loadPlugins(names: readonly string[], file: string): Promise<LoadedPlugins> {
  const loaded: LoadedPlugins = { tools: [], toolsets: new Map(), providers: [] };
  if (names.length > 0) shareTools();
  for (const name of names) {
    const { id, folder } = findPlugin(name, file);
    if (loaded.toolsets.has(id))
      throw new ConfigError(`${file}: two plugins are named ${id}. Rename one of the folders.`);
    const toolset = buildToolset(id, {});
    loaded.toolsets.set(id, toolset);
    for (const path of listToolFiles(folder, name, file)) {
      const tool = await importTool(path);
      loaded.providers.push(...(tool.uses ?? []).map(toProvider));
      const toolName = toKebabCase(basename(path).replace(/\.[cm]?[jt]s$/, ''));
      loaded.tools.push(registerTool(toolName, id, toolset, buildPluginTool(tool, id)));
    }
  }
  return { ...loaded, providers: [...new Map(loaded.providers.map((one) => [one.id, one])).values()] };
}

/** `farebox/tool` is this server's own, wherever a plugin lies. */
const shareTools = runOnce(() => {
  const target = JSON.stringify(resolveWorkerUrl('tool').href);
  const hooks = `export const resolve = (name, context, next) =>
    name === 'farebox/tool' ? { url: ${target}, shortCircuit: true } : next(name, context);`;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
});

function findPlugin(name: string, file: string): { id: string; folder: string } {
  const here = dirname(file);
  if (name.startsWith('.') || isAbsolute(name)) {
    const folder = resolve(here, name);
    return { id: toKebabCase(basename(folder)), folder };
  }
  const places = createRequire(file).resolve.paths(name) ?? [];
  const place = places.map((modules) => join(modules, name)).find((one) => existsSync(join(one, 'package.json')));
  if (place === undefined)
    throw new ConfigError(
      `${file}: the package ${name} of plugins is not installed. Run npm install ${name} in ${here}.`,
    );
  const description: unknown = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const own = isRecord(description) && typeof description.farebox === 'string' ? description.farebox : DEFAULT_FOLDER;
  return { id: toKebabCase(basename(name)), folder: resolve(place, own) };
}

function listToolFiles(folder: string, name: string, file: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((one) => TOOL_FILE.test(one)) : [];
  if (names.length > 0) return names.sort().map((one) => join(folder, one));
  throw new ConfigError(`${file}: the plugin ${name} has no tool files in ${folder}.`);
}

const isTool = (value: unknown): value is AnyPluginTool => isRecord(value) && definedTools.has(value);

async function importTool(path: string): Promise<AnyPluginTool> {
  const module = await importFile<{ default?: unknown }>(pathToFileURL(path).href).catch((thrown: unknown) => {
    throw new ConfigError(`${path} could not be loaded: ${explainImport(thrown)}`);
  });
  if (isTool(module.default)) return module.default;
  throw new ConfigError(`${path} must have export default defineTool({ … }) with defineTool from farebox/tool.`);
}

function explainImport(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown).slice(0, CAUSE_CHARACTERS_MAX);
  if ('code' in thrown && thrown.code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return 'TypeScript needs Node 22.18 or newer. Compile it to JavaScript.';
  return `${thrown.name}: ${thrown.message}`.slice(0, CAUSE_CHARACTERS_MAX);
}
