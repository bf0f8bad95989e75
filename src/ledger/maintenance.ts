/** Small writes that keep the ledger itself tidy. */
import type { Operation } from './operation.ts';

const PURGE_MAX = 500;

/** Notes an instance, so that its calls are found when it dies. */
export const registerInstance: Operation<{ owner: string }, null> = async ({ db, nowMs }, { owner }) => {
  await db.insertInto('instances').values({ owner, started_at: nowMs }).execute();
  return null;
};

export const forgetInstance: Operation<{ owner: string }, null> = async ({ db }, { owner }) => {
  await db.deleteFrom('instances').where('owner', '=', owner).execute();
  return null;
};

/** Removes claims and answers whose day is over, a few at a time; says how many of the fuller table went. */
export const purgeExpired: Operation<null, number> = async ({ db, engine, nowMs }) => {
  const due = db
    .selectFrom('idempotency')
    .select(['scope', 'key'])
    .where('expires_at', 'is not', null)
    .where('expires_at', '<=', nowMs)
    .limit(PURGE_MAX);
  // Another instance's batch may hold some of them: they are left for the next time.
  const claims = await (engine === 'postgres' ? due.forUpdate().skipLocked() : due).execute();
  for (const { scope, key } of claims) {
    await db.deleteFrom('idempotency').where('scope', '=', scope).where('key', '=', key).execute();
  }
  const old = db.selectFrom('answers').select('call_id').where('expires_at', '<=', nowMs).limit(PURGE_MAX);
  const answers = await (engine === 'postgres' ? old.forUpdate().skipLocked() : old).execute();
  const ids = answers.map((row) => row.call_id);
  if (ids.length > 0) await db.deleteFrom('answers').where('call_id', 'in', ids).execute();
  return Math.max(claims.length, answers.length);
};
