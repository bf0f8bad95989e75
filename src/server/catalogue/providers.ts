/** Budgets, keys and retries of providers, from `farebox.yaml` and the environment. */

import type { FareboxFile } from '../../config/file/load.ts';
import type { Problem } from '../../config/file/problems.ts';
import { DEFAULT_PROVIDER } from '../../config/file/providers.ts';
import type { Database } from '../../database/types.ts';
import type { Log, ProviderSettings } from '../../kernel/ports.ts';
import {
  KEY_SETTING,
  type ProviderDefinition,
  type ProviderKey,
  type RetryPolicy,
} from '../../kernel/tool/provider.ts';
import { ProviderSpend } from '../../ledger/statistics/spend.ts';
import type { Micros } from '../../lib/money.ts';
import type { AccessTerms } from '../../providers/shared/access.ts';
import { DEFAULT_RETRY } from '../../providers/shared/network/retry.ts';
import type { Closers } from '../stopping.ts';

export interface ProviderTerms {
  /** By id of the provider or upstream. */
  budgets: ReadonlyMap<string, Micros>;
  access: AccessTerms;
}

type LiveSettings = Readonly<Record<string, ProviderSettings | null>>;

/** Throws a ConfigError for a provider that there isn't, and for keys that it can't have. */
export function readProviderTerms(
  file: FareboxFile,
  known: readonly ProviderDefinition[],
  live: LiveSettings,
): ProviderTerms {
  const { providers = {}, upstreams = {} } = file;
  const names = known.map(({ id }) => id);
  const problems = Object.entries(providers).flatMap(([id, { keys = [] }]): Problem[] => {
    if (id === DEFAULT_PROVIDER) return [];
    const facts = known.find((one) => one.id === id);
    return facts
      ? checkKeys(facts, keys)
      : [{ path: ['providers', id], message: 'is not a provider', isKey: true, names }];
  });
  if (problems.length > 0) throw file.createError(problems);
  const budgets = [...Object.entries(providers), ...Object.entries(upstreams)].flatMap(
    ([id, { budget }]): [string, Micros][] => (budget === undefined ? [] : [[id, budget]]),
  );
  const keys = known.map(({ id }): [string, readonly ProviderKey[]] => [
    id,
    providers[id]?.keys ?? listSingleKey(live[id]),
  ]);
  const retries = Object.entries(providers).flatMap(([id, { retry }]): [string, RetryPolicy][] =>
    retry === undefined ? [] : [[id, fillRetry(retry)]],
  );
  const byId = new Map(retries);
  const access = { keys: new Map(keys), retries: byId, defaultRetry: byId.get(DEFAULT_PROVIDER) };
  return { budgets: new Map(budgets), access };
}

const listSingleKey = (settings: ProviderSettings | null | undefined): ProviderKey[] =>
  settings?.[KEY_SETTING] === undefined ? [] : [{ key: settings[KEY_SETTING], weight: 1 }];

const fillRetry = (retry: NonNullable<NonNullable<FareboxFile['providers']>[string]['retry']>): RetryPolicy => ({
  attempts: retry.attempts ?? DEFAULT_RETRY.attempts,
  on: retry.on ?? DEFAULT_RETRY.on,
  withinMs: retry.within,
});

function checkKeys({ id, settings }: ProviderDefinition, keys: readonly ProviderKey[]): Problem[] {
  const path = ['providers', id, 'keys'];
  const spec = settings[KEY_SETTING];
  if (keys.length > 0 && !spec) return [{ path, message: 'cannot be set: this provider takes no key' }];
  if (keys.length > 1 && spec?.single) return [{ path, message: 'must be one key: this provider has one account' }];
  const [first] = keys;
  return keys.flatMap(({ key }, at): Problem[] =>
    first && spec?.readPlan?.(key) !== spec?.readPlan?.(first.key)
      ? [{ path: [...path, at], message: 'is of another plan than the first key. Use keys of one plan' }]
      : [],
  );
}

/** Knows what was spent today before the first call. */
export async function openBudgets(
  budgets: ReadonlyMap<string, Micros>,
  { database, log, closers }: { database: Database; log: Log; closers: Closers },
): Promise<ProviderSpend> {
  const spend = new ProviderSpend(database, log);
  closers.add(spend.start());
  await spend.setBudgets(budgets);
  return spend;
}
