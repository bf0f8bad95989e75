/** Too many mails that come back ruin a sender's name: then all mailing stops until an operator has looked. */
import type { Tx } from '../../database/types.ts';
import { changeMailState } from './settings-writes.ts';
import { lockMailState } from './state-writes.ts';

/** Of the last so many mails, as soon as there are a few. */
export const bounceRule = { mailsMin: 20, mailsMax: 100, shareMax: 0.05 };

/**
 * Looks at the last mails of the mailings since an operator has last let them go on. The state is to be locked before any
 * mail: see `lockMailState`. True: it has stopped just now.
 */
export async function pauseOnBounces(tx: Tx): Promise<boolean> {
  const state = await lockMailState(tx);
  if (state.paused === 1) return false;
  const last = await tx.db
    .selectFrom('mail_items')
    .select('bounce_type')
    .where('kind', 'in', ['campaign', 'diagnosis'])
    .where('sent_at', '>=', state.resumed_at)
    .orderBy('sent_at', 'desc')
    .limit(bounceRule.mailsMax)
    .execute();
  const hard = last.filter(({ bounce_type }) => bounce_type === 'hard').length;
  if (last.length < bounceRule.mailsMin || hard <= last.length * bounceRule.shareMax) return false;
  await changeMailState.run(tx, { paused: { reason: 'bounce_rate' }, by: null });
  return true;
}
