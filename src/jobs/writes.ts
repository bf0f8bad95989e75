/**
 * Durable writes of jobs: creation, claim, progress and end. A worker renews its claim with each step; after a takeover
 * its writes change nothing.
 */
import { defineFollower, definePurge, defineWrite } from '../database/define.ts';
import { lockFreeRows, lockRows } from '../database/dialect.ts';
import type { Db, Tx } from '../database/types.ts';
import { instanceDied } from '../ledger/instance-writes.ts';
import { createTimeOrderedId } from '../lib/ids.ts';
import { findCovering, listActive, selectActive } from './reads.ts';
import type { JobRow } from './tables.ts';
import type { ItemError, JobItem } from './types.ts';

/** An item that has failed so often is set aside. */
export const TRIES_MAX = 3;
const RETRY_MS = 5_000;

/** A job that has failed waits a little; one that would wait longer than any does is of a clock that was put back. */
export const mayRun = ({ run_at }: JobRow, nowMs: number): boolean =>
  run_at <= nowMs || run_at > nowMs + TRIES_MAX * RETRY_MS;
const INTERRUPTED = 'The server stopped while working on this.';

export interface StartJob {
  kind: string;
  /** Its first stage. */
  lane: string;
}

/** The job that was made, or the one that stands for the kind already. */
export const startJob = defineWrite(
  'jobs.start',
  async ({ db, nowMs }: Tx, { kind, lane }: StartJob): Promise<{ job: JobRow; isNew: boolean }> => {
    const covering = findCovering(await listActive(db), kind);
    if (covering) return { job: covering, isNew: false };
    const job: JobRow = {
      id: createTimeOrderedId('job_', nowMs),
      kind,
      lane,
      state: 'queued',
      owner: null,
      claims: 0,
      lease_until: null,
      run_at: nowMs,
      failures: 0,
      ...noItems,
      last_error: null,
      created_at: nowMs,
      started_at: null,
      finished_at: null,
    };
    // PostgreSQL waits here for one that another instance is making.
    const row = await db
      .insertInto('jobs')
      .values(job)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row) {
      await forgetFuture(db, job);
      return { job, isNew: true };
    }
    const other = findCovering(await listActive(db), kind);
    if (!other) throw new Error(`The job ${kind} ended while another one was made`);
    return { job: other, isNew: false };
  },
);

/** After a clock was put back, jobs that have ended later than now would be taken for the newest of their kind. */
async function forgetFuture(db: Db, { id, kind }: JobRow): Promise<void> {
  const newer = db.selectFrom('jobs').select('id').where('kind', '=', kind).where('id', '>', id);
  const ids = (await newer.where('state', '=', 'done').limit(PURGE_MAX).execute()).map((job) => job.id);
  if (ids.length > 0) await deleteJobs(db, ids);
}

async function deleteJobs(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('job_failures').where('job_id', 'in', ids).execute();
  await db.deleteFrom('jobs').where('id', 'in', ids).execute();
}

const noItems = { total: 0, succeeded: 0, failed: 0, after_key: null, item: null };

export interface ClaimJob {
  owner: string;
  leaseMs: number;
  /** What this server knows: another version may have made others. */
  kinds: readonly string[];
}

/** The oldest that may run: a queued one whose lane is free, or one whose runner's lease is over. Null for none. */
export const claimJob = defineWrite(
  'jobs.claim',
  async (tx: Tx, { owner, leaseMs, kinds }: ClaimJob): Promise<JobRow | null> => {
    const { db, nowMs } = tx;
    // An instance that was held up may have been declared dead meanwhile.
    const alive = await db.selectFrom('instances').select('owner').where('owner', '=', owner).executeTakeFirst();
    if (!alive) return null;
    const active = await lockRows(tx, selectActive(db)).execute();
    const isLapsed = ({ state, lease_until }: JobRow): boolean => state === 'running' && (lease_until ?? 0) <= nowMs;
    const busy = new Set(active.filter(({ state }) => state === 'running').map(({ lane }) => lane));
    const job = active.find(
      (one) =>
        kinds.includes(one.kind) &&
        (isLapsed(one) || (one.state === 'queued' && mayRun(one, nowMs) && !busy.has(one.lane))),
    );
    if (!job) return null;
    const interrupted = job.item === null ? {} : await recordFailure(tx, job, parseItem(job.item), INTERRUPTED);
    const changes = {
      ...interrupted,
      state: 'running' as const,
      owner,
      claims: job.claims + 1,
      lease_until: nowMs + leaseMs,
      item: null,
      started_at: job.started_at ?? nowMs,
    };
    await db.updateTable('jobs').set(changes).where('id', '=', job.id).execute();
    return { ...job, ...changes };
  },
);

/** Of whoever works on the job. */
export type Claim = Pick<JobRow, 'id' | 'claims'> & { leaseMs: number };

const lockOwn = (tx: Tx, { id, claims }: Claim): Promise<JobRow | undefined> => {
  const own = tx.db.selectFrom('jobs').selectAll().where('id', '=', id).where('claims', '=', claims);
  return lockRows(tx, own.where('state', '=', 'running')).executeTakeFirst();
};

const changeOwn = async ({ db }: Tx, { id }: Claim, changes: Partial<Omit<JobRow, 'id'>>): Promise<void> => {
  await db.updateTable('jobs').set(changes).where('id', '=', id).execute();
};

export interface StepJob extends Claim {
  /** What has ended, and how; null for nothing. */
  ended: { item: JobItem; error: string | null } | null;
  /** What is begun now; null for nothing. */
  begun: JobItem | null;
  total: number;
}

/** Notes what has ended and what begins, and keeps the lease. False: the job is somebody else's. */
export const stepJob = defineWrite('jobs.step', async (tx: Tx, step: StepJob): Promise<boolean> => {
  const job = await lockOwn(tx, step);
  if (!job) return false;
  const { ended, begun, total } = step;
  await changeOwn(tx, step, {
    ...(ended === null ? {} : await recordEnd(tx, job, ended)),
    item: begun === null ? null : JSON.stringify(begun),
    total,
    failures: 0,
    lease_until: tx.nowMs + step.leaseMs,
  });
  return true;
});

async function recordEnd(
  tx: Tx,
  job: JobRow,
  { item, error }: { item: JobItem; error: string | null },
): Promise<Partial<JobRow>> {
  if (error !== null) return recordFailure(tx, job, item, error);
  const retried = await tx.db
    .deleteFrom('job_failures')
    .where('job_id', '=', job.id)
    .where('lane', '=', job.lane)
    .where('item_key', '=', item.key)
    .executeTakeFirst();
  const isRetry = Number(retried.numDeletedRows) > 0;
  return { succeeded: job.succeeded + 1, ...(isRetry ? {} : { after_key: item.key }) };
}

/** Tried again when the others have had their turn, until it is set aside. */
async function recordFailure({ db, nowMs }: Tx, job: JobRow, item: JobItem, message: string): Promise<Partial<JobRow>> {
  const failure = { item: JSON.stringify(item), message, at: nowMs };
  const { tries } = await db
    .insertInto('job_failures')
    .values({ job_id: job.id, lane: job.lane, item_key: item.key, tries: 1, ...failure })
    .onConflict((conflict) =>
      conflict
        .columns(['job_id', 'lane', 'item_key'])
        .doUpdateSet((eb) => ({ ...failure, tries: eb('job_failures.tries', '+', 1) })),
    )
    .returning('tries')
    .executeTakeFirstOrThrow();
  const error: ItemError = { id: item.id, message, at: nowMs };
  return {
    last_error: JSON.stringify(error),
    ...(tries === 1 ? { after_key: item.key } : {}),
    ...(tries >= TRIES_MAX ? { failed: job.failed + 1 } : {}),
  };
}

/** Written by a step alone. */
function parseItem(json: string): JobItem {
  const item: JobItem = JSON.parse(json);
  return item;
}

export const keepLease = defineWrite('jobs.keepLease', async (tx: Tx, claim: Claim): Promise<boolean> => {
  const job = await lockOwn(tx, claim);
  if (job) await changeOwn(tx, claim, { lease_until: tx.nowMs + claim.leaseMs });
  return job !== undefined;
});

const nobody = { owner: null, lease_until: null, item: null };

export interface LeaveJob extends Claim {
  /** `done`: nothing is left of it. A stage: that comes next. `stop`: the server stops, and another one goes on. */
  next: 'done' | 'stop' | { stage: string };
}

export const leaveJob = defineWrite('jobs.leave', async (tx: Tx, { next, ...claim }: LeaveJob): Promise<null> => {
  const job = await lockOwn(tx, claim);
  if (!job) return null;
  const { nowMs } = tx;
  if (next === 'done') await changeOwn(tx, claim, { ...nobody, state: 'done', finished_at: nowMs });
  else if (next === 'stop') await changeOwn(tx, claim, { ...nobody, state: 'queued' });
  else await changeOwn(tx, claim, { ...nobody, ...noItems, state: 'queued', lane: next.stage });
  return null;
});

/** It failed as a whole: tried again a little later, and given up when that does not help. */
export const failJob = defineWrite(
  'jobs.fail',
  async (tx: Tx, { message, ...claim }: Claim & { message: string }): Promise<null> => {
    const job = await lockOwn(tx, claim);
    if (!job) return null;
    const { nowMs } = tx;
    const failures = job.failures + 1;
    const error: ItemError = { id: {}, message, at: nowMs };
    const failure = { ...nobody, failures, last_error: JSON.stringify(error) };
    if (failures >= TRIES_MAX) await changeOwn(tx, claim, { ...failure, state: 'done', finished_at: nowMs });
    else await changeOwn(tx, claim, { ...failure, state: 'queued', run_at: nowMs + RETRY_MS * failures });
    return null;
  },
);

/** Returns the items of a dead instance to the queue; each counts as failed once when it is claimed. */
export const requeueJobsOfDead = defineFollower(instanceDied, async ({ db }, { owner }) => {
  const changes = { state: 'queued', owner: null, lease_until: null } as const;
  await db.updateTable('jobs').set(changes).where('state', '=', 'running').where('owner', '=', owner).execute();
});

const KEPT_MS = 30 * 86_400_000;
const PURGE_MAX = 100;

/** Ended jobs, but the newest of each kind. */
export const purgeJobs = definePurge('jobs', async (tx) => {
  const { db, nowMs } = tx;
  const old = db
    .selectFrom('jobs')
    .select('id')
    .where('finished_at', '<=', nowMs - KEPT_MS)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('jobs as newer')
          .select('newer.id')
          .whereRef('newer.kind', '=', 'jobs.kind')
          .whereRef('newer.id', '>', 'jobs.id'),
      ),
    )
    .limit(PURGE_MAX);
  const ids = (await lockFreeRows(tx, old).execute()).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await deleteJobs(db, ids);
  return ids.length;
});
