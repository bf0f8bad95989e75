import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { parseMailAddress } from '../../src/lib/mail-address.ts';
import { inspectMails } from '../../src/newsroom/mailing/campaigns/checks/inspect.ts';
import { editEmail } from '../../src/newsroom/mailing/campaigns/email-writes.ts';
import { requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { emailOutput, formatEmail } from './_email.ts';
import { campaignId, emailId, requireMember } from './_shared.ts';

/** UTF-16 units. */
const SUBJECT_MAX = 2_000;
const BODY_MAX = 100_000;
const LINES_MAX = 10_000;
const TAGS_MAX = 20_000;

const count = (text: string, mark: string): number => text.split(mark).length - 1;

export default defineTool({
  title: 'Edit an email of a campaign',
  description:
    'Change subject, text or address of an unsent email, or skip it. If only text or only HTML is given, the other part is made from it. HTML is reduced to the tags that emails support.',
  route: 'PUT /api/campaigns/{campaign_id}/emails/{email_id}',
  effect: 'write',
  failsWith: ['NOT_FOUND', 'CONFLICT', 'TOO_LARGE', 'OVERLOADED'],
  input: z.object({
    campaign_id: campaignId,
    email_id: emailId,
    subject: z.string().max(SUBJECT_MAX).optional().describe('Subject, in one line.'),
    body: z
      .string()
      .max(BODY_MAX)
      .refine((text) => count(text, '\n') < LINES_MAX, `more than ${LINES_MAX} lines`)
      .optional()
      .describe(`Plain text without the footer. Up to ${LINES_MAX} lines.`),
    body_html: z
      .string()
      .max(BODY_MAX)
      .refine((html) => count(html, '<') <= TAGS_MAX, `more than ${TAGS_MAX} tags`)
      .nullish()
      .describe(`HTML version without the footer. Up to ${TAGS_MAX} tags. If null, generated from the text.`),
    to: z
      .string()
      .refine((text) => parseMailAddress(text) !== null, 'not a valid e-mail address')
      .optional()
      .describe('New recipient address.'),
    skip: z.boolean().optional().describe('true skips the email, false includes it again.'),
    version: z.number().int().optional().describe('Version that the change is based on; any other causes a conflict.'),
  }),
  output: emailOutput,
  examples: [{ campaign_id: 4, email_id: 55, subject: 'Press release: Studio launches Kiro', version: 1 }],
  async run({ campaign_id: id, email_id: mailId, to, body_html, version, ...texts }, ctx) {
    const { companyId } = requireMember(ctx);
    const { database, campaigns, identity } = ctx.services;
    const clean = body_html == null ? body_html : await campaigns.cleanHtml(body_html, ctx);
    const mail = await database.write(editEmail, {
      companyId,
      campaignId: id,
      id: mailId,
      changes: {
        ...texts,
        body: texts.body ?? clean?.text,
        bodyHtml: clean?.html ?? (texts.body === undefined && clean === undefined ? undefined : null),
        address: to,
      },
      version,
    });
    const campaign = await requireCampaign(database.db, companyId, id);
    const { name: company } = await identity.readCompany(companyId);
    const common = { company, baseUrl: ctx.server.baseUrl };
    const [lint = []] = await inspectMails(database, campaign, [mail], common);
    return formatEmail(mail, lint, ctx);
  },
});
