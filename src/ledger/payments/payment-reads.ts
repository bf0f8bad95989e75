import type { Db } from '../../database/types.ts';

const ALERTS_SHOWN = 20;

/** Events of live payments that need an operator, newest first. */
export async function listPaymentAlerts(db: Db, sinceMs: number): Promise<{ id: string; outcome: string }[]> {
  return await db
    .selectFrom('payment_events')
    .select(['id', 'outcome'])
    .where((eb) => eb('alert', '=', eb.lit(1)))
    .where('mode', '=', 'live')
    .where('at', '>', sinceMs)
    .orderBy('at', 'desc')
    .limit(ALERTS_SHOWN)
    .execute();
}
