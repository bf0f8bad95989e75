import { z } from 'zod';
import { findFinishedWrite } from '../../src/database/batches/finished-writes.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findNextStatus } from '../../src/newsroom/common/campaign-states.ts';
import { findMissing } from '../../src/newsroom/mailing/campaigns/checks/checks.ts';
import { findFaulty } from '../../src/newsroom/mailing/campaigns/checks/inspect.ts';
import { findEmbargo } from '../../src/newsroom/mailing/campaigns/embargo.ts';
import type { SendChecks } from '../../src/newsroom/mailing/campaigns/guard-writes.ts';
import { type Campaign, requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { type SentCampaign, sendCampaign } from '../../src/newsroom/mailing/campaigns/state-writes.ts';
import { localFields, readLocal, refusePast } from './_local.ts';
import {
  buildClaim,
  campaignId,
  campaignOutput,
  forecastOutput,
  formatCampaign,
  readSender,
  requireMember,
} from './_shared.ts';

const LATENESS_MINUTES_MAX = 7 * 24 * 60;
const AHEAD_MS_MAX = 366 * 86_400_000;

export default defineTool({
  title: 'Send a campaign',
  description:
    'Queue the emails of a campaign, or schedule them with send_at, or local_time for each recipient’s time zone. Each is sent once, within the daily limits. Errors in an email, an embargo or incomplete sender details prevent sending, and the response says so.',
  route: 'POST /api/campaigns/{campaign_id}/send',
  effect: 'write',
  keywords:
    'send a press release, send to journalists, schedule emails, start a mailing, send a campaign, send mass email, 配信を開始, メールを配信, 发送邮件活动, 开始发送',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({
    campaign_id: campaignId,
    ...localFields,
    send_at: z.iso
      .datetime({ offset: true })
      .refine((text) => !(Date.parse(text) - Date.now() > AHEAD_MS_MAX), 'at most a year ahead')
      .nullish()
      .describe('Time to send, ISO 8601 with offset, in the future. Omit it to send now.'),
    max_lateness_minutes: z
      .number()
      .int()
      .min(0)
      .max(LATENESS_MINUTES_MAX)
      .nullish()
      .describe('Maximum delay after send_at, in minutes. A later start must be made manually. Default 120.'),
    only: z.enum(['failed']).nullish().describe('failed: resends only the emails that failed.'),
    allow_embargoed: z.boolean().nullish().describe('Send during the embargo: each email states when it ends.'),
  }),
  output: z.object({
    campaign: campaignOutput.describe('Current state of the campaign.'),
    queued: z.number().int().describe('Number of emails waiting to be sent.'),
    suppressed: z.number().int().describe('Number of emails to suppressed addresses.'),
    skipped: z.number().int().describe('Number of emails that were skipped.'),
    forecast: forecastOutput.describe('Expected send times.'),
  }),
  examples: [
    { campaign_id: 4 },
    { campaign_id: 4, local_time: '2027-01-15T09:00' },
    { campaign_id: 4, send_at: '2027-01-15T10:00:00+09:00' },
  ],
  async run(input, ctx) {
    const { companyId, userId } = requireMember(ctx);
    const { campaign_id: id, send_at, max_lateness_minutes, only } = input;
    const { database } = ctx.services;
    const claim = buildClaim(ctx, 'campaign-send', input);
    const earlier = await findFinishedWrite<SentCampaign>(database, claim);
    const campaign = earlier ? null : await requireCampaign(database.db, companyId, id);
    const local = await readLocal(ctx, companyId, input);
    if (campaign) await refusePast(ctx, campaign, { sendAt: send_at, local });
    const { output, replayed } =
      earlier ??
      (await database.write(sendCampaign, {
        companyId,
        id,
        userId,
        sendAt: send_at == null ? null : Date.parse(send_at),
        maxLatenessMinutes: max_lateness_minutes ?? undefined,
        local,
        onlyFailed: only === 'failed',
        claim,
        limits: ctx.services.sending.limits,
        ...(await collectFacts(ctx, companyId, campaign, input.allow_embargoed === true)),
      }));
    if (replayed) ctx.markReplayed();
    else ctx.services.sending.wake();
    const { campaign: after, forecast, ...counts } = output;
    const answer = formatCampaign(after, forecast, ctx);
    return { campaign: answer, ...counts, forecast: answer.forecast };
  },
});

/** Collects the facts for the write. Drafts are checked once: scheduled emails are queued already. */
async function collectFacts(
  ctx: CallContext,
  companyId: string,
  campaign: Campaign | null,
  allowsEmbargoed: boolean,
): Promise<Omit<SendChecks, 'userId'>> {
  const { database, sending } = ctx.services;
  const nothing = { seen: { count: 0, versions: 0, changedAt: null }, faulty: [], embargo: null, missing: [] };
  // Of others, failed mails alone are sent again.
  const isSentWhole = campaign !== null && findNextStatus(campaign.status, 'send') !== null;
  if (!isSentWhole) return { ...nothing, allowsEmbargoed };
  const embargo = await findEmbargo(database.db, companyId, campaign, ctx.server.timeZone);
  if (campaign.status !== 'draft') return { ...nothing, allowsEmbargoed, embargo };
  const sender = await readSender(ctx, companyId);
  return {
    ...(await findFaulty(database, companyId, campaign.id)),
    ...{ allowsEmbargoed, embargo },
    missing: sending.transport === 'smtp' ? findMissing({ sender, baseUrl: ctx.server.baseUrl }) : [],
  };
}
