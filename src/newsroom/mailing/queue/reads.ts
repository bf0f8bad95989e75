/** Reads emails by campaign, always of one company. */
import type { Selectable } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { countRows } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import type { MailItemRow, MailLaneRow } from './tables.ts';
import { campaignLane, MAIL_STATUSES, type MailCounts, type MailStatus } from './types.ts';

/** A row of the ledger. `body` has no footer, `body_html` neither pixel nor counted links: those are added as it is sent. */
export type MailItem = Selectable<MailItemRow>;

/** One mail of a campaign; undefined for one of another campaign or company. */
export function findMail(db: Db, companyId: string, campaignId: number, id: number): Promise<MailItem | undefined> {
  return db
    .selectFrom('mail_items')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'campaign')
    .where('campaign_id', '=', campaignId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
}

export interface MailQuery {
  companyId: string;
  campaignId: number;
  /** Absent: whatever their state. */
  status?: MailStatus;
  /** Only mails behind this id. */
  afterId?: number;
  most: number;
}

/** Mails of a campaign by their ids, in portions. */
export const listMails = defineRead(
  'sending.listMails',
  ({ db }: View, { companyId, campaignId, status, afterId = 0, most }: MailQuery): Promise<MailItem[]> => {
    const query = db
      .selectFrom('mail_items')
      .selectAll()
      .where('campaign_id', '=', campaignId)
      .where('kind', '=', 'campaign')
      .where('company_id', '=', companyId)
      .where('id', '>', afterId);
    const filtered = status === undefined ? query : query.where('status', '=', status);
    return filtered.orderBy('id').limit(most).execute();
  },
);

/** The mails of a campaign, without its test mails. Along an index. */
export const selectCampaignMails = (db: Db, companyId: string, campaignId: number) =>
  db
    .selectFrom('mail_items')
    .where('campaign_id', '=', campaignId)
    .where('kind', '=', 'campaign')
    .where('company_id', '=', companyId);

/** Counts a campaign's emails by state, and the bounced ones. Along an index; test emails don't count. */
export async function countMails(
  db: Db,
  companyId: string,
  campaignId: number,
): Promise<MailCounts & { total: number; bounced: number }> {
  const ofCampaign = selectCampaignMails(db, companyId, campaignId);
  const rows = await ofCampaign
    .select(['status', countRows().as('count')])
    .groupBy('status')
    .execute();
  const bounced = await ofCampaign
    .select(countRows().as('count'))
    .where('bounced_at', 'is not', null)
    .executeTakeFirst();
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  const by = (status: MailStatus): number => counts.get(status) ?? 0;
  return {
    total: MAIL_STATUSES.reduce((sum, status) => sum + by(status), 0),
    draft: by('draft'),
    queued: by('queued'),
    claimed: by('claimed'),
    sending: by('sending'),
    retry: by('retry'),
    sent: by('sent'),
    failed: by('failed'),
    unknown: by('unknown'),
    suppressed: by('suppressed'),
    skipped: by('skipped'),
    cancelled: by('cancelled'),
    bounced: bounced?.count ?? 0,
  };
}

/** State of a campaign's line of emails: held, open or done, and the reason for holding it. */
export function findMailing(db: Db, companyId: string, campaignId: number): Promise<MailLaneRow | undefined> {
  return db
    .selectFrom('mail_lanes')
    .selectAll()
    .where('lane', '=', campaignLane(campaignId))
    .where('company_id', '=', companyId)
    .executeTakeFirst();
}
