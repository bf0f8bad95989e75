/** The answer of operations that change all drafts of a campaign. */
import { z } from 'zod';
import { count, listOf } from '../../src/kernel/tool/fields.ts';
import type { RewrittenMail, RewrittenMails } from '../../src/newsroom/mailing/campaigns/rewrite.ts';
import { TEMPLATE_FIELDS } from '../../src/newsroom/mailing/campaigns/texts/template.ts';

/** Emails that are shown. */
const SHOWN_MAX = 20;

export const rewriteOutput = z.object({
  preview: z.boolean().describe('`true` if nothing was changed.'),
  changed: count('Number of drafts with a new text.'),
  kept: count('Number of drafts that were edited by hand and left alone.'),
  emails: listOf(`New texts of the first ${SHOWN_MAX} drafts, or of the one in \`email_id\`.`, {
    email_id: count('Number of the email.'),
    media_name: z.string().describe('Name of the recipient.'),
    to: z.string().describe('Address of the recipient.'),
    subject: z.string().describe('New subject of the email.'),
    body: z.string().describe('New text, without the footer.'),
    empty_fields: z.array(z.enum(TEMPLATE_FIELDS)).describe('Fields that are empty here and have no fallback.'),
  }),
});

export function formatRewrite(
  { changed, kept }: RewrittenMails,
  { preview, emailId }: { preview: boolean; emailId: number | null },
): z.input<typeof rewriteOutput> {
  const shown = emailId === null ? changed.slice(0, SHOWN_MAX) : changed.filter(({ id }) => id === emailId);
  return { preview, changed: changed.length, kept, emails: shown.map(formatRewritten) };
}

const formatRewritten = ({ id, recipient, address, subject, body, emptyFields }: RewrittenMail) => ({
  email_id: id,
  media_name: recipient,
  to: address,
  subject,
  body,
  empty_fields: emptyFields,
});
