/** Shared by campaign operations: the caller, and the campaign as shown. */
import { z } from 'zod';
import type { WriteDefinition } from '../../src/database/types.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { count, listOf } from '../../src/kernel/tool/fields.ts';
import { requireMember } from '../../src/kernel/tool/member.ts';
import { type AnyTool, defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { CAMPAIGN_STATUSES } from '../../src/newsroom/common/campaign-states.ts';
import type { SenderDetails } from '../../src/newsroom/mailing/campaigns/checks/checks.ts';
import { type Forecast, forecastCampaign, readBudget } from '../../src/newsroom/mailing/campaigns/forecast-reads.ts';
import { IF_PASSED, readLocalSchedule } from '../../src/newsroom/mailing/campaigns/local/local-time.ts';
import type { Campaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import type { ActingMember } from '../../src/newsroom/mailing/campaigns/state-writes.ts';
import { EXCLUSION_REASONS, type Exclusion } from '../../src/newsroom/mailing/campaigns/texts/recipients.ts';
import { findSender, type Sender } from '../../src/newsroom/mailing/queue/sender-reads.ts';
import { MAIL_STATUSES } from '../../src/newsroom/mailing/queue/types.ts';

export { buildClaim } from '../../src/database/batches/write-claim.ts';
export { requireMember } from '../../src/kernel/tool/member.ts';

export const campaignId = z.number().int().describe('Number of the campaign.');
export const emailId = z.number().int().describe('Number of the email.');

export const timeOrNull = (about: string) => z.string().nullable().describe(about);

export const countsOutput = z.object({
  total: count('Total number of emails.'),
  ...Object.fromEntries(MAIL_STATUSES.map((status) => [status, count(`Number of emails in state ${status}.`)])),
  bounced: count('Number of emails that bounced after they were sent.'),
});

export const forecastOutput = z.object({
  today: count('Number of emails that can be sent today.'),
  days: count('Number of days needed, including today; 0 if nothing is waiting.'),
  first_at: timeOrNull('Expected time of the first email; null if none is waiting.'),
  last_at: timeOrNull('Expected time of the last email; null if none is waiting.'),
});

export const campaignOutput = z.object({
  id: count('Number of the campaign.'),
  campaign_id: count('Same value as `id`.'),
  company_id: z.string().describe('ID of the company that owns it.'),
  name: z.string().describe('Internal name of the campaign.'),
  press_release_id: count('ID of the press release.'),
  media_list_id: count('ID of the media list.'),
  media_list_ids: z.array(z.number().int()).describe('All media lists that it goes to, the first included.'),
  article_id: count('ID of the release’s article, which links point to.'),
  release_version: count('Version of the release from which the emails were written.'),
  status: z
    .enum(CAMPAIGN_STATUSES)
    .describe('draft, scheduled, queued, sending, then sent or failed; paused and canceled by hand; missed: too late.'),
  blocked_by: z.string().nullable().describe('Reason why nothing is being sent; `null` if nothing blocks it.'),
  needs_attention: z.boolean().describe('`true` if some emails failed or have an unknown delivery status.'),
  transport: z.enum(['smtp', 'outbox']).describe('outbox: emails are files, and nothing leaves the server.'),
  simulated: z.boolean().describe('`true` if nothing leaves the server.'),
  counts: countsOutput.describe('Number of emails by state.'),
  excluded: listOf('Number of outlets on the list without an email.', {
    media_id: count('Outlets on the list that get no email.'),
    reason: z.enum(EXCLUSION_REASONS).describe('Reason for the exclusion.'),
  }),
  forecast: forecastOutput.describe('Expected send times of the remaining emails.'),
  follow_up_of: z.number().int().nullable().describe('Campaign that this one follows up on; `null` for a first one.'),
  send_at: timeOrNull('Scheduled start of sending.'),
  local_schedule: z
    .object({
      local_time: z.string().describe('Time on each recipient’s own clock.'),
      fallback_time_zone: z.string().describe('Time zone of recipients whose own is unknown.'),
      if_passed: z.enum(IF_PASSED).describe('Rule for recipients whose local time had passed.'),
    })
    .nullable()
    .describe('Local time that each email waits for; `null` if all are due together.'),
  created_by: timeOrNull('Email address of the member who created it.'),
  created_at: z.string().describe('Time of the entry.'),
  started_at: timeOrNull('Time when the campaign was first queued.'),
  finished_at: timeOrNull('Time when the campaign ended.'),
});

type CampaignJson = z.input<typeof campaignOutput>;

export function formatCampaign(campaign: Campaign, forecast: Forecast, ctx: CallContext): CampaignJson {
  const { author, counts, excluded, needs_attention, send_at, created_at, started_at, finished_at } = campaign;
  const { transport } = ctx.services.sending;
  const show = (ms: number): string => formatZonedTime(ms, ctx.server.timeZone);
  const showOrNull = (ms: number | null): string | null => (ms === null ? null : show(ms));
  const local = readLocalSchedule(campaign.local_schedule);
  const exclusions: Exclusion[] = JSON.parse(excluded);
  return {
    id: campaign.id,
    campaign_id: campaign.id,
    company_id: campaign.company_id,
    name: campaign.name,
    press_release_id: campaign.press_release_id,
    media_list_id: campaign.media_list_id,
    media_list_ids: [campaign.media_list_id, ...campaign.furtherListIds],
    article_id: campaign.article_id,
    release_version: campaign.release_version,
    status: campaign.status,
    blocked_by: campaign.blocked_by,
    needs_attention: needs_attention === 1,
    transport,
    simulated: transport === 'outbox',
    counts,
    excluded: exclusions,
    forecast: {
      today: forecast.today,
      days: forecast.days,
      first_at: showOrNull(forecast.firstAt),
      last_at: showOrNull(forecast.lastAt),
    },
    follow_up_of: campaign.follow_up_of,
    send_at: showOrNull(send_at),
    local_schedule: local && {
      local_time: local.localTime,
      fallback_time_zone: local.fallbackZone,
      if_passed: local.ifPassed,
    },
    created_by: author,
    created_at: show(created_at),
    started_at: showOrNull(started_at),
    finished_at: showOrNull(finished_at),
  };
}

/** With the forecast of now. */
export async function showCampaign(campaign: Campaign, ctx: CallContext): Promise<CampaignJson> {
  const budget = await readOwnBudget(ctx, campaign.company_id);
  return formatCampaign(campaign, forecastCampaign(budget, campaign), ctx);
}

export async function readOwnBudget({ services: { database, sending } }: CallContext, companyId: string) {
  return await readBudget(database.db, companyId, sending.limits, await database.now());
}

/** Sender of the company's emails. */
export async function readSender(ctx: CallContext, companyId: string): Promise<SenderDetails> {
  return ctx.services.campaigns.describeSender(await requireSender(ctx, companyId));
}

export async function requireSender({ services }: CallContext, companyId: string): Promise<Sender> {
  const { database, sending } = services;
  const view = { db: database.db, nowMs: await database.now() };
  const sender = await findSender(view, companyId, sending.limits);
  if (!sender) throw new FareboxError('NOT_FOUND', { message: 'Company not found' });
  return sender;
}

/** A tool that moves a campaign of the company to another state, and shows it as it is then. */
export const defineStateTool = (
  write: WriteDefinition<ActingMember, Campaign>,
  tool: Pick<AnyTool, 'title' | 'description' | 'route'>,
  { wakes = false } = {},
) =>
  defineTool({
    ...tool,
    effect: 'write',
    failsWith: ['NOT_FOUND', 'CONFLICT'],
    input: z.object({ campaign_id: campaignId }),
    output: campaignOutput,
    examples: [{ campaign_id: 4 }],
    async run({ campaign_id: id }, ctx) {
      const { companyId, userId } = requireMember(ctx);
      const campaign = await ctx.services.database.write(write, { companyId, id, userId });
      if (wakes) ctx.services.sending.wake();
      return await showCampaign(campaign, ctx);
    },
  });
