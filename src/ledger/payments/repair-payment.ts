import { createHash } from 'node:crypto';
import type { Database } from '../../database/types.ts';
import { createTimeOrderedId } from '../../lib/ids.ts';
import type { PaymentRepair } from '../../providers/stripe-events.ts';
import { applyPayment, type PaymentEffect } from './payments-writes.ts';

/** Applies to the live books what reconciliation learned from the payment provider, as an event of its own. */
export async function repairPayment(database: Pick<Database, 'write'>, news: PaymentRepair): Promise<PaymentEffect> {
  const digest = createHash('sha256').update(JSON.stringify(news)).digest('hex');
  const event = { id: createTimeOrderedId('rec_'), type: `reconcile.${news.about}`, digest };
  return await database.write(applyPayment, { mode: 'live', event, news });
}
