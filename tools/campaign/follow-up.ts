import { z } from 'zod';
import { findFinishedWrite } from '../../src/database/batches/finished-writes.ts';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { createStateError } from '../../src/newsroom/common/campaign-states.ts';
import { createReleaseMissingError, findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { createCampaign, type PlannedCampaign } from '../../src/newsroom/mailing/campaigns/create-writes.ts';
import { FOLLOW_UP_TO, listFollowUpMembers } from '../../src/newsroom/mailing/campaigns/follow-up-reads.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { writeMails } from '../../src/newsroom/mailing/campaigns/texts/mails.ts';
import { buildClaim, campaignId, campaignOutput, formatCampaign, requireMember } from './_shared.ts';

const NAME_MAX = 200;

export default defineTool({
  title: 'Follow up on a campaign',
  description:
    'Draft a second campaign to the recipients of a sent one who did not open it, or did not reply. Who replied, reported, bounced, complained or unsubscribed is left out. Nothing is sent until you send or schedule it.',
  route: 'POST /api/campaigns/{campaign_id}/follow-up',
  effect: 'write',
  keywords:
    'follow up, remind journalists, second email, resend to those who did not open, フォローアップ, 再送, リマインド, 跟进, 再次发送',
  status: 201,
  failsWith: ['NOT_FOUND', 'CONFLICT', 'TOO_LARGE', 'OVERLOADED'],
  input: z.object({
    campaign_id: campaignId,
    to: z
      .enum(FOLLOW_UP_TO)
      .default('not_replied')
      .describe('not_opened: neither opened nor clicked, as far as known. not_replied: no reply recorded.'),
    name: z.string().max(NAME_MAX).nullish().describe('Internal name. Default: that of the campaign.'),
  }),
  output: campaignOutput,
  examples: [{ campaign_id: 4, to: 'not_opened' }],
  async run(input, ctx) {
    const { companyId, userId } = requireMember(ctx);
    const { database } = ctx.services;
    const claim = buildClaim(ctx, 'campaign-follow-up', input);
    const earlier = await findFinishedWrite<PlannedCampaign>(database, claim);
    if (earlier) {
      ctx.markReplayed();
      return formatCampaign(earlier.output.campaign, earlier.output.forecast, ctx);
    }
    const first = await requireCampaign(database.db, companyId, input.campaign_id);
    if (first.status !== 'sent') throw createStateError(first.status);
    const release = await findRelease(database.db, companyId, first.press_release_id);
    if (!release) throw createReleaseMissingError();
    const query = { companyId, campaignId: first.id, articleId: first.article_id, to: input.to };
    const members = await database.read(listFollowUpMembers, query);
    const written = await writeMails(ctx, release, members, { companyId, isFollowUp: true });
    if (written.mails.length === 0) throw createReasonError('nothing_to_send');
    const { output, replayed } = await database.write(createCampaign, {
      campaign: {
        company_id: companyId,
        name: input.name?.trim() || first.name,
        press_release_id: release.id,
        media_list_id: first.media_list_id,
        furtherListIds: first.furtherListIds,
        article_id: release.article_id,
        release_version: release.version,
        language: release.language,
        follow_up_of: first.id,
        created_by: userId,
        ...written,
      },
      claim,
    });
    if (replayed) ctx.markReplayed();
    return formatCampaign(output.campaign, output.forecast, ctx);
  },
});
