import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { hasUnsubscribe, lintCampaign } from '../../src/newsroom/mailing/campaigns/checks/checks.ts';
import { inspectMails } from '../../src/newsroom/mailing/campaigns/checks/inspect.ts';
import { listLinks } from '../../src/newsroom/mailing/campaigns/checks/lint.ts';
import { describeDaily, forecastCampaign } from '../../src/newsroom/mailing/campaigns/forecast-reads.ts';
import { type Campaign, listMailPage, requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { findMail, type MailItem } from '../../src/newsroom/mailing/queue/reads.ts';
import type { MailSender } from '../../src/newsroom/mailing/queue/sender-reads.ts';
import { emailOutput, formatEmails, lintOutput } from './_email.ts';
import { campaignId, campaignOutput, formatCampaign, readOwnBudget, requireMember, requireSender } from './_shared.ts';

const PER_PAGE_MAX = 500;

const verdict = z.enum(['pass', 'fail', 'none', 'unknown']);

export default defineTool({
  title: 'Preview a campaign',
  description:
    'Preview the emails of a campaign as recipients will see them, with the problems of each, warnings before sending, and the remaining daily limit.',
  route: 'GET /api/campaigns/{campaign_id}/preview',
  effect: 'read',
  keywords: 'preview an email, プレビュー, 预览邮件',
  input: z.object({
    campaign_id: campaignId,
    page: z.number().int().min(1).default(1).describe('Page number, starting at 1.'),
    per_page: z
      .number()
      .int()
      .min(1)
      .default(PER_PAGE_MAX)
      .describe(`Default: all. More than ${PER_PAGE_MAX} is read as ${PER_PAGE_MAX}.`),
  }),
  output: z.object({
    campaign: campaignOutput.describe('Current state of the campaign.'),
    emails: z.array(emailOutput).describe('Emails of the campaign, by number.'),
    total: z.number().int().describe('Number of emails on all pages.'),
    page: z.number().int().describe('Number of the page.'),
    per_page: z.number().int().describe('Maximum number of items per page.'),
    rendered: z
      .object({
        email_id: z.number().int().describe('First email of the page.'),
        from: z.string().describe('Name and address of the sender.'),
        reply_to: z.string().nullable().describe('Address for replies.'),
        to: z.string().describe('Address of the recipient.'),
        subject: z.string().describe('Subject of the email.'),
        text: z.string().describe('Plain text with footer.'),
        html: z.string().describe('HTML with footer; without the tracking pixel, so that a preview is not counted.'),
      })
      .nullable()
      .describe(
        'First email of the page as its recipient gets it; null if the page is empty. Use per_page=1 to see any email.',
      ),
    warnings: z.array(lintOutput).describe('Warnings about the whole campaign.'),
    checks: objectOf('Checks of the sender and the links.', {
      unsubscribe_link: z.boolean().describe('Whether recipients can unsubscribe with one click.'),
      sender_address: z.boolean().describe('Whether the sender has a postal address.'),
      spf: verdict.describe('Whether the sender’s domain has an SPF record.'),
      dkim: verdict.describe('Whether emails are signed and the domain publishes the key (DKIM).'),
      dmarc: z.enum(['none', 'quarantine', 'reject', 'unknown']).describe('DMARC policy of the sender’s domain.'),
      links: listOf('Links in the emails of the page.', {
        url: z.string().describe('URL of the link.'),
        allowed: z.boolean().describe('Whether clicks may lead to it.'),
      }),
    }),
    daily: objectOf('Daily limit of this server.', {
      limit: z.number().int().describe('Emails per day, of all companies.'),
      used: z.number().int().describe('Number used today.'),
      remaining: z.number().int().describe('Number remaining today.'),
    }),
  }),
  examples: [{ campaign_id: 4 }, { campaign_id: 4, page: 1, per_page: 20 }],
  async run(input, ctx) {
    const { companyId } = requireMember(ctx);
    const { services, signal } = ctx;
    const leave = await services.campaigns.takePreviewTurn({ share: { owner: companyId, isPaid: false }, signal });
    try {
      return await showPage(ctx, companyId, input);
    } finally {
      leave();
    }
  },
});

async function showPage(
  ctx: CallContext,
  companyId: string,
  { campaign_id: id, page, per_page }: { campaign_id: number; page: number; per_page: number },
) {
  const { database, identity } = ctx.services;
  const perPage = Math.min(per_page, PER_PAGE_MAX);
  const campaign = await requireCampaign(database.db, companyId, id);
  const mails = await database.read(listMailPage, { companyId, campaignId: id, page, perPage });
  const { baseUrl } = ctx.server;
  const { name: company } = await identity.readCompany(companyId);
  const first = mails[0] && (await findMail(database.db, companyId, id, mails[0].id));
  const lints = await inspectMails(database, campaign, mails, { company, baseUrl });
  const emails = await formatEmails(mails, lints, ctx);
  const from = await requireSender(ctx, companyId);
  const sender = ctx.services.campaigns.describeSender(from);
  const budget = await readOwnBudget(ctx, companyId);
  const links = new Map(
    mails.flatMap(({ body, body_html }) => listLinks(body, body_html, baseUrl)).map((link) => [link.url, link]),
  );
  return {
    campaign: formatCampaign(campaign, forecastCampaign(budget, campaign), ctx),
    emails,
    total: campaign.counts.total,
    page,
    per_page: perPage,
    rendered: first ? await render(ctx, first, from) : null,
    warnings: await findWarnings(ctx, campaign, {
      ...sender,
      isFallback: from.address !== null && from.signing === null,
    }),
    checks: {
      unsubscribe_link: hasUnsubscribe(baseUrl),
      sender_address: (sender.postalAddress ?? '').trim() !== '',
      ...(await checkSender(ctx, from, sender.address)),
      links: [...links.values()].map(({ url, isAllowed }) => ({ url, allowed: isAllowed })),
    },
    daily: describeDaily(budget),
  };
}

/** The key of a company's own domain has been looked up when it was verified, and is again. */
async function checkSender({ services }: CallContext, { signing }: MailSender, address: string) {
  const check = await services.campaigns.checkDomain(address);
  return signing === null ? check : { ...check, dkim: 'pass' as const };
}

async function findWarnings(
  { server, services: { database, sending } }: CallContext,
  campaign: Campaign,
  sender: Parameters<typeof lintCampaign>[0]['sender'],
) {
  const release = await findRelease(database.db, campaign.company_id, campaign.press_release_id);
  const { draft, queued, retry } = campaign.counts;
  const nowMs = await database.now();
  return lintCampaign({
    sender,
    transport: sending.transport,
    baseUrl: server.baseUrl,
    recipients: draft + queued + retry,
    hasNewerRelease: release !== undefined && release.version !== campaign.release_version,
    at: Math.max(nowMs, campaign.send_at ?? nowMs),
    timeZone: server.timeZone,
  });
}

async function render({ principal, services }: CallContext, mail: MailItem, sender: MailSender) {
  const own = principal.kind === 'session' ? principal.email : null;
  const { from, replyTo, to, subject, text, html } = await services.campaigns.render(mail, sender, own);
  return {
    email_id: mail.id,
    from: `${from.name} <${from.address}>`.trim(),
    reply_to: replyTo,
    to: to.address,
    subject,
    text,
    html: html ?? '',
  };
}
