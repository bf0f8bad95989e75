/** Limits the welcome credit of one network per day. */
import type { Tx } from '../../database/types.ts';
import type { Micros } from '../../lib/money.ts';

/**
 * Takes welcome credit out of the day's share of a network; false, and nothing taken, when too little is left. The caller
 * holds the lock of welcome credit.
 */
export async function takeWelcome(
  { db, day }: Tx,
  amount: Micros,
  { network, micros }: { network: string; micros: Micros },
): Promise<boolean> {
  await db
    .insertInto('welcome_daily')
    .values({ day, network, given: 0 })
    .onConflict((conflict) => conflict.columns(['day', 'network']).doNothing())
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('welcome_daily')
    .set((eb) => ({ given: eb('given', '+', amount) }))
    .where('day', '=', day)
    .where('network', '=', network)
    .where('given', '<=', micros - amount)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
