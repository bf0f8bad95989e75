/** Reads the outcome of an account's checkouts. */

import type { Kysely } from 'kysely';
import type { Tables } from '../../database/types.ts';
import { usd } from '../../lib/money.ts';
import type { CheckoutRow } from './payment-tables.ts';

/** An account has at most one open checkout of an amount, so few are made while a link lasts. */
const CHECKOUTS_MAX = 20;

interface CheckoutQuery {
  accountId: string;
  /** USD. */
  amount: number;
  sinceMs: number;
}

/** Of the checkouts of an account and amount: one that was paid, else the newest; null when there is none. */
export async function findCheckoutState(
  db: Kysely<Tables>,
  { accountId, amount, sinceMs }: CheckoutQuery,
): Promise<CheckoutRow['state'] | null> {
  const rows = await db
    .selectFrom('checkouts')
    .select('state')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'page')
    .where('created_at', '>=', sinceMs)
    .where('amount', '=', usd(String(amount)))
    .orderBy('created_at', 'desc')
    .limit(CHECKOUTS_MAX)
    .execute();
  const row = rows.find(({ state }) => state === 'paid') ?? rows[0];
  return row?.state ?? null;
}
