/** Records bounces in the email's row and the suppression list. Rules: newsroom.md §9. */
import { definePurge, defineWrite } from '../../../database/define.ts';
import { lockFreeRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import type { RefusalCause } from '../../../mail/refusal.ts';
import type { BounceAction, ReturnKind } from '../../suppression-list/types.ts';
import { type Brake, pauseOnBounces } from '../queue/bounce-rate-writes.ts';
import { lockMail } from '../queue/item-writes.ts';
import { lockLane } from '../queue/lane-writes.ts';
import { acceptProof } from '../queue/proof-writes.ts';
import type { MailItem } from '../queue/reads.ts';
import { lockMailState } from '../state-writes.ts';
import { suppressAddress } from '../suppression-writes.ts';
import { unsubscribe } from './unsubscribe-writes.ts';

export interface RecordReturn {
  /** That its signed address names. */
  mailId: number;
  /** Of the mail that came back, where the message tells it. */
  messageId: string | null;
  kind: ReturnKind;
  /** The same of a message that comes again. */
  fingerprint: string;
  /** Null unless the mail was refused. */
  cause: RefusalCause | null;
  status: string | null;
  diagnostic: string | null;
  subject: string | null;
  excerpt: string | null;
}

export interface RecordedReturn {
  /** Null: it is about no mail of ours. */
  mailId: number | null;
  action: BounceAction;
  /** Whose mailing has stopped by it; null when none has. */
  stops: Brake | null;
}

/** Once for each message: what comes again gets the first one's answer. */
export const recordReturn = defineWrite(
  'suppressions.recordReturn',
  async (tx: Tx, message: RecordReturn): Promise<RecordedReturn> => {
    const { db } = tx;
    const { mailId, kind, fingerprint } = message;
    const mailRow = await db
      .selectFrom('mail_items')
      .select(['lane', 'message_id'])
      .where('id', '=', mailId)
      .executeTakeFirst();
    if (!mailRow || (message.messageId !== null && message.messageId !== mailRow.message_id)) return isForged;
    if (kind === 'hard') await lockMailState(tx);
    const lane = await lockLane(tx, mailRow.lane);
    const mail = await lockMail(tx, mailId);
    if (!mail) return isForged;
    const earlier = db.selectFrom('bounces').select('action').where('fingerprint', '=', fingerprint);
    const earlierRow = await earlier.executeTakeFirst();
    if (earlierRow) return { mailId, action: earlierRow.action, stops: null };
    await acceptProof(tx, mail, lane);
    if (kind === 'auto_reply' || kind === 'delayed' || kind === 'delivered')
      return { mailId, action: 'ignored', stops: null };
    const action = (await applyReturn(tx, mail, kind, message.cause)) ? 'suppressed' : 'recorded';
    const { status } = message;
    const { diagnostic, subject, excerpt } = mail.erased_at === null ? message : noWords;
    const row = { fingerprint, mail_id: mailId, kind, action, status, diagnostic, subject, excerpt } as const;
    await db
      .insertInto('bounces')
      .values({ ...row, created_at: tx.nowMs })
      .execute();
    return { mailId, action, stops: kind === 'hard' ? await pauseOnBounces(tx, mail.company_id) : null };
  },
);

const noWords = { diagnostic: null, subject: null, excerpt: null };
const isForged: RecordedReturn = { mailId: null, action: 'ignored', stops: null };

/** True: its address gets no more mail. What a mail has brought about once, it does not bring about again. */
async function applyReturn(
  tx: Tx,
  mail: MailItem,
  kind: 'hard' | 'soft' | 'complaint' | 'unsubscribe' | 'unclassified',
  cause: RefusalCause | null,
): Promise<boolean> {
  // Mail to whoever had their address erased is forbidden already.
  if (mail.erased_at !== null) return false;
  const refused = cause === null ? {} : { refusal: cause, refused_at: tx.nowMs };
  const place = { companyId: mail.company_id, norm: mail.address_norm, mailId: mail.id };
  switch (kind) {
    case 'hard':
      if (mail.bounce_type === 'hard') return false;
      await noteMail(tx, mail, { bounced_at: mail.bounced_at ?? tx.nowMs, bounce_type: 'hard', ...refused });
      await suppressAddress.run(tx, { ...place, reason: 'hard_bounce' });
      return true;
    case 'soft':
      if (mail.bounce_type !== null) return false;
      await noteMail(tx, mail, { bounced_at: tx.nowMs, bounce_type: 'soft', ...refused });
      if (!(await bouncesOften(tx, mail))) return false;
      await suppressAddress.run(tx, { ...place, reason: 'soft_bounce' });
      return true;
    case 'complaint':
      if (mail.complained_at !== null) return false;
      await noteMail(tx, mail, { complained_at: tx.nowMs });
      await suppressAddress.run(tx, { ...place, reason: 'complaint' });
      return true;
    case 'unsubscribe':
      await unsubscribe.run(tx, place);
      return true;
    case 'unclassified':
      return false;
  }
}

async function noteMail(
  { db, nowMs }: Tx,
  { id }: MailItem,
  changes: Partial<Pick<MailItem, 'bounced_at' | 'bounce_type' | 'complained_at' | 'refusal' | 'refused_at'>>,
): Promise<void> {
  await db
    .updateTable('mail_items')
    .set({ ...changes, updated_at: nowMs })
    .where('id', '=', id)
    .execute();
}

const LAST_MAILS = 5;
const SOFT_MAX = 3;
const SENDER_CAUSES: readonly MailItem['refusal'][] = ['blocked', 'too_big'];

/** Of the last mails from this sender to this address. What the sender or the message is to blame for doesn't count. */
async function bouncesOften({ db }: Tx, { company_id, address_norm }: MailItem): Promise<boolean> {
  const query = db
    .selectFrom('mail_items')
    .select(['bounce_type', 'refusal'])
    .where('address_norm', '=', address_norm)
    .where('sent_at', 'is not', null)
    .where('company_id', company_id === null ? 'is' : '=', company_id);
  const last = await query.orderBy('id', 'desc').limit(LAST_MAILS).execute();
  return last.filter((mail) => mail.bounce_type === 'soft' && !SENDER_CAUSES.includes(mail.refusal)).length >= SOFT_MAX;
}

const KEPT_MS = 180 * 86_400_000;
const PURGE_MAX = 200;

/** Bounces are purged; their effects are in the emails and the suppressions. */
export const purgeBounces = definePurge('bounces', async (tx) => {
  const { db, nowMs } = tx;
  const old = db
    .selectFrom('bounces')
    .select('id')
    .where('created_at', '<', nowMs - KEPT_MS)
    .limit(PURGE_MAX);
  const ids = (await lockFreeRows(tx, old).execute()).map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('bounces').where('id', 'in', ids).execute();
  return ids.length;
});
