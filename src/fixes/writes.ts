/** Durable writes of the debug service: reports, contributions and confirmations. */

import { sql } from 'kysely';
import { definePurge, defineWrite } from '../database/define.ts';
import { lockRows } from '../database/dialect.ts';
import type { Tx } from '../database/types.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import type { BugReportRow, FixContent } from './tables.ts';

/** More is not counted. */
const SIMILAR_MAX = 1_000;

export type FileReportInput = Omit<BugReportRow, 'at'>;

/** Files a report; says how many there were of the same error before, up to a thousand. */
export const fileReport = defineWrite(
  'fixes.fileReport',
  async (ctx: Tx, report: FileReportInput): Promise<{ similar: number }> => {
    const { rows } = await sql<{ similar: number }>`SELECT cast(count(*) AS bigint) AS similar FROM (
    SELECT 1 FROM bug_reports WHERE fingerprint = ${report.fingerprint} LIMIT ${SIMILAR_MAX}) AS earlier`.execute(
      ctx.db,
    );
    await ctx.db
      .insertInto('bug_reports')
      .values({ ...report, at: ctx.nowMs })
      .execute();
    return { similar: rows[0]?.similar ?? 0 };
  },
);

export interface AddFixInput {
  fix: Omit<FixContent, 'status' | 'created_at' | 'decided_at' | 'origin'>;
  /** By which its like is found. */
  buckets: readonly number[];
  /** Fixes that may wait for a moderator. */
  pendingMax: number;
}

/**
 * Lays a contribution before a moderator. The same text again is merged into the fix that says it. Throws CONFLICT when
 * that was rejected, OVERLOADED when too many wait.
 */
export const addFix = defineWrite(
  'fixes.addFix',
  async (ctx: Tx, { fix, buckets, pendingMax }: AddFixInput): Promise<{ fixId: string; merged: boolean }> => {
    const same = await ctx.db
      .selectFrom('fixes')
      .select(['id', 'status'])
      .where('digest', '=', fix.digest)
      .where('origin', '=', 'contributed')
      .executeTakeFirst();
    if (same?.status === 'rejected') {
      throw new FareboxError('CONFLICT', {
        message: 'A moderator has already rejected this fix.',
        next: 'Contribute what is different about yours.',
      });
    }
    if (same) return mergeInto(ctx, same.id);
    if ((await countPendingFixes(ctx, pendingMax)) >= pendingMax) {
      throw new FareboxError('OVERLOADED', {
        message: 'Too many contributed fixes are waiting for a moderator.',
        next: 'Contribute again in a few days.',
        retryAfterSeconds: 86_400,
      });
    }
    const row: FixContent = {
      ...fix,
      status: 'pending',
      origin: 'contributed',
      created_at: ctx.nowMs,
      decided_at: null,
    };
    const added = await ctx.db
      .insertInto('fixes')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('num')
      .executeTakeFirst();
    // Somebody else has just said the same.
    if (!added) throw new FareboxError('CONFLICT', { message: 'The same fix is being contributed right now.' });
    if (buckets.length > 0) {
      await ctx.db
        .insertInto('fix_bands')
        .values(buckets.map((band) => ({ band, fix: added.num })))
        .execute();
    }
    return { fixId: fix.id, merged: false };
  },
);

/** Notes that somebody has contributed the same again. */
export const mergeFix = defineWrite(
  'fixes.mergeFix',
  (ctx: Tx, { fixId }: { fixId: string }): Promise<{ fixId: string; merged: boolean }> => mergeInto(ctx, fixId),
);

async function mergeInto({ db }: Pick<Tx, 'db'>, fixId: string) {
  await db
    .updateTable('fixes')
    .set((eb) => ({ merged: eb('merged', '+', 1) }))
    .where('id', '=', fixId)
    .execute();
  return { fixId, merged: true };
}

async function countPendingFixes({ db }: Pick<Tx, 'db'>, max: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`SELECT cast(count(*) AS bigint) AS waiting FROM (
    SELECT 1 FROM fixes WHERE status = 'pending' LIMIT ${max}) AS pending`.execute(db);
  return rows[0]?.waiting ?? 0;
}

export interface ConfirmFixInput {
  fixId: string;
  /** Null: nobody who counts. */
  accountId: string | null;
  worked: boolean;
}

export interface ConfirmationCounts {
  counted: boolean;
  successes: number;
  failures: number;
}

/** Counts one word of each live account that has paid; its later word replaces the earlier one. Throws NOT_FOUND. */
export const confirmFix = defineWrite(
  'fixes.confirmFix',
  async (ctx: Tx, { fixId, accountId, worked }: ConfirmFixInput): Promise<ConfirmationCounts> => {
    const query = ctx.db.selectFrom('fixes').select(['num', 'status', 'successes', 'failures']).where('id', '=', fixId);
    const fix = await lockRows(ctx, query).executeTakeFirst();
    if (fix?.status !== 'published') throw new FareboxError('NOT_FOUND', { message: 'No published fix has this ID.' });
    const { num, successes, failures } = fix;
    if (accountId === null || !(await hasPaid(ctx, accountId))) return { counted: false, successes, failures };
    const key = { fix: num, account_id: accountId };
    const before = await ctx.db
      .selectFrom('fix_confirmations')
      .select('worked')
      .where('fix', '=', num)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    const vote = { worked: worked ? 1 : 0, at: ctx.nowMs } as const;
    await ctx.db
      .insertInto('fix_confirmations')
      .values({ ...key, ...vote })
      .onConflict((conflict) => conflict.columns(['fix', 'account_id']).doUpdateSet(vote))
      .execute();
    const counts = {
      successes: successes + (worked ? 1 : 0) - (before?.worked === 1 ? 1 : 0),
      failures: failures + (worked ? 0 : 1) - (before?.worked === 0 ? 1 : 0),
    };
    await ctx.db.updateTable('fixes').set(counts).where('num', '=', num).execute();
    return { counted: true, ...counts };
  },
);

/** Money of its own: a card deposit, or one that the operator has booked. Welcome credit, invites and rewards are ours. */
async function hasPaid({ db }: Pick<Tx, 'db'>, accountId: string): Promise<boolean> {
  const paid = await db
    .selectFrom('deposits')
    .select('external_id')
    .where('account_id', '=', accountId)
    .where('source', 'in', ['card', 'grant'])
    .where('external_id', 'not like', 'invite:%')
    .where('mode', '=', 'live')
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

const PURGE_MAX = 500;
/** Time for which a report counts among those of the same error. */
const REPORT_MS = 90 * 24 * 3_600_000;

export const purgeReports = definePurge('bug reports', async ({ db, nowMs }) => {
  const old = db
    .selectFrom('bug_reports')
    .select('id')
    .where('at', '<=', nowMs - REPORT_MS)
    .limit(PURGE_MAX);
  const ids = (await old.execute()).map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('bug_reports').where('id', 'in', ids).execute();
  return ids.length;
});
