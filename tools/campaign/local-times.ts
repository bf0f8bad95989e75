import { z } from 'zod';
import { count, listOf } from '../../src/kernel/tool/fields.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { planLocalTimes } from '../../src/newsroom/mailing/campaigns/local/local-reads.ts';
import { IF_PASSED, readLocalSchedule } from '../../src/newsroom/mailing/campaigns/local/local-time.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { localFields, readLocal } from './_local.ts';
import { campaignId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Plan local send times',
  description:
    'Return when the emails of a campaign would go out if each is sent at local_time in its recipient’s time zone, or will go out once that is scheduled. Changes nothing; to schedule, use campaign-send with local_time.',
  route: 'GET /api/campaigns/{campaign_id}/local-times',
  effect: 'read',
  keywords:
    'time zones of recipients, send at local time, morning of each recipient, 現地時刻, タイムゾーン別, 当地时间, 时区',
  failsWith: ['NOT_FOUND'],
  input: z.object({
    campaign_id: campaignId,
    ...localFields,
    local_time: localFields.local_time.describe(
      'Time on each recipient’s own clock, without offset. Default: the one that the campaign is scheduled for.',
    ),
  }),
  output: z.object({
    local_time: z.string().describe('Time on each recipient’s own clock.'),
    fallback_time_zone: z.string().describe('Time zone of recipients whose own is unknown.'),
    if_passed: z.enum(IF_PASSED).describe('Rule for recipients whose local time had passed.'),
    zones: listOf(
      'Emails that wait, by time zone, earliest first; without those that wait for the winner of a subject test.',
      {
        time_zone: z.string().describe('IANA name of the time zone.'),
        is_fallback: z.boolean().describe('`true` if the recipients’ own time zone is unknown.'),
        emails: count('Number of emails.'),
        at: z.string().describe('Time when they are due, in that time zone.'),
        passed: z.boolean().describe('`true` if the local time has passed already.'),
      },
    ),
  }),
  examples: [{ campaign_id: 4, local_time: '2027-01-15T09:00' }],
  async run(input, ctx) {
    const { companyId } = requireMember(ctx);
    const { database } = ctx.services;
    const campaign = await requireCampaign(database.db, companyId, input.campaign_id);
    const asked = await readLocal(ctx, companyId, input);
    const schedule = asked ?? readLocalSchedule(campaign.local_schedule);
    if (schedule === null)
      throw createInvalidInputError([{ path: 'local_time', message: 'Required: the campaign has none of its own' }]);
    const query = { companyId, campaignId: campaign.id, schedule, isStored: asked === null };
    const plans = await database.read(planLocalTimes, query);
    return {
      local_time: schedule.localTime,
      fallback_time_zone: schedule.fallbackZone,
      if_passed: schedule.ifPassed,
      zones: plans.map(({ zone, isFallback, mailIds, at, isPassed }) => ({
        time_zone: zone,
        is_fallback: isFallback,
        emails: mailIds.length,
        at: formatZonedTime(at, zone),
        passed: isPassed,
      })),
    };
  },
});
