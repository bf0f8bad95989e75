/** The catalogue with the plugins of `farebox.yaml` in it. */
import { type Config, ConfigError } from '../../config/config.ts';
import { createRegistry, loadRegistry, type Registry, TOOLS_FOLDER } from '../../kernel/tool/registry.ts';
import type { LoadedPlugins } from '../../upstreams/plugins/load.ts';
import { PRESETS_FOLDER } from '../wiring.ts';
import { type OpenCatalogue, openCatalogue } from './catalogue.ts';

/** Reads the settings of their providers too. Throws a ConfigError that names the file at fault. */
export async function openPlugins(config: Config): Promise<LoadedPlugins> {
  const { plugins = [], path } = config.file;
  if (path === null || plugins.length === 0) return { tools: [], toolsets: new Map(), providers: [] };
  // Loaded where it is used, as upstreams are.
  const { loadPlugins } = await import('../../upstreams/plugins/load.ts');
  const loaded = await loadPlugins(plugins, path);
  for (const facts of loaded.providers) {
    if (Object.hasOwn(config.providers.live, facts.id))
      throw new ConfigError(`${path}: a plugin has the provider ${facts.id}, which is built in. Choose another id.`);
    config.addProvider(facts);
  }
  return loaded;
}

export interface CatalogueFolders {
  /** Default: the tools of the product. */
  toolsFolder?: string | undefined;
  /** Default: the presets of the product, none for other tools. */
  presetsFolder?: string | undefined;
}

export async function loadCatalogue(
  config: Config,
  plugins: LoadedPlugins,
  { toolsFolder, presetsFolder }: CatalogueFolders = {},
): Promise<OpenCatalogue> {
  const presets = presetsFolder ?? (toolsFolder === undefined ? PRESETS_FOLDER : undefined);
  const registry = await loadRegistry(toolsFolder ?? TOOLS_FOLDER, presets);
  return openCatalogue(joinPlugins(registry, plugins, config), config);
}

function joinPlugins(registry: Registry, { tools, toolsets }: LoadedPlugins, { file }: Config): Registry {
  if (tools.length === 0) return registry;
  const taken = [...toolsets.keys()].find((id) => registry.toolsets.has(id));
  if (taken !== undefined)
    throw new ConfigError(`${file.path}: the plugin ${taken} has the name of a built-in toolset. Rename its folder.`);
  try {
    const joined = createRegistry([...registry.tools, ...tools], new Map([...registry.toolsets, ...toolsets]));
    return { ...joined, presets: registry.presets };
  } catch (thrown) {
    throw new ConfigError(
      `${file.path}: ${thrown instanceof Error ? thrown.message : String(thrown)}. Rename one of them.`,
    );
  }
}
