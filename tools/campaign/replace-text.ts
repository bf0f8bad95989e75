import { z } from 'zod';
import { findFinishedWrite } from '../../src/database/batches/finished-writes.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { createStateError } from '../../src/newsroom/common/campaign-states.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { replaceText } from '../../src/newsroom/mailing/campaigns/rewrite.ts';
import { rewriteCampaign } from '../../src/newsroom/mailing/campaigns/rewrite-writes.ts';
import { formatRewrite, rewriteOutput } from './_rewrite.ts';
import { buildClaim, campaignId, requireMember } from './_shared.ts';

const FIND_MAX = 1_000;
const REPLACE_MAX = 10_000;

export default defineTool({
  title: 'Replace text in all emails of a campaign',
  description:
    'Replace a piece of text in the subject and text of every draft of a campaign, also of those edited by hand. Upper and lower case matter. With preview, nothing changes.',
  route: 'POST /api/campaigns/{campaign_id}/emails/replace',
  effect: 'write',
  keywords: 'find and replace, change all drafts, bulk edit emails, 一括置換, 全件変更, 批量替换',
  failsWith: ['NOT_FOUND', 'CONFLICT', 'TOO_LARGE', 'OVERLOADED'],
  input: z.object({
    campaign_id: campaignId,
    find: z.string().min(1).max(FIND_MAX).describe('Text to find.'),
    replace: z.string().max(REPLACE_MAX).describe('Text in its place; empty deletes it.'),
    preview: z.boolean().default(false).describe('`true` shows the new texts and changes nothing.'),
  }),
  output: rewriteOutput,
  examples: [{ campaign_id: 4, find: '1 December', replace: '8 December', preview: true }],
  async run(input, ctx) {
    const { companyId } = requireMember(ctx);
    const { database } = ctx.services;
    const { campaign_id: id, find, replace, preview } = input;
    const claim = preview ? undefined : buildClaim(ctx, 'campaign-replace-text', input);
    const earlier = await findFinishedWrite<number>(database, claim);
    if (earlier) {
      ctx.markReplayed();
      return { preview, changed: earlier.output, kept: 0, emails: [] };
    }
    const campaign = await requireCampaign(database.db, companyId, id);
    if (campaign.status !== 'draft') throw createStateError(campaign.status);
    const rewritten = await replaceText(ctx, campaign, { find, replace });
    if (!preview) {
      const mails = rewritten.changed;
      await database.write(rewriteCampaign, { companyId, id, mails, template: null, releaseVersion: null, claim });
    }
    return formatRewrite(rewritten, { preview, emailId: null });
  },
});
