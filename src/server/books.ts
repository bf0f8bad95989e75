/** The books as this server examines them. */

import type { Config } from '../config/config.ts';
import type { Database } from '../database/types.ts';
import { repairPayment } from '../ledger/payments/repair-payment.ts';
import { type Books, openBooks } from '../ledger/verification/book-checks.ts';
import { runReconcile } from './commands/reconcile.ts';

export function openServerBooks(config: Config, database: Database): Books {
  const { dataDir, databaseUrl } = config;
  const source = { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
  const reconcile = () => runReconcile(config, source, [], (news) => repairPayment(database, news));
  return openBooks({ database, source, reconcile });
}
