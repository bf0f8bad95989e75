/** Stores alerts together with the messages about them: both are there, or neither. */
import { definePurge, defineWrite } from '../../database/define.ts';
import { lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { type EnqueueServiceMail, enqueueServiceMail } from '../../newsroom/mailing/queue/service-writes.ts';
import { type NewMessage, queueMessage } from '../webhooks/delivery-writes.ts';
import type { ServerSignalRow } from './tables.ts';
import type { Transition } from './transitions.ts';
import type { Condition } from './types.ts';

const KEPT_MS = 30 * DAY_MS;
const PURGE_MAX = 200;

export type AlertChange = Omit<Transition, 'tell'> & {
  message: NewMessage | null;
  mails: readonly EnqueueServiceMail[];
};

/** Returns the number of changed alerts: 0 if another server was first. */
export const changeAlert = defineWrite('alerts.change', async (tx: Tx, change: AlertChange): Promise<number> => {
  const { from, alert, message, mails } = change;
  const { db } = tx;
  if (from === 0) {
    const { resolved_at: _none, ...row } = alert;
    const inserted = await db
      .insertInto('alerts')
      .values({ ...alert, version: 1 })
      .onConflict((conflict) =>
        // Of an alert that was resolved long ago.
        conflict
          .columns(['code', 'subject'])
          .doUpdateSet((eb) => ({ ...row, resolved_at: null, version: eb('alerts.version', '+', 1) }))
          .where('alerts.state', '=', 'resolved'),
      )
      .returning('version')
      .executeTakeFirst();
    if (!inserted) return 0;
  } else {
    const { code, subject } = alert;
    const found = db.selectFrom('alerts').select('version').where('code', '=', code).where('subject', '=', subject);
    if ((await lockRows(tx, found).executeTakeFirst())?.version !== from) return 0;
    const row = db.updateTable('alerts').set({ ...alert, version: from + 1 });
    await row.where('code', '=', code).where('subject', '=', subject).execute();
  }
  if (message) await queueMessage(tx, message);
  for (const mail of mails) await enqueueServiceMail.run(tx, mail);
  return 1;
});

export interface ServerSignals {
  owner: string;
  signals: readonly Condition[];
}

/** In place of what this server saw before. */
export const replaceServerSignals = defineWrite(
  'alerts.replaceServerSignals',
  async ({ db, nowMs }: Tx, { owner, signals }: ServerSignals): Promise<null> => {
    await db.deleteFrom('server_signals').where('owner', '=', owner).execute();
    const rows: ServerSignalRow[] = signals.map((signal) => ({ owner, ...signal, seen_at: nowMs }));
    if (rows.length > 0) await db.insertInto('server_signals').values(rows).execute();
    return null;
  },
);

export const purgeAlerts = definePurge('alerts', async ({ db, nowMs }) => {
  const old = await db
    .selectFrom('alerts')
    .select(['code', 'subject'])
    .where('resolved_at', '<=', nowMs - KEPT_MS)
    .limit(PURGE_MAX)
    .execute();
  for (const { code, subject } of old)
    await db.deleteFrom('alerts').where('code', '=', code).where('subject', '=', subject).execute();
  return old.length;
});

export const purgeServerSignals = definePurge('server_signals', async ({ db, nowMs }) => {
  const old = await db
    .selectFrom('server_signals')
    .select(['owner', 'code', 'subject'])
    .where('seen_at', '<=', nowMs - DAY_MS)
    .limit(PURGE_MAX)
    .execute();
  for (const { owner, code, subject } of old) {
    const row = db.deleteFrom('server_signals').where('owner', '=', owner).where('code', '=', code);
    await row.where('subject', '=', subject).execute();
  }
  return old.length;
});
