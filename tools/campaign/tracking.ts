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

const rate = (about: string) => z.number().describe(`${about} 0 where nothing was delivered.`);

const engagement = z.object({
  unique_human: count('Mails that a person opened, or clicked in.'),
  unique_unknown: count('Mails of which nobody can tell.'),
  unique_machine: count('Mails that machines alone have looked at.'),
  anonymous: count('Hits that name no mail.'),
  total: count('Total number of hits.'),
});

export default defineTool({
  title: 'Get campaign results',
  description:
    'Return the results of a campaign: deliveries, bounces, opens and clicks by people and by machines, per link, hour and email.',
  route: 'GET /api/campaigns/{campaign_id}/tracking',
  effect: 'read',
  keywords: 'opens and clicks, open rate, 開封率, クリック率, 打开率, 点击率',
  input: z.object({ campaign_id: campaignId }),
  output: z.object({
    campaign_id: count('ID of the campaign.'),
    sent: count('Mails that were handed over.'),
    delivered: count('Of those, the ones that have not come back.'),
    bounced: z
      .object({ hard: count('Number of permanent bounces.'), soft: count('Number of temporary bounces.') })
      .describe('Mails that came back.'),
    failed: count('Mails that were refused.'),
    unknown: count('Mails of which nobody knows whether they arrived.'),
    opens: engagement.describe('Number of opens.'),
    clicks: engagement.describe('Number of clicks.'),
    unsubscribed: count('Readers who want no more mail.'),
    complained: count('Readers who called it spam.'),
    replies: count('Replies that were noted.'),
    placements: count('Articles that were noted.'),
    open_rate: rate('Opens by delivered mails.'),
    click_rate: rate('Clicks by delivered mails.'),
    click_through_rate: rate('Clicks by opens.'),
    open_rate_raw: rate('The same with machines.'),
    denominator: z.literal('delivered').describe('Denominator of the rates.'),
    links: listOf('The most followed first.', {
      url: z.string().describe('URL of the target.'),
      unique_human: count('Mails with a click of a person.'),
      total: count('Total number of clicks.'),
    }),
    timeline: listOf('Figures by hour, oldest first.', {
      at: z.string().describe('Start of the hour.'),
      opens: count('Number of opens.'),
      clicks: count('Number of clicks.'),
      machine_opens: count('Of the opens, those by machines.'),
      machine_clicks: count('Of the clicks, those by machines.'),
    }),
    emails: listOf('Figures by email.', {
      email_id: count('ID of the email.'),
      media_id: z.number().int().nullable().describe('The media item.'),
      status: z.enum(MAIL_STATUSES).describe('Status of the email.'),
      opened_at: timeOrNull('First opened by somebody who may be a person.'),
      clicked_at: timeOrNull('First click by somebody who may be a person.'),
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
