import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { lockFeed } from './counter-writes.ts';
import { isBehind, type Sighting } from './sighting.ts';
import type { FeedState } from './types.ts';

/** Begins another epoch when the database knows less than this instance has seen of it: it was restored. */
export const compareEpoch = defineWrite(
  'feed.compareEpoch',
  async (tx: Tx, { seen }: { seen: Sighting }): Promise<FeedState & { isRestored: boolean }> => {
    const state = await lockFeed(tx);
    if (!isBehind(state, seen)) return { ...state, isRestored: false };
    const epoch = seen.epoch + 1;
    await tx.db.updateTable('feed_state').set({ epoch, changed_at: tx.nowMs }).where('id', '=', 1).execute();
    return { ...state, epoch, changedAt: tx.nowMs, isRestored: true };
  },
);
