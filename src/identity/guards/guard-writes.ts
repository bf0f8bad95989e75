/** Writes of the guards against abuse. Rules: newsroom.md §2.4, security.md 6. */

import { definePurge, defineWrite } from '../../database/define.ts';
import { lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { audit } from '../../ledger/audit.ts';
import type { OperatorLockoutRow } from './guard-tables.ts';

/** Both the time in which failures count together and the time that a lock lasts. */
const LOCKOUT_MS = 15 * 60_000;

export interface OperatorFailure {
  /** Null: the address may go on trying. */
  lockedUntilMs: number | null;
  /** It was locked before this failure, which then counts for nothing. */
  wasLocked: boolean;
}

/** Notes a failed operator authentication; the third one in a quarter of an hour locks the address for another. */
export const noteOperatorFailure = defineWrite(
  'guards.noteOperatorFailure',
  async (ctx: Tx, { address }: { address: string }): Promise<OperatorFailure> => {
    const { earlier_at, latest_at, locked_until } = await lockOperatorLockout(ctx, address);
    if (locked_until !== null && locked_until > ctx.nowMs) return { lockedUntilMs: locked_until, wasLocked: true };
    const since = ctx.nowMs - LOCKOUT_MS;
    const isThird = earlier_at !== null && earlier_at > since;
    const lockedUntilMs = isThird ? ctx.nowMs + LOCKOUT_MS : null;
    await ctx.db
      .updateTable('operator_lockouts')
      .set({
        earlier_at: isThird ? null : latest_at,
        latest_at: isThird ? null : ctx.nowMs,
        locked_until: lockedUntilMs,
        expires_at: ctx.nowMs + LOCKOUT_MS,
      })
      .where('address', '=', address)
      .execute();
    return { lockedUntilMs, wasLocked: false };
  },
);

/** The address's row, made when missing, and nobody else's until the operation ends. */
async function lockOperatorLockout(ctx: Tx, address: string): Promise<OperatorLockoutRow> {
  const { db, nowMs } = ctx;
  const row = { address, earlier_at: null, latest_at: null, locked_until: null, expires_at: nowMs + LOCKOUT_MS };
  await db
    .insertInto('operator_lockouts')
    .values(row)
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute();
  const query = db.selectFrom('operator_lockouts').selectAll().where('address', '=', address);
  // Purged in between by another instance: then it had nothing to say.
  return (await lockRows(ctx, query).executeTakeFirst()) ?? row;
}

/** A success before the third failure: the count begins anew. A lock stays. */
export const forgetOperatorFailures = defineWrite(
  'guards.forgetOperatorFailures',
  async ({ db, nowMs }: Tx, { address }: { address: string }): Promise<null> => {
    await db
      .deleteFrom('operator_lockouts')
      .where('address', '=', address)
      .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', nowMs)]))
      .execute();
    return null;
  },
);

/** Ends a lock and forgets the failures of an address. */
export const unlockAddress = defineWrite(
  'guards.unlockAddress',
  async (ctx: Tx, { address, actor }: { address: string; actor: string }): Promise<{ wasLocked: boolean }> => {
    const query = ctx.db.selectFrom('operator_lockouts').select('locked_until').where('address', '=', address);
    const row = await lockRows(ctx, query).executeTakeFirst();
    const lockedUntil = row?.locked_until ?? null;
    await ctx.db.deleteFrom('operator_lockouts').where('address', '=', address).execute();
    await audit(ctx, { actor, action: 'operator.unlock', subject: address, details: {} });
    return { wasLocked: lockedUntil !== null && lockedUntil > ctx.nowMs };
  },
);

/** Keeps the keyed hash of a value of `ADMIN_TOKEN`, so that it can be told from a guess when another has replaced it. */
export const rememberAdminToken = defineWrite(
  'guards.rememberAdminToken',
  async ({ db, nowMs }: Tx, { hash }: { hash: string }): Promise<null> => {
    await db
      .insertInto('admin_tokens')
      .values({ hash, at: nowMs })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
    return null;
  },
);

/** Notes that something was seen which the operator should know. */
export const noteSighting = defineWrite(
  'guards.noteSighting',
  async ({ db, nowMs }: Tx, { name }: { name: string }): Promise<null> => {
    await db
      .insertInto('sightings')
      .values({ name, at: nowMs })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ at: nowMs }))
      .execute();
    return null;
  },
);

/** Locks and failures that mean nothing any more. */
export const purgeLockouts = definePurge('guards', async ({ db, nowMs }) => {
  const deletion = await db.deleteFrom('operator_lockouts').where('expires_at', '<=', nowMs).executeTakeFirst();
  return Number(deletion.numDeletedRows);
});
