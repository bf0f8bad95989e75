/** Creates webhook messages for events of an account, once: messages and position are stored together. */
import { definePurge, defineWrite } from '../../database/define.ts';
import { lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import type { TopUpNews } from '../../ledger/payments/top-ups/tables.ts';
import type { RefusedCallRow } from '../../ledger/tables.ts';
import { type EnqueueServiceMail, enqueueServiceMail } from '../../newsroom/mailing/queue/service-writes.ts';
import { endWatch, ensureWatch, tellEndpoints } from './endpoint-writes.ts';
import type { EventToTell } from './events.ts';
import type { AccountWatchRow } from './tables.ts';

export interface AccountStep {
  accountId: string;
  /** As the step was worked out from. */
  from: Pick<AccountWatchRow, 'seq' | 'refused_at' | 'is_low'>;
  to: Pick<AccountWatchRow, 'seq' | 'refused_at' | 'is_low'>;
  events: readonly EventToTell[];
  /** Calls that were charged and still run. */
  running: readonly string[];
  /** Those that were running before and have ended. */
  ended: readonly { callId: string; event: EventToTell }[];
  /** Refusals by a cap: each is told once a day. */
  caps: readonly RefusedCallRow[];
  mails: readonly EnqueueServiceMail[];
}

/** False when another server took the step. */
export const takeAccountStep = defineWrite(
  'webhooks.accountStep',
  async (tx: Tx, step: AccountStep): Promise<boolean> => {
    const { accountId, from, to, events, running, ended, caps, mails } = step;
    const { db } = tx;
    const query = db.selectFrom('account_watches').selectAll().where('account_id', '=', accountId);
    const watch = await lockRows(tx, query).executeTakeFirst();
    if (!watch) return false;
    if (watch.seq !== from.seq || watch.refused_at !== from.refused_at || watch.is_low !== from.is_low) return false;
    const endings: EventToTell[] = [];
    for (const { callId, event } of ended) if (await forgetCall(tx, accountId, callId)) endings.push(event);
    await tellEndpoints(tx, accountId, [...events, ...endings, ...(await listNewCaps(tx, accountId, caps))]);
    for (const call_id of running) {
      const row = db.insertInto('watched_calls').values({ account_id: accountId, call_id });
      await row.onConflict((conflict) => conflict.doNothing()).execute();
    }
    await db.updateTable('account_watches').set(to).where('account_id', '=', accountId).execute();
    for (const mail of mails) await enqueueServiceMail.run(tx, mail);
    return true;
  },
);

/** False for one that another server has told. */
async function forgetCall({ db }: Tx, accountId: string, callId: string): Promise<boolean> {
  const row = db.deleteFrom('watched_calls').where('account_id', '=', accountId).where('call_id', '=', callId);
  return (await row.returning('call_id').executeTakeFirst()) !== undefined;
}

async function listNewCaps({ db, day }: Tx, accountId: string, refusals: readonly RefusedCallRow[]) {
  const events: EventToTell[] = [];
  for (const { lineage, cap, tool, at } of refusals) {
    if (cap === null) continue;
    const row = { account_id: accountId, lineage, cap, day };
    const query = db
      .insertInto('told_caps')
      .values(row)
      .onConflict((conflict) => conflict.doNothing());
    if (!(await query.returning('cap').executeTakeFirst())) continue;
    const data = { agentId: accountId, keyId: lineage, cap, tool, at: new Date(at).toISOString() };
    events.push({ event: 'cap.reached', data });
  }
  return events;
}

export interface TopUpStep {
  accountId: string;
  /** What is told. */
  news: TopUpNews;
  event: EventToTell;
  mails: readonly EnqueueServiceMail[];
}

/** Tells why automatic top-ups stopped; false when another server has. */
export const tellTopUpNews = defineWrite(
  'webhooks.topUpNews',
  async (tx: Tx, { accountId, news, event, mails }: TopUpStep): Promise<boolean> => {
    const told = tx.db.updateTable('auto_top_ups').set({ news: null }).where('account_id', '=', accountId);
    const row = await told.where('news', '=', news).returning('account_id').executeTakeFirst();
    if (!row) return false;
    await tellEndpoints(tx, accountId, [event]);
    for (const mail of mails) await enqueueServiceMail.run(tx, mail);
    return true;
  },
);

export interface LowBalanceAlert {
  accountId: string;
  /** Micro-USD; null turns the alert off. */
  lowBalance: number | null;
  byEmail: boolean;
}

export const setLowBalanceAlert = defineWrite(
  'webhooks.setLowBalance',
  async (tx: Tx, { accountId, lowBalance, byEmail }: LowBalanceAlert): Promise<null> => {
    await ensureWatch(tx, accountId);
    const { balance } = await tx.db
      .selectFrom('accounts')
      .select('balance')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    // What is low already was known when the alert was set.
    const is_low = lowBalance !== null && balance < lowBalance ? 1 : 0;
    const change = { low_balance: lowBalance, low_balance_email: byEmail ? 1 : 0, is_low } as const;
    await tx.db.updateTable('account_watches').set(change).where('account_id', '=', accountId).execute();
    await endWatch(tx, accountId);
    return null;
  },
);

const PURGE_MAX = 500;

export const purgeToldCaps = definePurge('told_caps', async ({ db, day }) => {
  const old = await db.selectFrom('told_caps').selectAll().where('day', '<', day).limit(PURGE_MAX).execute();
  for (const { day: of, account_id, lineage, cap } of old) {
    const row = db.deleteFrom('told_caps').where('day', '=', of).where('account_id', '=', account_id);
    await row.where('lineage', '=', lineage).where('cap', '=', cap).execute();
  }
  return old.length;
});
