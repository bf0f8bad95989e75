/** Somebody answers, opens or returns a mail of which nobody knew whether it had arrived. */
import type { Tx } from '../../../database/types.ts';
import { settleLaneAgain } from './lane-writes.ts';
import type { MailItem } from './reads.ts';
import type { MailLaneRow } from './tables.ts';

/** Call it with both rows locked. Nothing happens to a mail that is known. */
export async function acceptProof(tx: Tx, mail: MailItem, lane: MailLaneRow | undefined): Promise<void> {
  if (mail.status !== 'unknown') return;
  const proof = { status: 'sent', sent_at: mail.claimed_at ?? tx.nowMs, updated_at: tx.nowMs } as const;
  await tx.db.updateTable('mail_items').set(proof).where('id', '=', mail.id).execute();
  if (lane) await settleLaneAgain(tx, lane);
}
