/** Campaigns as they are made: the campaign, its mails and who gets none, all or nothing. */

import { type FinishedWrite, type WriteClaim, writeOnce } from '../../../database/batches/finished-writes.ts';
import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { enqueueMails, type NewMail } from '../queue/enqueue-writes.ts';
import type { MailLimits } from '../queue/limits.ts';
import { type Forecast, forecastCampaign, readBudget } from './forecast-reads.ts';
import { type Campaign, requireCampaign } from './reads.ts';
import type { CampaignRow } from './tables.ts';
import type { Exclusion } from './texts/recipients.ts';

export interface NewCampaign
  extends Pick<
    CampaignRow,
    | 'company_id'
    | 'name'
    | 'press_release_id'
    | 'media_list_id'
    | 'article_id'
    | 'release_version'
    | 'language'
    | 'follow_up_of'
  > {
  created_by: number | null;
  /** Besides `media_list_id`. */
  furtherListIds: readonly number[];
  /** Each with the media item that it goes to. */
  mails: readonly (NewMail & { mediaId: number })[];
  excluded: readonly Exclusion[];
  /** Scores of the recommendation by media id. */
  fits: Readonly<Record<number, number>>;
  mailDomain: string;
  limits: MailLimits;
}

/** With its forecast as it was then: repeats under an idempotency key are told the same. */
export interface PlannedCampaign {
  campaign: Campaign;
  forecast: Forecast;
}

export const DEFAULT_LATENESS_MINUTES = 120;

/** A draft. Who shares an address with an earlier one, or is suppressed, is told in `excluded`. */
export const createCampaign = defineWrite(
  'campaigns.create',
  (
    tx: Tx,
    { campaign, claim }: { campaign: NewCampaign; claim?: WriteClaim | undefined },
  ): Promise<FinishedWrite<PlannedCampaign>> => writeOnce(tx, claim, () => insertCampaign(tx, campaign)),
);

async function insertCampaign(
  tx: Tx,
  { mails, excluded, fits, mailDomain, limits, furtherListIds, ...facts }: NewCampaign,
): Promise<PlannedCampaign> {
  const { db, nowMs } = tx;
  const { id } = await db
    .insertInto('campaigns')
    .values({
      ...facts,
      template: null,
      local_schedule: null,
      ...{ subject_test: null, subject_check_at: null, subject_winner: null },
      ...{ subject_decided_at: null, subject_decided_by: null },
      status: 'draft',
      blocked_by: null,
      needs_attention: 0,
      excluded: '[]',
      fits: JSON.stringify(fits),
      send_at: null,
      max_lateness_minutes: DEFAULT_LATENESS_MINUTES,
      created_at: nowMs,
      updated_at: nowMs,
      started_at: null,
      finished_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lists = furtherListIds.map((list_id, place) => ({ campaign_id: id, list_id, place }));
  if (lists.length > 0) await db.insertInto('campaign_lists').values(lists).execute();
  const { results } = await enqueueMails.run(tx, {
    kind: 'campaign',
    companyId: facts.company_id,
    campaignId: id,
    articleId: facts.article_id,
    userId: facts.created_by,
    language: facts.language,
    mailDomain,
    status: 'draft',
    mails,
  });
  const refused = results.flatMap(({ refused: reason }, at): Exclusion[] => {
    const mail = mails[at];
    return reason === null || !mail ? [] : [{ media_id: mail.mediaId, reason }];
  });
  const all = JSON.stringify([...excluded, ...refused]);
  await db.updateTable('campaigns').set({ excluded: all }).where('id', '=', id).execute();
  return await planCampaign(tx, facts.company_id, id, limits);
}

/** The campaign as it is now, and when its mails go out. */
export async function planCampaign(
  { db, nowMs }: Pick<Tx, 'db' | 'nowMs'>,
  companyId: string,
  id: number,
  limits: MailLimits,
): Promise<PlannedCampaign> {
  const campaign = await requireCampaign(db, companyId, id);
  return { campaign, forecast: forecastCampaign(await readBudget(db, companyId, limits, nowMs), campaign) };
}
