/** What the ledger removes when its time is over. */
import { formatDay } from '../database/clock.ts';
import { definePurge } from '../database/define.ts';
import { lockFreeRows } from '../database/dialect.ts';

const PURGE_MAX = 500;
/** Events can be sent again by hand for 30 days. */
const EVENT_MS = 60 * 24 * 3_600_000;

/** Claims and answers that nobody can ask for any more. Another instance's batch may hold some: those wait. */
export const purgeReplays = definePurge('replays', async (tx) => {
  const { db, nowMs } = tx;
  const due = db
    .selectFrom('idempotency')
    .select(['scope', 'key'])
    .where('expires_at', 'is not', null)
    .where('expires_at', '<=', nowMs)
    .limit(PURGE_MAX);
  const claims = await lockFreeRows(tx, due).execute();
  for (const { scope, key } of claims) {
    await db.deleteFrom('idempotency').where('scope', '=', scope).where('key', '=', key).execute();
  }
  const old = db.selectFrom('answers').select('call_id').where('expires_at', '<=', nowMs).limit(PURGE_MAX);
  const ids = (await lockFreeRows(tx, old).execute()).map((row) => row.call_id);
  if (ids.length > 0) await db.deleteFrom('answers').where('call_id', 'in', ids).execute();
  return Math.max(claims.length, ids.length);
});

/** What networks have taken of welcome credit on days that are over. */
export const purgeWelcome = definePurge('welcome', async ({ db, nowMs }) => {
  const gone = await db.deleteFrom('welcome_daily').where('day', '<', formatDay(nowMs)).executeTakeFirst();
  return Number(gone.numDeletedRows);
});

/** Notes of events that no provider sends again; what they did does not depend on them. */
export const purgePaymentEvents = definePurge('payment events', async ({ db, nowMs }) => {
  const old = await db
    .selectFrom('payment_events')
    .select(['mode', 'id'])
    .where('at', '<=', nowMs - EVENT_MS)
    .limit(PURGE_MAX)
    .execute();
  for (const { mode, id } of old) {
    await db.deleteFrom('payment_events').where('mode', '=', mode).where('id', '=', id).execute();
  }
  return old.length;
});
