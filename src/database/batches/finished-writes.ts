/** Writes under an idempotency key that open no call: an operator's. The record is part of the write. Rules: money.md §4. */

import { FareboxError } from '../../kernel/errors/errors.ts';
import { definePurge } from '../define.ts';
import type { Database, Tx } from '../types.ts';

/** A write that an idempotency key was sent with, recorded in the transaction that did it. */
interface FinishedWriteRow {
  /** Whose key: `operator ADMIN_TOKEN`, `operator ada@example.com`. */
  scope: string;
  key: string;
  fingerprint: string;
  /** JSON of what the operation answered. */
  answer: string;
  expires_at: number;
}

declare module '../types.ts' {
  interface Tables {
    finished_writes: FinishedWriteRow;
  }
}

/** Time for which a finished write answers repeats. */
const REPLAY_MS = 24 * 3_600_000;

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
  ctx: Tx,
  claim: WriteClaim | undefined,
  write: () => Promise<T>,
): Promise<FinishedWrite<T>> {
  if (!claim) return { output: await write(), replayed: false };
  const { db, nowMs } = ctx;
  const { scope, key, fingerprint } = claim;
  const ours = db.deleteFrom('finished_writes').where('scope', '=', scope).where('key', '=', key);
  await ours.where('expires_at', '<=', nowMs).execute();
  // PostgreSQL waits here for a write under the same key that has not ended yet.
  const row = await db
    .insertInto('finished_writes')
    .values({ scope, key, fingerprint, answer: '', expires_at: nowMs + REPLAY_MS })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!row) return { output: await readFinishedWrite(ctx, claim), replayed: true };
  const output = await write();
  await db
    .updateTable('finished_writes')
    .set({ answer: JSON.stringify(output) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute();
  return { output, replayed: false };
}

/** Another answer for repeats, once it is known how what the write began has ended. Nothing when the record is gone. */
export async function amendFinishedWrite<T>(
  { db }: Tx,
  { scope, key, fingerprint }: WriteClaim,
  output: T,
): Promise<void> {
  await db
    .updateTable('finished_writes')
    .set({ answer: JSON.stringify(output) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('fingerprint', '=', fingerprint)
    .execute();
}

const PURGE_MAX = 500;

/** Removes records whose time is over, a few at a time; says how many. */
export const purgeFinishedWrites = definePurge('finished writes', async ({ db, nowMs }) => {
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
});

/**
 * Answer of an earlier write under this key, for operations whose work before the write costs something; undefined if
 * there is none. Throws IDEMPOTENCY_CONFLICT for another input.
 */
export async function findFinishedWrite<T>(
  database: Pick<Database, 'db' | 'now'>,
  claim: WriteClaim | undefined,
): Promise<FinishedWrite<T> | undefined> {
  if (!claim) return undefined;
  const { scope, key } = claim;
  const rows = database.db.selectFrom('finished_writes').select('expires_at').where('scope', '=', scope);
  const row = await rows.where('key', '=', key).executeTakeFirst();
  if (!row || row.expires_at <= (await database.now())) return undefined;
  return { output: await readFinishedWrite(database, claim), replayed: true };
}

async function readFinishedWrite<T>({ db }: Pick<Tx, 'db'>, { scope, key, fingerprint }: WriteClaim): Promise<T> {
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
