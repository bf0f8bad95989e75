/** Reads the outcomes of a campaign's emails. */
import { sql } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import type { View } from '../../../database/types.ts';
import { type MailItem, selectCampaignMails } from '../queue/reads.ts';
import type { Outcome } from './tracking.ts';

export type TrackedMail = Pick<MailItem, 'id' | 'media_id' | 'status' | 'opened_at' | 'clicked_at'>;

export interface CampaignOutcome {
  outcome: Outcome;
  /** The first of them by their numbers. */
  mails: TrackedMail[];
}

const countSet = (column: string) => sql<number>`cast(count(${sql.ref(column)}) as bigint)`;
const countIf = (column: string, value: string) =>
  sql<number>`cast(count(CASE WHEN ${sql.ref(column)} = ${value} THEN 1 END) as bigint)`;

export const readOutcome = defineRead(
  'campaigns.outcome',
  async (
    { db }: View,
    { companyId, campaignId, most }: { companyId: string; campaignId: number; most: number },
  ): Promise<CampaignOutcome> => {
    const ofCampaign = selectCampaignMails(db, companyId, campaignId);
    const outcome = await ofCampaign
      .select([
        countIf('status', 'sent').as('sent'),
        countIf('bounce_type', 'hard').as('hardBounces'),
        countIf('bounce_type', 'soft').as('softBounces'),
        countIf('status', 'failed').as('failed'),
        countIf('status', 'unknown').as('unknown'),
        countSet('unsubscribed_at').as('unsubscribed'),
        countSet('complained_at').as('complained'),
        countSet('replied_at').as('replies'),
        countSet('placed_at').as('placements'),
      ])
      .executeTakeFirstOrThrow();
    const mails = await ofCampaign
      .select(['id', 'media_id', 'status', 'opened_at', 'clicked_at'])
      .orderBy('id')
      .limit(most)
      .execute();
    return { outcome, mails };
  },
);
