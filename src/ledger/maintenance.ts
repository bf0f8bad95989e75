/** Small writes that keep the ledger itself tidy. */

import { purgeIdentity } from './identity-purge.ts';
import { purgeOAuth } from './oauth-clients-operations.ts';
import { formatDay } from './op.ts';
import type { Operation, OperationContext } from './operation.ts';
import { purgeFinished } from './write-once.ts';

const PURGE_MAX = 500;
/** Files are large: fewer of them make a commit. */
const PURGE_FILES_MAX = 50;
/** Events can be sent again by hand for 30 days. */
const EVENT_MS = 60 * 24 * 3_600_000;
/** How long a report counts among those of the same error. */
const REPORT_MS = 90 * 24 * 3_600_000;

/** Notes an instance, so that its calls are found when it dies. */
export const registerInstance: Operation<{ owner: string }, null> = async ({ db, nowMs }, { owner }) => {
  await db.insertInto('instances').values({ owner, started_at: nowMs }).execute();
  return null;
};

export const forgetInstance: Operation<{ owner: string }, null> = async ({ db }, { owner }) => {
  await db.deleteFrom('instances').where('owner', '=', owner).execute();
  return null;
};

/** Removes claims, answers and files whose time is over, a few at a time; says how many of the fullest table went. */
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
  await db.deleteFrom('operator_lockouts').where('expires_at', '<=', nowMs).execute();
  await db.deleteFrom('welcome_daily').where('day', '<', formatDay(nowMs)).execute();
  const files = await purgeFiles({ db, engine, nowMs });
  const finished = await purgeFinished({ db, nowMs });
  const oauth = await purgeOAuth({ db, engine, nowMs });
  const identity = await purgeIdentity({ db, nowMs });
  const reports = await purgeReports({ db, nowMs });
  const events = await purgeEvents({ db, nowMs });
  return Math.max(claims.length, answers.length, files, finished, oauth, identity, reports, events);
};

async function purgeFiles({ db, engine, nowMs }: Pick<OperationContext, 'db' | 'engine' | 'nowMs'>): Promise<number> {
  const due = db.selectFrom('media').select('id').where('expires_at', '<=', nowMs).limit(PURGE_FILES_MAX);
  const files = await (engine === 'postgres' ? due.forUpdate().skipLocked() : due).execute();
  const ids = files.map((row) => row.id);
  if (ids.length > 0) await db.deleteFrom('media').where('id', 'in', ids).execute();
  return ids.length;
}

/** Notes of events that no provider sends again; what they did does not depend on them. */
async function purgeEvents({ db, nowMs }: Pick<OperationContext, 'db' | 'nowMs'>): Promise<number> {
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
}

async function purgeReports({ db, nowMs }: Pick<OperationContext, 'db' | 'nowMs'>): Promise<number> {
  const old = await db
    .selectFrom('bug_reports')
    .select('id')
    .where('at', '<=', nowMs - REPORT_MS)
    .limit(PURGE_MAX)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('bug_reports').where('id', 'in', ids).execute();
  return ids.length;
}
