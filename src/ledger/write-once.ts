/** Writes under an idempotency key that open no call: an operator's. The record is part of the write. Rules: money.md §4. */
import { FareboxError } from '../kernel/errors.ts';
import { REPLAY_MS } from './op.ts';
import type { OperationContext } from './operation.ts';

export interface WriteClaim {
  /** Whose key it is. */
  scope: string;
  key: string;
  fingerprint: string;
}

export interface FinishedWrite<T> {
  output: T;
  /** It is the answer of an earlier write under the same key; nothing was done now. */
  replayed: boolean;
}

/**
 * Does the write once for each key: a repeat, also one that comes at the same moment to another instance, gets the first
 * one's answer for 24 hours. A write that throws leaves no record. Throws IDEMPOTENCY_CONFLICT for another input.
 */
export async function writeOnce<T>(
  ctx: OperationContext,
  claim: WriteClaim | undefined,
  write: () => Promise<T>,
): Promise<FinishedWrite<T>> {
  if (!claim) return { output: await write(), replayed: false };
  const { db, nowMs } = ctx;
  const { scope, key, fingerprint } = claim;
  const ours = db.deleteFrom('finished_writes').where('scope', '=', scope).where('key', '=', key);
  await ours.where('expires_at', '<=', nowMs).execute();
  // PostgreSQL waits here for a write under the same key that has not ended yet.
  const taken = await db
    .insertInto('finished_writes')
    .values({ scope, key, fingerprint, answer: '', expires_at: nowMs + REPLAY_MS })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!taken) return { output: await readFinishedWrite(ctx, claim), replayed: true };
  const output = await write();
  await db
    .updateTable('finished_writes')
    .set({ answer: JSON.stringify(output) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute();
  return { output, replayed: false };
}

const PURGE_MAX = 500;

/** Removes records whose time is over, a few at a time; says how many. */
export async function purgeFinished({ db, nowMs }: Pick<OperationContext, 'db' | 'nowMs'>): Promise<number> {
  const due = await db
    .selectFrom('finished_writes')
    .select(['scope', 'key'])
    .where('expires_at', '<=', nowMs)
    .limit(PURGE_MAX)
    .execute();
  for (const { scope, key } of due) {
    const row = db.deleteFrom('finished_writes').where('scope', '=', scope).where('key', '=', key);
    await row.where('expires_at', '<=', nowMs).execute();
  }
  return due.length;
}

async function readFinishedWrite<T>({ db }: OperationContext, { scope, key, fingerprint }: WriteClaim): Promise<T> {
  const row = await db
    .selectFrom('finished_writes')
    .selectAll()
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (row.fingerprint !== fingerprint) throw new FareboxError('IDEMPOTENCY_CONFLICT');
  const output: T = JSON.parse(row.answer);
  return output;
}
