/** A mail of the queue as operators see it. */
import { z } from 'zod';
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import { MAIL_STATUSES } from '../../mailing/queue/types.ts';
import { maskEmail } from '../../media/contacts/permission.ts';
import type { QueuedMail } from './reads.ts';

const moment = z.string().nullable();

export const queueEntryOutput = z.object({
  id: z.number().int().describe('ID of the email.'),
  queue_id: z.number().int().describe('Same value as `id`.'),
  article_id: z.number().int().nullable().describe('ID of the related article.'),
  title: z.string().nullable().describe('Title of the article, or subject of the email.'),
  company_name: z
    .string()
    .nullable()
    .describe('Company that owns the campaign; for diagnosis emails, the company in the article.'),
  to: z.string().describe('Recipient address, masked.'),
  kind: z.string().describe('Kind of email: campaign or diagnosis.'),
  campaign_id: z.number().int().nullable().describe('ID of the campaign.'),
  status: z.enum(MAIL_STATUSES).describe('Status of the email.'),
  priority: z.number().int().describe('Priority; lower numbers are sent first.'),
  scheduled_at: moment.describe('Time when it was queued. ISO 8601 with offset, as all times here.'),
  claimed_at: moment.describe('Time when a worker claimed it.'),
  attempts: z.number().int().describe('Number of delivery attempts.'),
  next_attempt_at: moment.describe('Earliest time of the next attempt.'),
  last_error: z.string().nullable().describe('Error of the last attempt.'),
  sent_at: moment.describe('Time when the mail server accepted it.'),
  created_at: z.string().describe('Time of creation.'),
});

export function formatQueued(mail: QueuedMail, zone: string): z.input<typeof queueEntryOutput> {
  const at = (ms: number | null): string | null => (ms === null ? null : formatZonedTime(ms, zone));
  const { id, article_id, title, subject, company_name, address, kind, campaign_id, status, priority } = mail;
  return {
    id,
    queue_id: id,
    article_id,
    title: title ?? subject,
    company_name: company_name ?? mail.named_company,
    to: maskEmail(address),
    ...{ kind, campaign_id, status, priority },
    scheduled_at: at(mail.queued_at),
    claimed_at: at(mail.claimed_at),
    attempts: mail.attempts,
    next_attempt_at: at(mail.next_attempt_at),
    last_error: mail.last_error,
    sent_at: at(mail.sent_at),
    created_at: formatZonedTime(mail.created_at, zone),
  };
}
