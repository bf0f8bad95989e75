import { z } from 'zod';
import { count, listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { readOutcome } from '../../src/newsroom/mailing/campaigns/outcome-reads.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { MAILS_MAX } from '../../src/newsroom/mailing/campaigns/texts/mails.ts';
import { computeRates, DEFINITIONS, NOTES } from '../../src/newsroom/mailing/campaigns/tracking.ts';
import { MAIL_STATUSES } from '../../src/newsroom/mailing/queue/types.ts';
import { readEngagement } from '../../src/newsroom/mailing/tracking/reads.ts';
import { campaignId, requireMember, timeOrNull } from './_shared.ts';

const rate = (about: string) => z.number().describe(`${about} 0 without deliveries.`);

const engagement = z.object({
  unique_human: count('Number of emails that a person opened or clicked.'),
  unique_unknown: count('Number of emails whose opens are unknown.'),
  unique_machine: count('Number of emails opened by machines only.'),
  anonymous: count('Number of hits without an email.'),
  total: count('Total number of hits.'),
});

export default defineTool({
  title: 'Get campaign results',
  description:
    'Return the results of a campaign: deliveries, bounces, opens and clicks by people and by machines, per link, hour and email.',
  route: 'GET /api/campaigns/{campaign_id}/tracking',
  effect: 'read',
  keywords:
    'who opened the email, who opened, who clicked, opened emails, email performance, campaign statistics, campaign results, opens and clicks, open rate, 開封率, クリック率, 打开率, 点击率',
  input: z.object({ campaign_id: campaignId }),
  output: z.object({
    campaign_id: count('ID of the campaign.'),
    sent: count('Number of emails handed over.'),
    delivered: count('Number of those that did not bounce.'),
    bounced: z
      .object({ hard: count('Number of permanent bounces.'), soft: count('Number of temporary bounces.') })
      .describe('Number of emails that bounced.'),
    failed: count('Number of emails that were refused.'),
    unknown: count('Number of emails with unknown delivery.'),
    opens: engagement.describe('Number of opens.'),
    clicks: engagement.describe('Number of clicks.'),
    unsubscribed: count('Number of recipients who unsubscribed.'),
    complained: count('Number of recipients who reported spam.'),
    replies: count('Number of recorded replies.'),
    placements: count('Number of recorded articles.'),
    open_rate: rate('Opens divided by delivered emails.'),
    click_rate: rate('Clicks divided by delivered emails.'),
    click_through_rate: rate('Clicks divided by opens.'),
    open_rate_raw: rate('Open rate including machines.'),
    denominator: z.literal('delivered').describe('Denominator of the rates.'),
    links: listOf('Links, most clicked first.', {
      url: z.string().describe('URL of the target.'),
      unique_human: count('Number of emails with a click by a person.'),
      total: count('Total number of clicks.'),
    }),
    timeline: listOf('Figures by hour, oldest first.', {
      at: z.string().describe('Start of the hour.'),
      opens: count('Number of opens.'),
      clicks: count('Number of clicks.'),
      machine_opens: count('Opens by machines.'),
      machine_clicks: count('Clicks by machines.'),
    }),
    emails: listOf('Figures by email.', {
      email_id: count('ID of the email.'),
      media_id: z.number().int().nullable().describe('Outlet that was ranked.'),
      status: z.enum(MAIL_STATUSES).describe('Status of the email.'),
      opened_at: timeOrNull('Time of the first open that may be by a person.'),
      clicked_at: timeOrNull('Time of the first click that may be by a person.'),
    }),
    definitions: z.record(z.string(), z.string()).describe('Definitions of the rates.'),
    notes: z.array(z.string()).describe('Notes about the figures.'),
  }),
  examples: [{ campaign_id: 4 }],
  async run({ campaign_id: id }, ctx) {
    const { companyId } = requireMember(ctx);
    const { database } = ctx.services;
    await requireCampaign(database.db, companyId, id);
    const { outcome, mails } = await database.read(readOutcome, { companyId, campaignId: id, most: MAILS_MAX });
    const { opens, clicks, links, timeline } = await database.read(readEngagement, { companyId, campaignId: id });
    const { hardBounces, softBounces, ...counts } = outcome;
    const show = (ms: number): string => formatZonedTime(ms, ctx.server.timeZone);
    const showOrNull = (ms: number | null): string | null => (ms === null ? null : show(ms));
    return {
      campaign_id: id,
      ...counts,
      bounced: { hard: hardBounces, soft: softBounces },
      opens,
      clicks,
      ...computeRates(outcome, { opens, clicks }),
      denominator: 'delivered' as const,
      links,
      timeline: timeline.map((hour) => ({ ...hour, at: show(hour.at) })),
      emails: mails.map(({ id: email_id, media_id, status, opened_at, clicked_at }) => ({
        email_id,
        media_id,
        status,
        opened_at: showOrNull(opened_at),
        clicked_at: showOrNull(clicked_at),
      })),
      definitions: { ...DEFINITIONS },
      notes: [...NOTES],
    };
  },
});
