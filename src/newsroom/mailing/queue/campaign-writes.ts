/**
 * Actions of a campaign's owner on its emails. Each is a separate write that also runs inside a feature's write:
 * `.run(tx, …)`. The campaign checks its own state. Rules: newsroom.md §4.7, §7.2.
 */
import { defineWrite } from '../../../database/define.ts';
import { countRows, lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { findSuppressed } from '../../suppression-list/reads.ts';
import { changeLane, lockLane, settleLane } from './lane-writes.ts';
import { campaignLane } from './types.ts';

export interface OwnMailing {
  companyId: string;
  campaignId: number;
}

export interface QueueMailing extends OwnMailing {
  /** Who sends it: answers go to them when the company names nobody else. */
  userId: number | null;
  /** `drafts`: all that were not left out. `failed`: those that were refused before, and no others. */
  of: 'drafts' | 'failed';
}

export interface QueuedMailing {
  queued: number;
  /** Drafts whose address has been suppressed since. */
  suppressed: number;
  /** Mails that somebody has left out. */
  skipped: number;
}

/** Drafts of one statement. */
const PORTION = 500;

/** Queues the mails and opens the line: they go out from the moment of the commit, as limits allow. */
export const queueMailing = defineWrite(
  'sending.queueMailing',
  async (tx: Tx, { companyId, campaignId, userId, of }: QueueMailing): Promise<QueuedMailing> => {
    const { db, nowMs } = tx;
    const lane = await lockLane(tx, campaignLane(campaignId));
    if (!lane || lane.company_id !== companyId) return { queued: 0, suppressed: 0, skipped: 0 };
    const suppressed = of === 'drafts' ? await suppressDrafts(tx, { companyId, campaignId }) : 0;
    const changed = await db
      .updateTable('mail_items')
      .set({
        status: 'queued',
        queued_at: nowMs,
        next_attempt_at: nowMs,
        updated_at: nowMs,
        retries: 0,
        last_error: null,
        user_id: userId,
      })
      .where('campaign_id', '=', campaignId)
      .where('kind', '=', 'campaign')
      .where('status', '=', of === 'drafts' ? 'draft' : 'failed')
      .executeTakeFirst();
    await changeLane(tx, lane.lane, { state: 'open', is_sending: 0, blocked_by: null });
    await settleLane(tx, { ...lane, state: 'open', is_sending: 0 });
    const skipped = db
      .selectFrom('mail_items')
      .select(countRows().as('count'))
      .where('campaign_id', '=', campaignId)
      .where('status', '=', 'skipped')
      .where('kind', '=', 'campaign');
    const { count } = await skipped.executeTakeFirstOrThrow();
    return { queued: Number(changed.numUpdatedRows), suppressed, skipped: count };
  },
);

async function suppressDrafts(tx: Tx, { companyId, campaignId }: OwnMailing): Promise<number> {
  const { db, nowMs } = tx;
  let suppressed = 0;
  for (let afterId = 0; ; ) {
    const drafts = await db
      .selectFrom('mail_items')
      .select(['id', 'address_norm'])
      .where('campaign_id', '=', campaignId)
      .where('kind', '=', 'campaign')
      .where('status', '=', 'draft')
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(PORTION)
      .execute();
    const reasons = await findSuppressed(
      db,
      companyId,
      drafts.map(({ address_norm }) => address_norm),
      nowMs,
    );
    for (const { id, address_norm } of drafts) {
      afterId = id;
      const reason = reasons.get(address_norm);
      if (reason === undefined) continue;
      const changes = { status: 'suppressed', reason, updated_at: nowMs } as const;
      await db.updateTable('mail_items').set(changes).where('id', '=', id).execute();
      suppressed++;
    }
    if (drafts.length < PORTION) return suppressed;
  }
}

/** Nothing more of it is claimed; what is in hand finishes. False: it has no line. */
export const holdMailing = defineWrite(
  'sending.holdMailing',
  async (tx: Tx, { companyId, campaignId }: OwnMailing): Promise<boolean> => {
    const lane = await lockLane(tx, campaignLane(campaignId));
    if (lane?.company_id !== companyId) return false;
    if (lane.state === 'open') await changeLane(tx, lane.lane, { state: 'held', is_sending: 0, blocked_by: null });
    return true;
  },
);

/** Goes on with what was held. When nothing is left of it, `mailingChanged` tells so at once. False: it has no line. */
export const resumeMailing = defineWrite(
  'sending.resumeMailing',
  async (tx: Tx, { companyId, campaignId }: OwnMailing): Promise<boolean> => {
    const lane = await lockLane(tx, campaignLane(campaignId));
    if (lane?.company_id !== companyId) return false;
    if (lane.state !== 'held') return true;
    await changeLane(tx, lane.lane, { state: 'open' });
    await settleLane(tx, { ...lane, state: 'open' });
    return true;
  },
);

/** Cancels what has not begun to be sent, drafts included, and closes the line: how many. Tells nothing. */
export const cancelMailing = defineWrite(
  'sending.cancelMailing',
  async (tx: Tx, { companyId, campaignId }: OwnMailing): Promise<number> => {
    const lane = await lockLane(tx, campaignLane(campaignId));
    if (lane?.company_id !== companyId) return 0;
    const { db, nowMs } = tx;
    const waiting = db
      .selectFrom('mail_items')
      .select('id')
      .where('campaign_id', '=', campaignId)
      .where('kind', '=', 'campaign')
      .where('status', 'in', ['draft', 'queued', 'retry', 'claimed'])
      .orderBy('id');
    const ids = (await lockRows(tx, waiting).execute()).map(({ id }) => id);
    for (let start = 0; start < ids.length; start += PORTION) {
      await db
        .updateTable('mail_items')
        .set({ status: 'cancelled', next_attempt_at: null, claim_token: null, updated_at: nowMs })
        .where('id', 'in', ids.slice(start, start + PORTION))
        .execute();
    }
    await changeLane(tx, lane.lane, { state: 'done', is_sending: 0, blocked_by: null });
    return ids.length;
  },
);
