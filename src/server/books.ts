/** The books as this server examines them. */

import type { Config } from '../config/config.ts';
import type { LedgerHandle } from '../ledger/ledger-handle.ts';
import { repairPayment } from '../ledger/payments/repair-payment.ts';
import { type Books, openBooks } from '../ledger/verification/book-checks.ts';
import { runReconcile } from './commands/reconcile.ts';

export function openServerBooks(config: Config, ledger: LedgerHandle): Books {
  const { dataDir, databaseUrl } = config;
  const source = { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
  const reconcile = () => runReconcile(config, source, [], (news) => repairPayment(ledger, news));
  return openBooks({ ledger, source, reconcile });
}
