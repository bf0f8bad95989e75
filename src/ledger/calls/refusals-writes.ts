/** Calls that were refused for their price or a limit. Nothing was charged, so they are noted behind the calls' own lane. */
import { definePurge, defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { RefusedCallRow } from '../tables.ts';

/** Of one account and UTC day: whoever goes on calling with an empty balance fills no disk. */
export const REFUSALS_PER_DAY = 500;

const KEPT_MS = 30 * DAY_MS;
const PURGE_MAX = 500;

export type NewRefusal = Omit<RefusedCallRow, 'at'>;

/** Notes what its account's day has room for. */
export const noteRefusals = defineWrite(
  'refusals.noteRefusals',
  async (ctx: Tx, { refusals }: { refusals: readonly NewRefusal[] }): Promise<void> => {
    for (const accountId of new Set(refusals.map(({ account_id }) => account_id))) {
      const room = REFUSALS_PER_DAY - (await countToday(ctx, accountId));
      const rows = refusals.filter(({ account_id }) => account_id === accountId).slice(0, Math.max(0, room));
      if (rows.length === 0) continue;
      const at = ctx.nowMs;
      await ctx.db
        .insertInto('refused_calls')
        .values(rows.map((row) => ({ ...row, at })))
        .execute();
    }
  },
);

async function countToday({ db, day }: Tx, accountId: string): Promise<number> {
  const { noted } = await db
    .selectFrom('refused_calls')
    .select((eb) => eb.fn.countAll<number>().as('noted'))
    .where('account_id', '=', accountId)
    .where('at', '>=', Date.parse(day))
    .executeTakeFirstOrThrow();
  return Number(noted);
}

export const purgeRefusals = definePurge('refusals', async ({ db, nowMs }) => {
  const old = await db
    .selectFrom('refused_calls')
    .select(['account_id', 'at', 'id'])
    .where('at', '<=', nowMs - KEPT_MS)
    .limit(PURGE_MAX)
    .execute();
  for (const { account_id, at, id } of old) {
    const row = db.deleteFrom('refused_calls').where('account_id', '=', account_id);
    await row.where('at', '=', at).where('id', '=', id).execute();
  }
  return old.length;
});
