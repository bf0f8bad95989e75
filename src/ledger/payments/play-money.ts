/** Limits test credit per test account and day, because its transfers are kept forever. */
import { sumOf } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { type Micros, usd } from '../../lib/money.ts';

/** Of one test account. */
export const PLAY_MICROS_PER_DAY: Micros = usd('100');

/** Whether today's payments and the open checkouts stay within the day's test money with one more. */
export async function hasPlayMoney({ db, day }: Tx, accountId: string, amountMicros: Micros): Promise<boolean> {
  const paid = await db
    .selectFrom('deposits')
    .select(sumOf('amount').as('micros'))
    .where('account_id', '=', accountId)
    .where('source', '=', 'card')
    .where('at', '>=', Date.parse(day))
    .executeTakeFirstOrThrow();
  const open = await db
    .selectFrom('checkouts')
    .select(sumOf('amount').as('micros'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return paid.micros + open.micros + amountMicros <= PLAY_MICROS_PER_DAY;
}
