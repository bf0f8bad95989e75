/** Reads `farebox.yaml`, and the files that secrets are in, again while the server runs. */
import type { Config } from '../config/config.ts';
import type { ServerLog } from '../http/monitoring/log.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import type { ProviderSpend } from '../ledger/statistics/spend.ts';
import type { KeyRings } from '../providers/shared/access.ts';
import type { ReadFile, Upstreams } from '../upstreams/service.ts';
import { applyTerms, buildTerms, type OpenCatalogue } from './catalogue/catalogue.ts';
import { readProviderTerms } from './catalogue/providers.ts';
import { listSecretTexts } from './wiring.ts';

export interface ReloadParts {
  catalogue: OpenCatalogue;
  budgets: ProviderSpend;
  access: KeyRings;
  /** Built-in providers and those of plugins. */
  known: readonly ProviderDefinition[];
}

/** The function reads and checks all; nothing changes before `commit`. It throws a ConfigError. */
export function createFileReader(
  config: Config,
  { catalogue, budgets, access, known }: ReloadParts,
  log: ServerLog,
): () => ReadFile {
  const { live, test } = config.providers;
  return () => {
    const file = config.readFile();
    const read = config.readProviders(file);
    const isOther = (id: string): boolean => (read[id] === null) !== (live[id] == null);
    const others = Object.keys(read).filter(isOther);
    const next: Record<string, ProviderSettings | null> = Object.fromEntries(
      Object.entries(read).map(([id, settings]) => [id, isOther(id) ? (live[id] ?? null) : settings]),
    );
    const changed = { ...config, file, providers: { live: next, test } };
    const terms = buildTerms(catalogue.registry.builtIn, file, changed);
    const providerTerms = readProviderTerms(file, known, next);
    const commit = (): void => {
      log.addSecrets(listSecretTexts(changed, known));
      Object.assign(live, next);
      access.set(providerTerms.access);
      applyTerms(catalogue, terms);
      void budgets.setBudgets(providerTerms.budgets);
    };
    const notes = others.map((id) => `Restart the server to ${live[id] == null ? 'set up' : 'switch off'} ${id}.`);
    return { file, notes, commit };
  };
}

/** Throws a ConfigError, and nothing has changed. */
export const createReload =
  (upstreams: Upstreams | null, readFile: () => ReadFile) => async (): Promise<readonly string[]> => {
    if (upstreams) return await upstreams.reload();
    const { notes, commit } = readFile();
    commit();
    return notes;
  };
