/** `farebox tools …`: checks `farebox.yaml`, lists the operator's own tools and accepts their changes. */
import { type Config, ConfigError } from '../../config/config.ts';
import type { Log } from '../../kernel/ports.ts';
import type { ProviderDefinition } from '../../kernel/tool/provider.ts';
import type { ChangingRegistry } from '../../kernel/tool/registry.ts';
import { type Micros, toUsdText } from '../../lib/money.ts';
import type { Upstreams } from '../../upstreams/service.ts';
import { loadCatalogue, openPlugins } from '../catalogue/plugins.ts';
import { readProviderTerms } from '../catalogue/providers.ts';
import { askServer } from '../control.ts';
import { CommandError, toPrintable } from '../printing.ts';

export const toolsUsage = [
  'tools check                     validate farebox.yaml, connect to every upstream, list its tools and prices',
  'tools list                      list the tools of a running server with their state',
  'tools accept <upstream> [tool]  accept definitions that an upstream has changed',
  'tools reload                    read farebox.yaml and files of secrets again; running calls finish first',
];
export const TOOLS_COMMAND = 'tools';

const NO_FILE = 'There is no farebox.yaml in the working directory, and FAREBOX_CONFIG is not set.';
const COMMAND_LINE = { actor: 'command line' };
const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const createUsageError = (): CommandError => new CommandError(toolsUsage.map((line) => `farebox ${line}`).join('\n'));

/** The file itself was read with the configuration: what is wrong with it has been said. */
export async function runTools(
  config: Config,
  providers: readonly ProviderDefinition[],
  words: readonly string[],
): Promise<{ lines: string[]; ok: boolean }> {
  const { file, databaseUrl, dataDir } = config;
  const [verb = '', ...rest] = words;
  if (verb === 'check' && rest.length === 0) return await checkTools(config, providers);
  if (!isServerCommand(words)) throw createUsageError();
  if (file.path === null && verb !== 'reload') throw new ConfigError(NO_FILE);
  if (databaseUrl === undefined) {
    const lines = await askServer(dataDir, [TOOLS_COMMAND, ...words]);
    if (lines !== null) return { lines, ok: true };
  } else if (verb === 'accept') {
    const { withDatabase } = await import('../offline.ts');
    const { acceptTools } = await import('../../upstreams/pins/writes.ts');
    const [upstream = '', tool = null] = rest;
    const input = { ...COMMAND_LINE, upstream, tool };
    return { lines: formatAccepted(await withDatabase(config, (db) => db.write(acceptTools, input))), ok: true };
  }
  throw new ConfigError(
    databaseUrl === undefined
      ? 'No server is running on DATA_DIR. Start it, or use farebox tools check.'
      : 'With DATABASE_URL, send SIGHUP to each server to reload. Use farebox tools check to list the tools.',
  );
}

function isServerCommand([verb, ...rest]: readonly string[]): boolean {
  if (verb === 'list' || verb === 'reload') return rest.length === 0;
  return verb === 'accept' && rest.length >= 1 && rest.length <= 2;
}

interface Running {
  /** Null without a farebox.yaml. */
  upstreams: Upstreams | null;
  registry: ChangingRegistry;
  reload(): Promise<readonly string[]>;
}

/** In the server. */
export async function answerTools(
  { upstreams, registry, reload }: Running,
  words: readonly string[],
): Promise<string[]> {
  const isReload = words[0] === 'reload';
  if (upstreams === null && !isReload)
    throw new CommandError('The server was started without a farebox.yaml. Restart it.');
  if (!isServerCommand(words)) throw createUsageError();
  const [verb, upstream = '', tool = null] = words;
  if (upstreams && verb === 'accept') return formatAccepted(await upstreams.accept(upstream, tool, COMMAND_LINE));
  const own = isReload ? await reload() : (upstreams?.describe() ?? []);
  return [...own, ...describeChanges(registry)].map(toPrintable);
}

const formatUsd = (micros: Micros): string => (micros > 0 ? `${toUsdText(micros)} USD` : 'free');

/** Built-in tools that the file sells on other terms. */
function describeChanges(registry: ChangingRegistry): string[] {
  const changes = registry.builtIn.flatMap(({ name, priceMicros }) => {
    const now = registry.get(name);
    if (!now) return [`  ${name}  disabled`];
    if (now.priceMicros === priceMicros) return [];
    return [`  ${name}  ${formatUsd(now.priceMicros)} instead of ${formatUsd(priceMicros)}`];
  });
  return changes.length === 0 ? [] : ['Built-in tools:', ...changes];
}

const formatAccepted = (names: readonly string[]): string[] => names.map((name) => toPrintable(`Accepted ${name}`));

async function checkTools(
  config: Config,
  providers: readonly ProviderDefinition[],
): Promise<{ lines: string[]; ok: boolean }> {
  const { file, programEnvironment } = config;
  if (file.path === null) return { lines: [NO_FILE], ok: true };
  const plugins = await openPlugins(config);
  readProviderTerms(file, [...providers, ...plugins.providers], config.providers.live);
  const { registry } = await loadCatalogue(config, plugins);
  const { checkUpstream } = await import('../../upstreams/check.ts');
  const checks = Object.entries(file.upstreams ?? {}).map(async ([id, settings]) => {
    const { tools, problems } = await checkUpstream(id, settings, { file, baseEnv: programEnvironment, log: silent });
    const lines = [
      `${id}: ${tools.length} tools`,
      ...tools.map(({ name, priceMicros }) => `  ${name}  ${formatUsd(priceMicros)}`),
      ...problems.map((problem) => `  Problem: ${problem}`),
    ];
    return { lines, ok: problems.length === 0 };
  });
  const results = await Promise.all(checks);
  const pluginLines = plugins.tools.map(({ name, priceMicros }) => `  ${name}  ${formatUsd(priceMicros)}`);
  const found = [
    ...(pluginLines.length === 0 ? [] : [`Plugins: ${pluginLines.length} tools`, ...pluginLines]),
    ...results.flatMap((one) => one.lines),
    ...describeChanges(registry),
  ];
  const lines = [`${file.path} is valid.`, ...found].map(toPrintable);
  return { lines, ok: results.every((one) => one.ok) };
}
