/** Reads the emails of a campaign for its report, each with its opens and clicks by people. */
import { defineRead } from '../../../../database/define.ts';
import { sumOf } from '../../../../database/dialect.ts';
import type { Db, View } from '../../../../database/types.ts';
import { type MailItem, selectCampaignMails } from '../../queue/reads.ts';
import type { MailEventRow } from '../../tracking/tables.ts';

const REPORTED = [
  ...(['id', 'media_id', 'recipient', 'address', 'subject', 'status', 'sent_at', 'opened_at', 'clicked_at'] as const),
  ...(['replied_at', 'bounced_at', 'bounce_type', 'complained_at', 'unsubscribed_at', 'placed_at'] as const),
  ...(['placement_url', 'last_error', 'subject_group'] as const),
] as const;

export interface ReportMail extends Pick<MailItem, (typeof REPORTED)[number]> {
  /** By people, or by proxies of mail services that fetch for them. */
  opens: number;
  clicks: number;
}

export interface ReportQuery {
  companyId: string;
  campaignId: number;
  afterId: number;
  most: number;
}

/** A portion of them by their ids. Events expire earlier than emails: what was opened counts at least once. */
export const listReportMails = defineRead(
  'campaigns.reportMails',
  async ({ db }: View, { companyId, campaignId, afterId, most }: ReportQuery): Promise<ReportMail[]> => {
    const mails = await selectCampaignMails(db, companyId, campaignId)
      .select(REPORTED)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(most)
      .execute();
    const lastId = mails.at(-1)?.id;
    if (lastId === undefined) return [];
    const count = (kind: MailEventRow['kind']) => countByMail(db, { campaignId, afterId, lastId, kind });
    const [opens, clicks] = [await count('open'), await count('click')];
    return mails.map((mail) => ({
      ...mail,
      opens: Math.max(opens.get(mail.id) ?? 0, mail.opened_at === null ? 0 : 1),
      clicks: Math.max(clicks.get(mail.id) ?? 0, mail.clicked_at === null ? 0 : 1),
    }));
  },
);

interface EventQuery {
  campaignId: number;
  afterId: number;
  lastId: number;
  kind: MailEventRow['kind'];
}

async function countByMail(db: Db, query: EventQuery): Promise<Map<number | null, number>> {
  const rows = await db
    .selectFrom('mail_events')
    .select(['email_id', sumOf('events').as('count')])
    .where('campaign_id', '=', query.campaignId)
    .where('kind', '=', query.kind)
    .where('email_id', '>', query.afterId)
    .where('email_id', '<=', query.lastId)
    .where('actor_class', '<>', 'machine')
    .groupBy('email_id')
    .execute();
  return new Map(rows.map(({ email_id, count }) => [email_id, count]));
}
