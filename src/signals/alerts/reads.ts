/** Reads alerts, and what living servers see for themselves. */
import type { Db } from '../../database/types.ts';
import type { ProviderSpendRow } from '../../ledger/statistics/spend-tables.ts';
import '../../ledger/payments/payment-tables.ts';
import '../../ledger/wallets/tables.ts';
import { buildIdStart } from '../../lib/ids.ts';
import type { AlertRow, ServerSignalRow } from './tables.ts';

const ALERTS_MAX = 500;
const SIGNALS_MAX = 500;
/** A server writes what it sees at least every twenty seconds. */
const SEEN_MS = 60_000;

/** Open ones, and those that were resolved since: the newest first. */
export async function listAlertRows(db: Db, resolvedSinceMs: number): Promise<AlertRow[]> {
  const open = await db
    .selectFrom('alerts')
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('opened_at', 'desc')
    .limit(ALERTS_MAX)
    .execute();
  const resolved = await db
    .selectFrom('alerts')
    .selectAll()
    .where('resolved_at', '>=', resolvedSinceMs)
    .orderBy('resolved_at', 'desc')
    .limit(ALERTS_MAX)
    .execute();
  return [...open, ...resolved.filter(({ state }) => state === 'resolved')];
}

/** Providers whose costs of the day have reached a level of their budget. */
export const listBudgetLevels = (db: Db, day: string): Promise<Pick<ProviderSpendRow, 'provider' | 'told'>[]> =>
  db
    .selectFrom('provider_spend')
    .select(['provider', 'told'])
    .where('day', '=', day)
    .where('told', '>', 0)
    .limit(SIGNALS_MAX)
    .execute();

/**
 * Whether the facilitator has told since then what can't be, and has settled nothing rightly that was paid later. Only live
 * payments count.
 */
export async function isFacilitatorUntrusted(db: Db, sinceMs: number): Promise<boolean> {
  const lie = await db
    .selectFrom('payment_events')
    .select('at')
    .where((eb) => eb('alert', '=', eb.lit(1)))
    .where('at', '>', sinceMs)
    .where('mode', '=', 'live')
    .where('type', '=', 'x402')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!lie) return false;
  const settled = await db
    .selectFrom('wallet_payments')
    .select('id')
    .where('id', '>=', buildIdStart('pay_', lie.at))
    .where('mode', '=', 'live')
    .where('state', '=', 'settled')
    .limit(1)
    .executeTakeFirst();
  return settled === undefined;
}

export const listServerSignals = (db: Db, nowMs: number): Promise<ServerSignalRow[]> =>
  db
    .selectFrom('server_signals')
    .selectAll()
    .where('seen_at', '>', nowMs - SEEN_MS)
    .orderBy('seen_at', 'desc')
    .limit(SIGNALS_MAX)
    .execute();
