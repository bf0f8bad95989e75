/** Recovers emails claimed by dead workers: requeued if nothing was sent, otherwise marked unknown. */
import { defineFollower, defineWrite } from '../../../../database/define.ts';
import type { Tx } from '../../../../database/types.ts';
import { instanceDied } from '../../../../ledger/instance-writes.ts';
import { giveUnitBack } from '../budget-writes.ts';
import { lockMail } from '../item-writes.ts';
import { lockLane, settleLane } from '../lane-writes.ts';
import type { MailItem } from '../reads.ts';
import { SERVICE_LANE } from '../types.ts';

/** Mails of one write. */
const PORTION = 200;
/** A claim whose worker has not begun for so long is anybody's. */
const CLAIM_MS = 120_000;

export const recoverMailsOfDead = defineFollower(instanceDied, async (tx, { owner }) => {
  const held = await tx.db
    .selectFrom('mail_items')
    .select('id')
    .where('worker_id', '=', owner)
    .where('status', 'in', ['claimed', 'sending'])
    .orderBy('id')
    .execute();
  for (const { id } of held) await recoverMail(tx, id, (mail) => mail.worker_id === owner);
});

/** The same for workers that show no sign of life: `silentMs` after the last one of a mail that is being sent. */
export const recoverSilentMails = defineWrite(
  'sending.recoverSilent',
  async (tx: Tx, { silentMs }: { silentMs: number }): Promise<number> => {
    const { nowMs } = tx;
    const isSilent = ({ status, claimed_at }: Pick<MailItem, 'status' | 'claimed_at'>): boolean =>
      (claimed_at ?? 0) < nowMs - (status === 'claimed' ? CLAIM_MS : silentMs);
    const held = await tx.db
      .selectFrom('mail_items')
      .select(['id', 'status', 'claimed_at'])
      .where('status', 'in', ['claimed', 'sending'])
      .where('worker_id', 'is not', null)
      .orderBy('id')
      .limit(PORTION)
      .execute();
    const silent = held.filter(isSilent);
    for (const { id } of silent) await recoverMail(tx, id, isSilent);
    return silent.length;
  },
);

async function recoverMail(tx: Tx, id: number, isLost: (mail: MailItem) => boolean): Promise<void> {
  const row = await tx.db.selectFrom('mail_items').select('lane').where('id', '=', id).executeTakeFirst();
  const lane = row && (await lockLane(tx, row.lane));
  const mail = await lockMail(tx, id);
  if (!mail || (mail.status !== 'claimed' && mail.status !== 'sending') || !isLost(mail)) return;
  const { nowMs } = tx;
  const free = { claim_token: null, worker_id: null, updated_at: nowMs };
  if (mail.status === 'claimed') {
    await giveUnitBack(tx, mail.budget_day, mail);
    await change(tx, id, {
      ...free,
      status: 'queued',
      budget_day: null,
      next_attempt_at: mail.next_attempt_at ?? nowMs,
    });
  } else if (mail.transport === 'outbox') {
    // The file decides: whoever has it says so, see `settleOutboxMail`.
    await change(tx, id, free);
  } else {
    await change(tx, id, { ...free, ...lostFor(mail) });
    if (lane) await settleLane(tx, lane);
  }
}

const lostFor = (mail: MailItem): Partial<MailItem> => ({
  status: 'unknown',
  next_attempt_at: null,
  last_error: 'The server stopped while sending this',
  ...(mail.lane === SERVICE_LANE ? { body: '' } : {}),
});

async function change({ db }: Tx, id: number, changes: Partial<Omit<MailItem, 'id'>>): Promise<void> {
  await db.updateTable('mail_items').set(changes).where('id', '=', id).execute();
}

export interface SettleOutboxMail {
  id: number;
  /** `written`: the file is there, whole. `missing`: it is nowhere. `elsewhere`: another machine may have it. */
  file: 'written' | 'missing' | 'elsewhere';
}

/** A mail that nobody writes any more. */
export const settleOutboxMail = defineWrite(
  'sending.settleOutbox',
  async (tx: Tx, { id, file }: SettleOutboxMail): Promise<null> => {
    const row = await tx.db.selectFrom('mail_items').select('lane').where('id', '=', id).executeTakeFirst();
    const lane = row && (await lockLane(tx, row.lane));
    const mail = await lockMail(tx, id);
    if (mail?.status !== 'sending' || mail.worker_id !== null || mail.transport !== 'outbox') return null;
    const { nowMs } = tx;
    const secret = mail.lane === SERVICE_LANE ? { body: '' } : {};
    if (file === 'written') {
      await change(tx, id, { ...secret, status: 'sent', sent_at: nowMs, next_attempt_at: null, updated_at: nowMs });
    } else if (file === 'missing') {
      await giveUnitBack(tx, mail.budget_day, mail);
      await change(tx, id, { status: 'queued', next_attempt_at: nowMs, budget_day: null, updated_at: nowMs });
    } else {
      await change(tx, id, { ...lostFor(mail), updated_at: nowMs });
    }
    if (lane) await settleLane(tx, lane);
    return null;
  },
);
