import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { createReleaseMissingError, findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import type { MailText } from '../../src/newsroom/mailing/campaigns/texts/compose.ts';
import { openFields } from '../../src/newsroom/mailing/campaigns/texts/mails.ts';
import { TEMPLATE_FIELDS } from '../../src/newsroom/mailing/campaigns/texts/template.ts';
import { campaignId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Get the template of a campaign',
  description:
    'Return the subject and text that the emails of a campaign are written from, with fields such as {{name}}. Until it is changed, it is the usual template in the language of the release.',
  route: 'GET /api/campaigns/{campaign_id}/template',
  effect: 'read',
  failsWith: ['NOT_FOUND'],
  input: z.object({ campaign_id: campaignId }),
  output: z.object({
    subject: z.string().describe('Template of the subject.'),
    body: z.string().describe('Template of the text, without the footer.'),
    is_default: z.boolean().describe('`true` if it was never changed.'),
    fields: z
      .array(z.enum(TEMPLATE_FIELDS))
      .describe('Fields that a template can have, as {{name}} or {{name|fallback}}.'),
  }),
  examples: [{ campaign_id: 4 }],
  async run({ campaign_id: id }, ctx) {
    const { companyId } = requireMember(ctx);
    const { database } = ctx.services;
    const campaign = await requireCampaign(database.db, companyId, id);
    const fields = [...TEMPLATE_FIELDS];
    if (campaign.template !== null) {
      const { subject, body }: MailText = JSON.parse(campaign.template);
      return { subject, body, is_default: false, fields };
    }
    const release = await findRelease(database.db, companyId, campaign.press_release_id);
    if (!release) throw createReleaseMissingError();
    const { template } = await openFields(ctx, release, { companyId, isFollowUp: campaign.follow_up_of !== null });
    return { ...template, is_default: true, fields };
  },
});
