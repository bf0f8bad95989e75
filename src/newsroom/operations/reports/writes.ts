import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { type AuditActor, audit } from '../../../ledger/audit.ts';
import { liftBrake, liftBrakes } from '../../mailing/queue/bounce-rate-writes.ts';
import { changeMailState } from '../../mailing/queue/settings-writes.ts';
import { lockMailState } from '../../mailing/state-writes.ts';

export interface NewsroomChanges {
  dailyLimit?: number;
  categories?: readonly string[];
  schedule?: { hour: number; minute: number };
  paused?: boolean;
}

export interface PauseState {
  /** False: mailing stood or went on before. */
  changed: boolean;
  atMs: number;
}

export const changeNewsroom = defineWrite(
  'reports.changeNewsroom',
  async (tx: Tx, { actor, ipPrefix, changes }: AuditActor & { changes: NewsroomChanges }): Promise<PauseState> => {
    const { db, nowMs } = tx;
    const { dailyLimit, categories, schedule, paused } = changes;
    let changed = true;
    if (dailyLimit !== undefined) await changeMailState.run(tx, { dailyLimit, by: actor });
    if (paused !== undefined) {
      const { before } = await changeMailState.run(tx, { paused: paused ? { reason: 'operator' } : null, by: actor });
      const lifted = paused ? 0 : await liftBrakes.run(tx, null);
      changed = (before.paused === 1) !== paused || lifted > 0;
    }
    if (categories !== undefined || schedule !== undefined) {
      const columns = {
        ...(categories === undefined ? {} : { categories: JSON.stringify([...new Set(categories)]) }),
        ...schedule,
        ...(schedule === undefined ? {} : { schedule_changed_at: nowMs }),
      };
      const settings = db.updateTable('newsroom_settings').set({ ...columns, updated_at: nowMs, updated_by: actor });
      await settings.where('id', '=', 1).execute();
    }
    const what = Object.keys(changes).sort().join(' ');
    if (changed)
      await audit(tx, { actor, ipPrefix, action: 'newsroom.change', subject: what, details: { ...changes } });
    return { changed, atMs: nowMs };
  },
);

/** Lets one company's mail go on, with an audit row; mailing that is paused as a whole stays so. */
export const resumeSender = defineWrite(
  'reports.resumeSender',
  async (tx: Tx, { companyId, ...who }: AuditActor & { companyId: string }) => {
    const changed = await liftBrake.run(tx, { companyId });
    if (changed) await audit(tx, { ...who, action: 'mailing.resume', subject: companyId, details: {} });
    const { paused } = await lockMailState(tx);
    return { changed, paused: paused === 1, atMs: tx.nowMs };
  },
);
