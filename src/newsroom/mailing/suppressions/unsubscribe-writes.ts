/** Unsubscribes an address from one sender or from all. */
import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { lockMail } from '../queue/item-writes.ts';
import { suppressAddress } from '../suppression-writes.ts';

export interface Unsubscribe {
  /** Null: all senders. */
  companyId: string | null;
  /** Normalised. */
  norm: string;
  /** The mail whose link was used. */
  mailId: number | null;
}

/** Before the next claim; done again it changes nothing. */
export const unsubscribe = defineWrite(
  'suppressions.unsubscribe',
  async (tx: Tx, { companyId, norm, mailId }: Unsubscribe): Promise<null> => {
    await suppressAddress.run(tx, { companyId, norm, reason: 'unsubscribed', mailId });
    const mail = mailId === null ? undefined : await lockMail(tx, mailId);
    if (mail?.address_norm !== norm || mail.unsubscribed_at !== null) return null;
    const changes = { unsubscribed_at: tx.nowMs, updated_at: tx.nowMs };
    await tx.db.updateTable('mail_items').set(changes).where('id', '=', mail.id).execute();
    return null;
  },
);
