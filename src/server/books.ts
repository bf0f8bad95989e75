/** The books as this server examines them. */
import { runReconcile } from '../cli/reconcile.ts';
import type { Config } from '../config/config.ts';
import { type Books, openBooks } from '../ledger/book-checks.ts';
import type { LedgerHandle } from '../ledger/handle.ts';
import { repairPayment } from '../ledger/repair-payment.ts';

export function openServerBooks(config: Config, ledger: LedgerHandle): Books {
  const { dataDir, databaseUrl } = config;
  const source = { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
  const reconcile = () => runReconcile(config, source, [], (news) => repairPayment(ledger, news));
  return openBooks({ ledger, source, reconcile });
}
