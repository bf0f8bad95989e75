/** The operator's own tools: opened when there is a `farebox.yaml`. */
import type { Config } from '../config/config.ts';
import type { Database } from '../database/types.ts';
import { createRedactor } from '../http/monitoring/log.ts';
import type { Log } from '../kernel/ports.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import type { ProviderSpend } from '../ledger/statistics/spend.ts';
import type { ReadFile, Upstreams } from '../upstreams/service.ts';
import { readBudgets } from './catalogue/budgets.ts';
import { applyTerms, buildTerms, type OpenCatalogue } from './catalogue/catalogue.ts';
import type { Closers } from './stopping.ts';

interface UpstreamsBase {
  database: Database;
  catalogue: OpenCatalogue;
  budgets: ProviderSpend;
  /** Built-in providers. */
  known: readonly ProviderDefinition[];
}

/** Loaded where it is used: the protocol's client and the schema validator are of no use to other servers. */
export async function openUpstreams(
  config: Config,
  { database, catalogue, budgets, known }: UpstreamsBase,
  log: Log,
  closers: Closers,
): Promise<Upstreams | null> {
  const { file, providers, programEnvironment: baseEnv } = config;
  if (file.path === null) return null;
  const { registry } = catalogue;
  const readFile = (): ReadFile => {
    const next = config.readFile();
    const terms = buildTerms(registry.builtIn, next, config);
    const limits = readBudgets(next, known);
    const commit = (): void => {
      applyTerms(catalogue, terms);
      void budgets.setBudgets(limits);
    };
    return { file: next, commit };
  };
  const module = await import('../upstreams/service.ts');
  const settings = [providers.live, providers.test];
  const upstreams = new module.Upstreams({ database, log, registry, settings, readFile, baseEnv, createRedactor });
  closers.add(() => upstreams.close());
  await upstreams.start(file);
  return upstreams;
}
