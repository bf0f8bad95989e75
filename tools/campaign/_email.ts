/** A campaign's e-mail as it is shown. */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { count, objectOf } from '../../src/kernel/tool/fields.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import type { Lint } from '../../src/newsroom/mailing/campaigns/checks/lint-words.ts';
import type { ShownMail } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { toHtml } from '../../src/newsroom/mailing/links/link-rewriter.ts';
import { MAIL_STATUSES, UNTIL_DECIDED } from '../../src/newsroom/mailing/queue/types.ts';
import { timeOrNull } from './_shared.ts';

export const lintOutput = z.object({
  code: z.string().describe('Code of the problem.'),
  level: z.enum(['error', 'warning']).describe('`true` if an error prevents sending.'),
  field: z.string().describe('Place: subject, body, to or campaign.'),
  text: z.string().describe('Description in one sentence.'),
});

export const emailOutput = z.object({
  id: count('Number of the email.'),
  email_id: count('Same value as `id`.'),
  campaign_id: count('ID of the campaign.'),
  media_id: z.number().int().nullable().describe('Number of the recipient outlet.'),
  media_name: z.string().describe('Name of the outlet when the campaign was created.'),
  to: z.string().describe('Address that was requested.'),
  subject: z.string().describe('Subject of the email.'),
  body: z.string().describe('Plain text, without the footer.'),
  body_html: z.string().describe('HTML version without footer, pixel and tracked links.'),
  status: z.enum(MAIL_STATUSES).describe('unknown: the email was handed over, and its delivery is uncertain.'),
  shortened: z
    .boolean()
    .describe('`true` if body and body_html are cut to keep the page small; read this email with per_page=1.'),
  edited: z.boolean().describe('`true` if text or address were edited.'),
  version: count('Version; each change increases it.'),
  lint: z.array(lintOutput).describe('Problems of a draft and suggestions; empty for a shortened email.'),
  message_id: z.string().describe('Message-ID of the email; it never changes.'),
  attempts: count('Number of delivery attempts.'),
  next_attempt_at: timeOrNull('Time of the next attempt.'),
  last_error: z.string().nullable().describe('Error of the last attempt.'),
  smtp: objectOf('Last reply of the mail server.', {
    code: z.number().int().nullable().describe('SMTP code of the reply.'),
    response: z.string().nullable().describe('Reply of the mail server.'),
  }),
  queued_at: timeOrNull('Time when the email was queued.'),
  sent_at: timeOrNull('Time when the mail server accepted it.'),
  opened_at: timeOrNull('Time when a person first opened it, as far as known.'),
  clicked_at: timeOrNull('First click by a person.'),
  bounced_at: timeOrNull('Time of the bounce.'),
  unsubscribed_at: timeOrNull('Time when the recipient unsubscribed.'),
  replied_at: timeOrNull('Time when a reply was recorded.'),
});

type EmailJson = z.input<typeof emailOutput>;

type MailOnPage = ShownMail & { isShortened?: boolean };

export function formatEmail(mail: MailOnPage, lint: readonly Lint[], { server }: CallContext): EmailJson {
  const show = (ms: number | null): string | null => (ms === null ? null : formatZonedTime(ms, server.timeZone));
  return {
    id: mail.id,
    email_id: mail.id,
    campaign_id: mail.campaign_id ?? 0,
    media_id: mail.media_id,
    media_name: mail.recipient,
    to: mail.address,
    subject: mail.subject,
    body: mail.body,
    body_html: mail.body_html ?? toHtml(mail.body),
    status: mail.status,
    shortened: mail.isShortened === true,
    edited: mail.edited === 1,
    version: mail.version,
    lint: [...lint],
    message_id: mail.message_id,
    attempts: mail.attempts,
    next_attempt_at: show(mail.next_attempt_at === UNTIL_DECIDED ? null : mail.next_attempt_at),
    last_error: mail.last_error,
    smtp: { code: mail.smtp_code, response: mail.smtp_text },
    queued_at: show(mail.queued_at),
    sent_at: show(mail.sent_at),
    opened_at: show(mail.opened_at),
    clicked_at: show(mail.clicked_at),
    bounced_at: show(mail.bounced_at),
    unsubscribed_at: show(mail.unsubscribed_at),
    replied_at: show(mail.replied_at),
  };
}

/** Mails that are written before others have a turn. */
const TURN = 20;

/** A page of them, with the findings of each. */
export async function formatEmails(
  mails: readonly MailOnPage[],
  lints: readonly (readonly Lint[])[],
  ctx: CallContext,
): Promise<EmailJson[]> {
  const emails: EmailJson[] = [];
  for (const [at, mail] of mails.entries()) {
    if (at % TURN === TURN - 1) await setImmediate(undefined, { signal: ctx.signal });
    emails.push(formatEmail(mail, lints[at] ?? [], ctx));
  }
  return emails;
}
