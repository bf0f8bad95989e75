/** Compares live card deposits with the payment provider's records, and repairs differences. */

import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { buildDatabasePath, createSqliteKysely, loadSqlite, openForReading } from '../../database/sqlite/open.ts';
import type { Tables } from '../../database/types.ts';
import { MICROS_PER_CENT, toUsdText } from '../../lib/money.ts';
import type { DisputeUpdate, PaymentRepair, RefundUpdate } from '../../providers/stripe-events.ts';
import type { ListedCheckout } from '../../providers/stripe-records.ts';
import type { VerifySource } from '../verification/verify.ts';
import type { PaymentEffect } from './payments-writes.ts';

export interface ReconcileDeps {
  /** Each gives one page of the provider's checkouts or automatic top-ups, newest first. */
  lists: readonly ((after: string | undefined) => Promise<{ checkouts: ListedCheckout[]; hasMore: boolean }>)[];
  /** How the refunds and disputes of a payment stand at the provider. */
  readPayment(paymentId: string): Promise<{ refund: RefundUpdate; disputes: DisputeUpdate[] }>;
  /** Applies what the provider says to the books. */
  repair(repair: PaymentRepair): Promise<Pick<PaymentEffect, 'outcome'>>;
}

export interface Reconciliation {
  /** Checkouts of ours that were compared. */
  compared: number;
  /** One sentence for every difference that was repaired. */
  repaired: string[];
  /** One sentence for every difference that remains. */
  differences: string[];
  /** False when there were more pages than are read. */
  complete: boolean;
}

const PAGES_MAX = 200;
/** Longer lists are cut: somebody has to look anyway. */
const DIFFERENCES_MAX = 500;
const FAILED_EVENTS_SHOWN = 50;

type Db = Kysely<Tables>;

interface KnownCheckout {
  id: string;
  session_id: string | null;
  state: string;
  amount: number;
  payment_id: string | null;
  refunded: number | null;
  withheld: number;
}

interface Difference {
  text: string;
  /** What brings the books in line; absent where a person has to decide. */
  repair?: PaymentRepair;
}

/** `sinceMs`: checkouts made since then. Throws what the provider's failure is. */
export async function reconcile(source: VerifySource, deps: ReconcileDeps, sinceMs: number): Promise<Reconciliation> {
  return await withBooks(source, async (db) => {
    const ids = new Set<string>();
    const found: Difference[] = [];
    let isComplete = true;
    for (const list of deps.lists) {
      const end = await walkPages(list, async (page) => {
        const ours = page.filter(({ checkoutId }) => checkoutId !== null);
        const checkoutsById = await findKnownCheckouts(db, ours);
        for (const listed of ours) {
          ids.add(listed.sessionId);
          found.push(...(await findDifferences(db, deps, listed, checkoutsById.get(listed.checkoutId ?? ''))));
        }
      });
      isComplete = isComplete && end;
    }
    const { repaired, differences } = await repairAll(deps, found);
    if (isComplete) differences.push(...(await listCreditedUnseen(db, ids, sinceMs)));
    differences.push(...(await listFailedEvents(db)));
    return { compared: ids.size, repaired, differences: differences.slice(0, DIFFERENCES_MAX), complete: isComplete };
  });
}

/** False when there were more pages than are read. */
async function walkPages(
  list: ReconcileDeps['lists'][number],
  look: (page: readonly ListedCheckout[]) => Promise<void>,
): Promise<boolean> {
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { checkouts, hasMore } = await list(after);
    await look(checkouts);
    after = checkouts.at(-1)?.sessionId;
    if (!hasMore || after === undefined) return true;
  }
  return false;
}

async function repairAll(deps: ReconcileDeps, found: readonly Difference[]) {
  const repaired: string[] = [];
  const differences: string[] = [];
  for (const { text, repair } of found) {
    const outcome = repair && (await deps.repair(repair)).outcome;
    // A checkout that was refused for good is only noted again.
    const isNoted = outcome === 'noted' && repair?.about !== 'checkout';
    if (outcome === 'credited' || outcome === 'moved' || isNoted) repaired.push(`${text} (repaired)`);
    else differences.push(text);
  }
  return { repaired, differences };
}

/** By our own id. */
async function findKnownCheckouts(db: Db, listed: readonly ListedCheckout[]): Promise<Map<string, KnownCheckout>> {
  const ids = listed.flatMap(({ checkoutId }) => checkoutId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('checkouts as c')
    .leftJoin('payments as p', (join) => join.onRef('p.checkout_id', '=', 'c.id').onRef('p.mode', '=', 'c.mode'))
    .select(['c.id', 'c.session_id', 'c.state', 'c.amount', 'p.id as payment_id', 'p.refunded'])
    .select((eb) =>
      eb
        .selectFrom('disputes as d')
        .whereRef('d.payment_id', '=', 'p.id')
        .whereRef('d.mode', '=', 'p.mode')
        .select((inner) => inner.fn.sum<number>('d.withheld').as('withheld'))
        .as('withheld'),
    )
    .where('c.mode', '=', 'live')
    .where('c.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, withheld: Number(row.withheld ?? 0) }]));
}

async function findDifferences(
  db: Db,
  deps: ReconcileDeps,
  listed: ListedCheckout,
  checkout: KnownCheckout | undefined,
): Promise<Difference[]> {
  const { sessionId, isPaid, amountCents, currency } = listed;
  const paid = `${((amountCents ?? 0) / 100).toFixed(2)} ${(currency ?? '').toUpperCase()}`;
  if (!checkout) return isPaid ? [{ text: `${sessionId}: ${paid} paid, not known here` }] : [];
  if (checkout.state !== 'paid')
    return isPaid ? [{ text: `${sessionId}: ${paid} paid, here it is ${checkout.state}`, repair: asPaid(listed) }] : [];
  const found: Difference[] = [];
  if (!isPaid) found.push({ text: `${sessionId}: ${toUsdText(checkout.amount)} USD credited here, not paid` });
  if (currency !== 'usd' || (amountCents ?? 0) * MICROS_PER_CENT !== checkout.amount)
    found.push({ text: `${sessionId}: ${toUsdText(checkout.amount)} USD credited here for ${paid}` });
  const isTouched = listed.refundedCents > 0 || listed.isDisputed || checkout.refunded !== 0 || checkout.withheld > 0;
  if (isTouched && checkout.payment_id !== null)
    found.push(...(await compareMoneyBack(db, deps, checkout, checkout.payment_id)));
  return found;
}

const asPaid = ({
  sessionId,
  checkoutId,
  accountId,
  paymentId,
  amountCents,
  currency,
}: ListedCheckout): PaymentRepair => ({
  about: 'checkout',
  state: 'paid',
  amountMinor: amountCents,
  ...{ sessionId, checkoutId, accountId, paymentId, currency },
});

async function compareMoneyBack(
  db: Db,
  deps: ReconcileDeps,
  { session_id, refunded }: KnownCheckout,
  paymentId: string,
): Promise<Difference[]> {
  const { refund, disputes } = await deps.readPayment(paymentId);
  const found: Difference[] = [];
  const succeeded = refund.refunds.filter(({ hasFailed }) => !hasFailed);
  const total = succeeded.reduce((sum, { amountMinor }) => sum + amountMinor, 0) * MICROS_PER_CENT;
  if (total !== refunded) {
    const text = `${session_id}: ${toUsdText(total)} USD refunded, here ${toUsdText(refunded ?? 0)}`;
    found.push({ text, repair: refund });
  }
  const rows = await db.selectFrom('disputes').selectAll().where('payment_id', '=', paymentId).execute();
  for (const { id, mode, withheld } of rows) {
    if (mode !== 'live' || withheld === 0 || disputes.some(({ disputeId }) => disputeId === id)) continue;
    found.push({ text: `${session_id}: dispute ${id} withholds ${toUsdText(withheld)} USD here, not listed` });
  }
  for (const dispute of disputes) {
    const here = rows.find(({ id, mode }) => id === dispute.disputeId && mode === 'live')?.withheld ?? 0;
    const there = dispute.withheldMinor * MICROS_PER_CENT;
    if (here === there) continue;
    const text = `${session_id}: dispute ${dispute.disputeId} withholds ${toUsdText(there)} USD, here ${toUsdText(here)}`;
    found.push({ text, repair: dispute });
  }
  return found;
}

/** Credits here that the provider doesn't list. */
async function listCreditedUnseen(db: Db, ids: ReadonlySet<string>, sinceMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('checkouts')
    .select(['session_id', 'amount'])
    .where('mode', '=', 'live')
    .where('state', '=', 'paid')
    .where('created_at', '>', sinceMs)
    .limit(PAGES_MAX * 100)
    .execute();
  return rows
    .filter(({ session_id }) => session_id === null || !ids.has(session_id))
    .map(({ session_id, amount }) => `${session_id}: ${toUsdText(amount)} USD credited here, not listed`);
}

async function listFailedEvents(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_events')
    .select(['id', 'type', 'outcome'])
    .where('mode', '=', 'live')
    .where('state', '=', 'failed')
    .orderBy('at', 'desc')
    .limit(FAILED_EVENTS_SHOWN)
    .execute();
  return rows.map(({ id, type, outcome }) => `${id}: ${type} was not processed (${outcome}): have it sent again`);
}

/** Reads the books whether or not a server runs on them. */
export async function withBooks<T>({ databaseUrl, dataDir }: VerifySource, read: (db: Db) => Promise<T>): Promise<T> {
  if (databaseUrl !== undefined) {
    const { createPoolKysely, openPool } = await import('../../database/postgres/open.ts');
    const db = createPoolKysely(openPool({ url: databaseUrl, name: 'farebox reconcile', patient: true }, () => {}));
    try {
      return await read(db);
    } finally {
      await db.destroy();
    }
  }
  if (!existsSync(buildDatabasePath(dataDir))) throw new Error('There is no ledger yet.');
  const file = openForReading(await loadSqlite(), dataDir);
  try {
    return await read(createSqliteKysely(file));
  } finally {
    file.close();
  }
}
