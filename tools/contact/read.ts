import { z } from 'zod';
import { count, listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { MAIL_STATUSES } from '../../src/newsroom/mailing/queue/types.ts';
import { listContactMails } from '../../src/newsroom/media/own/reads.ts';
import { contactId, contactOutput, formatContact, requireContact, requireMember } from './_shared.ts';

const time = (about: string) => z.string().nullable().describe(about);

export default defineTool({
  title: 'Get a contact',
  description:
    'Get one of your company’s own journalists with your campaign emails to them, newest first: opened, clicked, replied or bounced.',
  route: 'GET /api/contacts/{contact_id}',
  effect: 'read',
  keywords: 'contact history, emails sent to a journalist, 連絡履歴, 记者往来记录',
  failsWith: ['NOT_FOUND'],
  input: z.object({ contact_id: contactId }),
  output: contactOutput.extend({
    emails: listOf('Sent emails of your campaigns, up to 100, newest first.', {
      email_id: count('Number of the email.'),
      campaign_id: z.number().int().nullable().describe('Number of the campaign.'),
      campaign_name: z.string().describe('Internal name of the campaign.'),
      subject: z.string().describe('Subject of the email.'),
      status: z.enum(MAIL_STATUSES).describe('State of the email.'),
      sent_at: time('Time when the email was sent.'),
      opened_at: time('Time of the first open that may be by a person.'),
      clicked_at: time('Time of the first click that may be by a person.'),
      replied_at: time('Time of the recorded reply.'),
      bounced_at: time('Time of the bounce.'),
      unsubscribed_at: time('Time of the unsubscription.'),
      placed_at: time('Time of the recorded article.'),
    }),
  }),
  examples: [{ contact_id: 812 }],
  async run({ contact_id: id }, ctx) {
    const { companyId } = requireMember(ctx);
    const contact = await requireContact(ctx, id);
    const mails = await ctx.services.database.read(listContactMails, { companyId, id });
    const show = (ms: number | null): string | null => (ms === null ? null : formatZonedTime(ms, ctx.server.timeZone));
    return {
      ...formatContact(contact, ctx),
      emails: mails.map(({ id: email_id, campaign_id, name, subject, status, ...times }) => ({
        email_id,
        campaign_id,
        campaign_name: name,
        subject,
        status,
        sent_at: show(times.sent_at),
        opened_at: show(times.opened_at),
        clicked_at: show(times.clicked_at),
        replied_at: show(times.replied_at),
        bounced_at: show(times.bounced_at),
        unsubscribed_at: show(times.unsubscribed_at),
        placed_at: show(times.placed_at),
      })),
    };
  },
});
