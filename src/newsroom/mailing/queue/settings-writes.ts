/** Writes the operators' email settings. */
import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import type { MailStateRow } from '../state-tables.ts';
import { lockMailState } from '../state-writes.ts';

export interface ChangeMailState {
  /** Stops all mailing, with a reason that campaigns show; null: goes on. Absent: as it is. */
  paused?: { reason: 'operator' | 'bounce_rate' | 'restored_database' } | null;
  dailyLimit?: number;
  /** Mails that were claimed from this database before it was restored. */
  claims?: number;
  /** Null: the server itself. */
  by: string | null;
}

/** Effective before the next claim. Says how it stood before, and how it stands now. */
export const changeMailState = defineWrite(
  'sending.changeState',
  async (
    tx: Tx,
    { paused, dailyLimit, claims, by }: ChangeMailState,
  ): Promise<{ before: MailStateRow; now: MailStateRow }> => {
    const before = await lockMailState(tx);
    const isKnown = paused?.reason !== undefined && before.paused === 1;
    const pause = isKnown || paused === undefined ? {} : buildPause(paused, tx.nowMs);
    const limit = dailyLimit === undefined ? {} : { daily_limit: dailyLimit };
    const claimed = claims === undefined ? {} : { claims: Math.max(claims, before.claims) };
    const changes = { ...pause, ...limit, ...claimed, updated_at: tx.nowMs, updated_by: by };
    await tx.db.updateTable('mail_state').set(changes).where('id', '=', 1).execute();
    return { before, now: { ...before, ...changes } };
  },
);

const buildPause = (
  paused: NonNullable<ChangeMailState['paused']> | null,
  nowMs: number,
): Pick<MailStateRow, 'paused' | 'paused_reason'> & Partial<MailStateRow> =>
  paused === null
    ? { paused: 0, paused_reason: null, transport_errors: 0, resumed_at: nowMs }
    : { paused: 1, paused_reason: paused.reason };
