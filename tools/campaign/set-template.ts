import { z } from 'zod';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { createStateError } from '../../src/newsroom/common/campaign-states.ts';
import { createReleaseMissingError, findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { applyTemplate } from '../../src/newsroom/mailing/campaigns/rewrite.ts';
import { rewriteCampaign } from '../../src/newsroom/mailing/campaigns/rewrite-writes.ts';
import { openFields } from '../../src/newsroom/mailing/campaigns/texts/mails.ts';
import { findTemplateFault } from '../../src/newsroom/mailing/campaigns/texts/template.ts';
import { formatRewrite, rewriteOutput } from './_rewrite.ts';
import { campaignId, emailId, requireMember } from './_shared.ts';

const SUBJECT_MAX = 2_000;
const BODY_MAX = 20_000;

export default defineTool({
  title: 'Write all emails of a campaign from a template',
  description:
    'Write the drafts of a campaign from one template with fields such as {{name}}, {{outlet}} or {{name|editors}} with a fallback. Drafts edited by hand stay as they are unless include_edited is true. With preview, nothing changes.',
  route: 'PUT /api/campaigns/{campaign_id}/template',
  effect: 'write',
  keywords:
    'mail merge, personalize emails, email template, merge fields, placeholders, 差し込み, テンプレート, 一括編集, 邮件模板, 合并字段',
  failsWith: ['NOT_FOUND', 'CONFLICT', 'INVALID_INPUT', 'TOO_LARGE', 'OVERLOADED'],
  input: z.object({
    campaign_id: campaignId,
    subject: z.string().min(1).max(SUBJECT_MAX).describe('Template of the subject.'),
    body: z
      .string()
      .min(1)
      .max(BODY_MAX)
      .describe('Template of the text, without the footer. A paragraph of empty fields alone is left out.'),
    include_edited: z.boolean().default(false).describe('`true` also rewrites drafts that were edited by hand.'),
    preview: z.boolean().default(false).describe('`true` shows the new texts and changes nothing.'),
    email_id: emailId.nullish().describe('Email whose new text to show. Default: the first ones.'),
  }),
  output: rewriteOutput,
  examples: [
    {
      campaign_id: 4,
      subject: 'Press release: {{title}}',
      body: '{{greeting}}\n\n{{news}}\n\n{{release}}',
      preview: true,
    },
  ],
  async run(input, ctx) {
    const { companyId } = requireMember(ctx);
    const { database } = ctx.services;
    const { campaign_id: id, subject, body, include_edited: includesEdited, preview, email_id = null } = input;
    const template = { subject, body };
    const campaign = await requireCampaign(database.db, companyId, id);
    if (campaign.status !== 'draft') throw createStateError(campaign.status);
    const faults = (['subject', 'body'] as const).flatMap((path) => {
      const message = findTemplateFault(template[path]);
      return message === null ? [] : [{ path, message }];
    });
    if (faults.length > 0) throw createInvalidInputError(faults);
    const release = await findRelease(database.db, companyId, campaign.press_release_id);
    if (!release) throw createReleaseMissingError();
    const fields = await openFields(ctx, release, { companyId, isFollowUp: campaign.follow_up_of !== null });
    const rewritten = await applyTemplate(ctx, campaign, { template, fields, includesEdited });
    if (!preview) {
      const releaseVersion = rewritten.kept === 0 ? release.version : null;
      const mails = rewritten.changed;
      await database.write(rewriteCampaign, { companyId, id, mails, template, releaseVersion, claim: undefined });
    }
    return formatRewrite(rewritten, { preview, emailId: email_id });
  },
});
