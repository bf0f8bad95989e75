import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { resolveEmail } from '../../src/newsroom/mailing/campaigns/email-writes.ts';
import { emailOutput, formatEmail } from './_email.ts';
import { campaignId, emailId, requireMember } from './_shared.ts';

const URL_MAX = 2_000;

export default defineTool({
  title: 'Record the outcome of an email',
  description:
    'Resolve an email with unknown delivery status as sent, failed or resent (the recipient may get it twice), or record a reply or a published article.',
  route: 'POST /api/campaigns/{campaign_id}/emails/{email_id}/resolve',
  effect: 'write',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({
    campaign_id: campaignId,
    email_id: emailId,
    action: z
      .enum(['mark_sent', 'mark_failed', 'resend', 'mark_replied', 'mark_placed'])
      .describe('The first three apply to an email with unknown delivery, the others to a sent one.'),
    url: z.string().max(URL_MAX).nullish().describe('URL of the article, for mark_placed.'),
  }),
  output: emailOutput,
  examples: [{ campaign_id: 4, email_id: 55, action: 'mark_sent' }],
  async run({ campaign_id: campaign, email_id: id, action, url = null }, ctx) {
    const { companyId, userId } = requireMember(ctx);
    const mail = await ctx.services.database.write(resolveEmail, {
      companyId,
      campaignId: campaign,
      id,
      action,
      url,
      by: userId === null ? 'key' : `user ${userId}`,
    });
    return formatEmail(mail, [], ctx);
  },
});
