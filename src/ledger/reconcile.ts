/** Compares live card deposits with what the payment provider says of them. Reads only, beside a running server or without one. */

import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { buildDatabasePath, createSqliteKysely, loadSqlite, openForReading } from '../database/sqlite/open.ts';
import type { Tables } from '../database/types.ts';
import { toUsdText } from '../kernel/money.ts';
import type { ListedCheckout } from '../providers/stripe.ts';
import { MICROS_PER_CENT } from './checkouts.ts';
import type { VerifySource } from './verify.ts';

/** One page of the provider's checkouts, newest first. */
export type ListPage = (after: string | undefined) => Promise<{ checkouts: ListedCheckout[]; hasMore: boolean }>;

export interface Reconciliation {
  /** Checkouts of ours that were compared. */
  compared: number;
  /** One sentence for every difference. */
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
  refunded: number | null;
  disputes: number;
}

/** `sinceMs`: checkouts made since then. Throws what the provider's failure is. */
export async function reconcile(source: VerifySource, list: ListPage, sinceMs: number): Promise<Reconciliation> {
  return await withBooks(source, async (db) => {
    const ids = new Set<string>();
    const differences: string[] = [];
    let after: string | undefined;
    let complete = false;
    for (let page = 0; page < PAGES_MAX && !complete; page++) {
      const { checkouts, hasMore } = await list(after);
      const ours = checkouts.filter(({ checkoutId }) => checkoutId !== null);
      const checkoutsById = await findKnownCheckouts(db, ours);
      for (const listed of ours) {
        ids.add(listed.sessionId);
        differences.push(...listDifferences(listed, checkoutsById.get(listed.checkoutId ?? '')));
      }
      after = checkouts.at(-1)?.sessionId;
      complete = !hasMore || after === undefined;
    }
    if (complete) differences.push(...(await listCreditedUnseen(db, ids, sinceMs)));
    differences.push(...(await listFailedEvents(db)));
    return { compared: ids.size, differences: differences.slice(0, DIFFERENCES_MAX), complete };
  });
}

/** By our own id. */
async function findKnownCheckouts(db: Db, listed: readonly ListedCheckout[]): Promise<Map<string, KnownCheckout>> {
  const ids = listed.flatMap(({ checkoutId }) => checkoutId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('checkouts as c')
    .leftJoin('payments as p', (join) => join.onRef('p.checkout_id', '=', 'c.id').onRef('p.mode', '=', 'c.mode'))
    .select(['c.id', 'c.session_id', 'c.state', 'c.amount', 'p.refunded'])
    .select((eb) =>
      eb
        .selectFrom('disputes as d')
        .whereRef('d.payment_id', '=', 'p.id')
        .whereRef('d.mode', '=', 'p.mode')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('disputes'),
    )
    .where('c.mode', '=', 'live')
    .where('c.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, disputes: Number(row.disputes ?? 0) }]));
}

function listDifferences(listed: ListedCheckout, checkout: KnownCheckout | undefined): string[] {
  const { sessionId, isPaid, amountCents, currency, refundedCents, isDisputed } = listed;
  const paid = `${((amountCents ?? 0) / 100).toFixed(2)} ${(currency ?? '').toUpperCase()}`;
  if (!checkout) return isPaid ? [`${sessionId}: ${paid} paid, not known here`] : [];
  const findings: string[] = [];
  const isCredited = checkout.state === 'paid';
  if (isPaid && !isCredited) findings.push(`${sessionId}: ${paid} paid, here it is ${checkout.state}`);
  if (!isPaid && isCredited) findings.push(`${sessionId}: ${toUsdText(checkout.amount)} USD credited here, not paid`);
  if (isCredited && (currency !== 'usd' || (amountCents ?? 0) * MICROS_PER_CENT !== checkout.amount)) {
    findings.push(`${sessionId}: ${toUsdText(checkout.amount)} USD credited here for ${paid}`);
  }
  if (!isCredited) return findings;
  const refunded = refundedCents * MICROS_PER_CENT;
  if (refunded !== checkout.refunded) {
    findings.push(`${sessionId}: ${toUsdText(refunded)} USD refunded, here ${toUsdText(checkout.refunded ?? 0)}`);
  }
  if (isDisputed && checkout.disputes === 0) findings.push(`${sessionId}: disputed, here no dispute is known`);
  return findings;
}

/** What was credited here although the provider does not list it. */
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

async function withBooks<T>({ databaseUrl, dataDir }: VerifySource, read: (db: Db) => Promise<T>): Promise<T> {
  if (databaseUrl !== undefined) {
    const { createPoolKysely, openPool } = await import('../database/postgres/open.ts');
    const db = createPoolKysely(openPool({ url: databaseUrl, name: 'farebox reconcile', patient: true }, () => {}));
    try {
      return await read(db);
    } finally {
      await db.destroy();
    }
  }
  if (!existsSync(buildDatabasePath(dataDir))) throw new Error('There are no books yet.');
  const file = openForReading(await loadSqlite(), dataDir);
  try {
    return await read(createSqliteKysely(file));
  } finally {
    file.close();
  }
}
