/** Tells once that a key is about to expire, and once that it was replaced. */
import { definePurge, defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { type EnqueueServiceMail, enqueueServiceMail } from '../../newsroom/mailing/queue/service-writes.ts';
import { tellEndpoints } from './endpoint-writes.ts';
import type { EventToTell } from './events.ts';
import type { ExpiringKey } from './expiries-reads.ts';

const KEPT_MS = 30 * DAY_MS;
const PURGE_MAX = 200;

export interface ExpiryStep {
  key: Pick<ExpiringKey, 'id' | 'account_id' | 'expires_at'>;
  event: EventToTell;
  mails: readonly EnqueueServiceMail[];
}

/** False when another server has told it. */
export const tellExpiry = defineWrite(
  'webhooks.tellExpiry',
  async (tx: Tx, { key: { id: key_id, account_id, expires_at }, event, mails }: ExpiryStep): Promise<boolean> => {
    const row = tx.db.insertInto('told_expiries').values({ key_id, account_id, expires_at, state: 'open' });
    const told = row.onConflict((conflict) => conflict.doNothing()).returning('key_id');
    if (!(await told.executeTakeFirst())) return false;
    await tellEndpoints(tx, account_id, [event]);
    for (const mail of mails) await enqueueServiceMail.run(tx, mail);
    return true;
  },
);

/** The same for a key that was replaced: webhooks alone hear of it. */
export const resolveExpiry = defineWrite(
  'webhooks.resolveExpiry',
  async (tx: Tx, { key: { id, account_id }, event }: Omit<ExpiryStep, 'mails'>): Promise<boolean> => {
    const update = tx.db.updateTable('told_expiries').set({ state: 'resolved' }).where('key_id', '=', id);
    if (!(await update.where('state', '=', 'open').returning('key_id').executeTakeFirst())) return false;
    await tellEndpoints(tx, account_id, [event]);
    return true;
  },
);

export const purgeToldExpiries = definePurge('told_expiries', async ({ db, nowMs }) => {
  const old = await db
    .selectFrom('told_expiries')
    .select('key_id')
    .where('expires_at', '<=', nowMs - KEPT_MS)
    .limit(PURGE_MAX)
    .execute();
  for (const { key_id } of old) await db.deleteFrom('told_expiries').where('key_id', '=', key_id).execute();
  return old.length;
});
