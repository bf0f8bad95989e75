/** Changes all drafts of a campaign: by a template, or one piece of text in each. The write refuses drafts that were changed meanwhile. */
import { setImmediate } from 'node:timers/promises';
import type { CallContext } from '../../../kernel/tool/context.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { writeOneLine } from '../../../text/lines.ts';
import { listCompanyMedia } from '../../media/contacts/reads.ts';
import { listMails, type MailItem } from '../queue/reads.ts';
import type { Campaign } from './reads.ts';
import { composeMail, type MailText } from './texts/compose.ts';
import { createTooLargeError, type MailFields, UNITS_MAX } from './texts/mails.ts';
import type { TemplateField } from './texts/template.ts';

export interface RewrittenMail extends MailText {
  id: number;
  /** Of the draft that it was made from. */
  version: number;
  bodyHtml: string | null;
  recipient: string;
  address: string;
  emptyFields: TemplateField[];
}

export interface RewrittenMails {
  /** Without those that stay as they are. */
  changed: RewrittenMail[];
  /** Drafts that somebody has edited by hand and that were left alone. */
  kept: number;
}

const PORTION = 100;
const TURN = 20;

type Rewrite = (mail: MailItem) => Omit<RewrittenMail, 'id' | 'version' | 'recipient' | 'address'> | 'kept' | null;

async function rewriteDrafts(
  { services, signal }: CallContext,
  campaign: Campaign,
  prepare: (mails: readonly MailItem[]) => Promise<Rewrite>,
): Promise<RewrittenMails> {
  const found: RewrittenMails = { changed: [], kept: 0 };
  let units = 0;
  for (let afterId = 0; ; ) {
    const query = { companyId: campaign.company_id, campaignId: campaign.id, status: 'draft', afterId } as const;
    const mails = await services.database.read(listMails, { ...query, most: PORTION });
    const rewrite = await prepare(mails);
    for (const [at, mail] of mails.entries()) {
      if (at % TURN === TURN - 1) await setImmediate(undefined, { signal });
      const next = rewrite(mail);
      if (next === 'kept') found.kept++;
      else if (next !== null) {
        units += next.body.length;
        if (units > UNITS_MAX) throw createTooLargeError();
        const { id, version, recipient, address } = mail;
        found.changed.push({ ...next, id, version, recipient, address });
      }
    }
    const last = mails.at(-1);
    if (!last || mails.length < PORTION) return found;
    afterId = last.id;
  }
}

export interface TemplateRewrite {
  template: MailText;
  fields: MailFields;
  /** Drafts that somebody has edited by hand, too. */
  includesEdited: boolean;
}

export function applyTemplate(
  ctx: CallContext,
  campaign: Campaign,
  { template, fields, includesEdited }: TemplateRewrite,
): Promise<RewrittenMails> {
  return rewriteDrafts(ctx, campaign, async (mails) => {
    const ids = [...new Set(mails.flatMap(({ media_id }) => media_id ?? []))];
    const media = await ctx.services.database.read(listCompanyMedia, { companyId: campaign.company_id, ids });
    const byId = new Map(media.map(({ item }) => [item.id, item]));
    return (mail) => {
      if (mail.edited === 1 && !includesEdited) return 'kept';
      const values = fields.readFields(byId.get(mail.media_id ?? 0) ?? mail.recipient);
      const { emptyFields, ...text } = composeMail(template, values);
      const isSame = text.subject === mail.subject && text.body === mail.body && mail.body_html === null;
      return isSame ? null : { ...text, bodyHtml: null, emptyFields };
    };
  });
}

export interface TextReplacement {
  find: string;
  replace: string;
}

/** In subject and text, and in the HTML of those that have their own. */
export function replaceText(
  ctx: CallContext,
  campaign: Campaign,
  { find, replace }: TextReplacement,
): Promise<RewrittenMails> {
  const [findHtml, replaceHtml] = [escapeHtml(find), escapeHtml(replace)];
  return rewriteDrafts(ctx, campaign, async () => ({ subject, body, body_html }) => {
    const next = {
      subject: writeOneLine(subject.replaceAll(find, () => replace)),
      body: body.replaceAll(find, () => replace),
      bodyHtml: body_html?.replaceAll(findHtml, () => replaceHtml) ?? null,
    };
    const isSame = next.subject === subject && next.body === body && next.bodyHtml === body_html;
    return isSame ? null : { ...next, emptyFields: [] };
  });
}
