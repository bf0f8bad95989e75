/** The books as this server examines them. */
import { runReconcile } from '../cli/reconcile.ts';
import type { Config } from '../config/config.ts';
import { type Books, openBooks } from '../ledger/book-checks.ts';
import type { LedgerHandle } from '../ledger/handle.ts';

export function openServerBooks(config: Config, ledger: LedgerHandle): Books {
  const { dataDir, databaseUrl } = config;
  const source = { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
  return openBooks({ ledger, source, reconcile: () => runReconcile(config, source, []) });
}
