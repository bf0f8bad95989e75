/** Looks over live wallet payments: settlements that are still awaited, and transactions that prove too little. */
import type { Kysely } from 'kysely';
import { countRows, sumOf } from '../../database/dialect.ts';
import type { Tables } from '../../database/types.ts';
import { toUsdText } from '../../lib/money.ts';
import { withBooks } from '../payments/reconcile.ts';
import type { VerifySource } from '../verification/verify.ts';

type Db = Kysely<Tables>;

export interface WalletReconciliation {
  /** What was received, by network. */
  received: string[];
  /** One sentence for each payment that somebody should look at. */
  differences: string[];
}

/** A settlement takes seconds; one that takes longer is asked for again and again. */
const PENDING_MS_MAX = 10 * 60_000;
const DIFFERENCES_MAX = 500;

/** Of payments since then. */
export const reconcileWallets = (source: VerifySource, sinceMs: number): Promise<WalletReconciliation> =>
  withBooks(source, async (db) => ({
    received: await sumReceived(db, sinceMs),
    differences: [...(await listPending(db)), ...(await listUnproved(db, sinceMs))],
  }));

async function sumReceived(db: Db, sinceMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('wallet_payments')
    .select(['network', sumOf('amount').as('amount'), countRows().as('count')])
    .where('mode', '=', 'live')
    .where('state', '=', 'settled')
    .where('created_at', '>', sinceMs)
    .groupBy('network')
    .orderBy('network')
    .execute();
  return rows.map(
    ({ network, amount, count }) => `${network}: ${toUsdText(Number(amount))} USD in ${Number(count)} wallet payments`,
  );
}

async function listPending(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('wallet_payments')
    .select(['id', 'amount', 'attempts'])
    .where('mode', '=', 'live')
    .where('state', '=', 'answered')
    .where('created_at', '<', Date.now() - PENDING_MS_MAX)
    .limit(DIFFERENCES_MAX)
    .execute();
  return rows.map(
    ({ id, amount, attempts }) =>
      `${id}: ${toUsdText(amount)} USD not settled yet, the facilitator was asked ${attempts} times`,
  );
}

/** A transaction moves the money of one payment. */
async function listUnproved(db: Db, sinceMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('wallet_payments')
    .select(['network', 'transaction_hash', countRows().as('count'), (eb) => eb.fn.min('id').as('id')])
    .where('mode', '=', 'live')
    .where('state', '=', 'settled')
    .where('created_at', '>', sinceMs)
    .groupBy(['network', 'transaction_hash'])
    .having((eb) => eb.or([eb(countRows(), '>', 1), eb('transaction_hash', '=', '')]))
    .limit(DIFFERENCES_MAX)
    .execute();
  return rows.map(({ network, transaction_hash: hash, count, id }) =>
    hash === ''
      ? `${network}: ${Number(count)} payments are settled without a transaction, such as ${id}`
      : `${network}: ${Number(count)} payments name the transaction ${hash}, such as ${id}`,
  );
}
