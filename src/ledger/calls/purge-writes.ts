/** Purges expired ledger rows. */
import { formatDay } from '../../database/clock.ts';
import { definePurge } from '../../database/define.ts';
import { lockFreeRows } from '../../database/dialect.ts';

const PURGE_MAX = 500;
/** Events can be sent again by hand for 30 days. */
const EVENT_MS = 60 * 24 * 3_600_000;

/** Claims that nobody can ask for any more. Another instance's batch may hold some: those wait. */
export const purgeClaims = definePurge('claims', async (tx) => {
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
  return claims.length;
});

/** Answers of claims that are over, with what they count for. Those of accounts that a batch holds wait. */
export const purgeAnswers = definePurge('answers', async (tx) => {
  const { db, nowMs } = tx;
  const old = await db
    .selectFrom('answers')
    .select(['call_id', 'account_id', 'bytes'])
    .where('expires_at', '<=', nowMs)
    .limit(PURGE_MAX)
    .execute();
  const ids = [...new Set(old.flatMap(({ account_id }) => account_id ?? []))].sort();
  const free = new Set<string | null>([null]);
  for (const id of ids) {
    const account = db.selectFrom('accounts').select('id').where('id', '=', id);
    if (await lockFreeRows(tx, account).executeTakeFirst()) free.add(id);
  }
  const due = old.filter(({ account_id }) => free.has(account_id));
  for (const { call_id, account_id, bytes } of due) {
    const { numDeletedRows } = await db.deleteFrom('answers').where('call_id', '=', call_id).executeTakeFirst();
    if (account_id === null || Number(numDeletedRows) === 0) continue;
    const freed = db.updateTable('accounts').set((eb) => ({ answer_bytes: eb('answer_bytes', '-', bytes) }));
    await freed.where('id', '=', account_id).execute();
  }
  return due.length;
});

/** Purges the welcome credit of networks on past days. */
export const purgeWelcome = definePurge('welcome', async ({ db, nowMs }) => {
  const deletion = await db.deleteFrom('welcome_daily').where('day', '<', formatDay(nowMs)).executeTakeFirst();
  return Number(deletion.numDeletedRows);
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
