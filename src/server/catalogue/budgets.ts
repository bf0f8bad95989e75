/** Daily budgets of providers and upstreams, from `farebox.yaml`. */
import type { FareboxFile } from '../../config/file/load.ts';
import type { Database } from '../../database/types.ts';
import type { Log } from '../../kernel/ports.ts';
import type { ProviderDefinition } from '../../kernel/tool/provider.ts';
import { ProviderSpend } from '../../ledger/statistics/spend.ts';
import type { Micros } from '../../lib/money.ts';
import type { Closers } from '../stopping.ts';

/** By id of the provider or upstream. Throws a ConfigError for a provider that there isn't. */
export function readBudgets(file: FareboxFile, known: readonly ProviderDefinition[]): Map<string, Micros> {
  const { providers = {}, upstreams = {} } = file;
  const names = known.map(({ id }) => id);
  const unknown = Object.keys(providers).filter((id) => !names.includes(id));
  if (unknown.length > 0)
    throw file.createError(
      unknown.map((id) => ({ path: ['providers', id], message: 'is not a provider', isKey: true, names })),
    );
  const entries = [...Object.entries(providers), ...Object.entries(upstreams)];
  return new Map(
    entries.flatMap(([id, { budget }]): [string, Micros][] => (budget === undefined ? [] : [[id, budget]])),
  );
}

/** Knows what was spent today before the first call. */
export async function openBudgets(
  file: FareboxFile,
  known: readonly ProviderDefinition[],
  { database, log, closers }: { database: Database; log: Log; closers: Closers },
): Promise<ProviderSpend> {
  const budgets = readBudgets(file, known);
  const spend = new ProviderSpend(database, log);
  closers.add(spend.start());
  await spend.setBudgets(budgets);
  return spend;
}
