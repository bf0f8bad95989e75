/** A row of the ledger as the mail that goes out: footer, counted links, pixel, headers. Rules: newsroom.md §7.6. */
import type { MailIdentity } from '../../../../mail/mail.ts';
import type { Letter } from '../../../../mail/types.ts';
import { writePlain } from '../../../../text/inline-marks.ts';
import type { Language } from '../../../../text/language.ts';
import { writeOneLine } from '../../../../text/lines.ts';
import { buildClickUrl, buildOpenUrl, buildUnsubscribeUrl, readHost } from '../../links/event-links.ts';
import { joinLinks, listTextLinks } from '../../links/link-rewriter.ts';
import { type SigningKeys, signUnsubscribe } from '../../links/signatures.ts';
import { buildBounceAddress, buildListHeaders } from '../../links/unsubscribe-headers.ts';
import type { MailItem } from '../reads.ts';
import type { MailSender } from '../sender-reads.ts';
import { buildHtmlFooter, buildTextFooter, type FooterInput } from './footer.ts';
import type { MailHtml } from './mail-html.ts';

/** Facts about this installation for rendering. */
export interface RenderOptions extends MailIdentity {
  keys: SigningKeys;
  baseUrl: string;
  html: Pick<MailHtml, 'split'>;
}

export interface RenderedMail {
  letter: Letter;
  /** Hosts that its links lead to. */
  hosts: string[];
}

/** In place of a signature: the link leads to a page that changes nothing. */
const PREVIEW = 'preview';

/** `replyTo`: of who sent it, when the company names nobody else. */
export async function renderMail(
  facts: RenderOptions,
  mail: MailItem,
  sender: MailSender,
  replyTo: string | null,
): Promise<RenderedMail> {
  const { keys, baseUrl, from, mailDomain, postalAddress } = facts;
  const { companyId } = sender;
  const { id: mailId, language, article_id: articleId } = mail;
  const returnPath = buildBounceAddress(keys, mailId, mailDomain);
  // Only the reader of a mail may learn its signature: test mails and previews are seen by its sender.
  const signature = mail.kind === 'test' ? PREVIEW : signUnsubscribe(keys, mail.address, { companyId, mailId });
  const unsubscribeUrl = buildUnsubscribeUrl(baseUrl, mail.address, signature, language);
  const answers = sender.replyTo ?? replyTo;
  const footer: FooterInput = {
    occasion: mail.kind === 'diagnosis' ? 'release' : 'press',
    senderName: writeOneLine(sender.name ?? from.name),
    postalAddress: sender.postalAddress ?? (postalAddress === '' ? null : postalAddress),
    contact: answers ?? from.address,
    unsubscribeUrl,
  };
  const isTracked = sender.isTracked && mail.kind !== 'test' && articleId !== null;
  const track = isTracked ? { keys, baseUrl, articleId, mailId } : null;
  const parts = await facts.html.split({ text: mail.body, html: mail.body_html }, companyId);
  const html = joinLinks(parts, (url) => (track ? wrapUrl(track, url) : url));
  const hosts = new Set([...parts.urls, ...listTextLinks(mail.body)].flatMap((url) => readHost(url) ?? []));
  const headers = { mailId, campaignId: mail.campaign_id ?? 0, companyId, unsubscribeUrl, bounceAddress: returnPath };
  return {
    letter: {
      from: buildFrom(footer, findFromAddress(sender) ?? from.address),
      replyTo: answers,
      to: { name: mail.recipient, address: mail.address },
      returnPath,
      messageId: mail.message_id,
      subject: mail.subject,
      text: `${writePlain(mail.body).trimEnd()}\n\n${buildTextFooter(language, footer)}`,
      html: buildPage(
        language,
        `${html.trimEnd().replace(/<hr>$/, '')}\n${buildHtmlFooter(language, footer)}${track ? buildTraces(track) : ''}`,
      ),
      headers: buildListHeaders({ ...headers, mailDomain }),
      date: mail.queued_at ?? mail.created_at,
    },
    hosts: [...hosts],
  };
}

/** Null: the operator's. */
export const findFromAddress = ({ signing, address }: MailSender): string | null => (signing === null ? null : address);

const buildFrom = ({ senderName }: FooterInput, address: string) => ({ name: senderName, address });

const STYLE =
  'max-width:42em;margin:0 auto;padding:12px 16px;font:16px/1.7 sans-serif;color:#222;overflow-wrap:anywhere';

/** The language chooses the shapes of characters that Chinese and Japanese share. */
const buildPage = (language: Language, html: string): string =>
  `<!DOCTYPE html>\n<html lang="${language}"><head><meta charset="utf-8"></head>\n<body><div lang="${language}" style="${STYLE}">\n${html}\n</div></body></html>\n`;

interface Track {
  keys: SigningKeys;
  baseUrl: string;
  articleId: number;
  mailId: number;
}

const wrapUrl = ({ keys, baseUrl, articleId, mailId }: Track, target: string): string =>
  buildClickUrl(keys, baseUrl, { articleId, mailId, target });

/** The link that nobody sees, and the pixel. */
function buildTraces({ keys, baseUrl, articleId, mailId }: Track): string {
  const trap = buildClickUrl(keys, baseUrl, { articleId, mailId, purpose: 'trap' }).replaceAll('&', '&amp;');
  const open = buildOpenUrl(keys, baseUrl, articleId, mailId).replaceAll('&', '&amp;');
  return `<a href="${trap}" style="display:none" tabindex="-1" aria-hidden="true"></a><img src="${open}" width="1" height="1" alt="">`;
}

/** Mail of the service itself: nobody leaves it, and nothing in it is counted. */
export function renderServiceMail(
  { keys, from, mailDomain }: RenderOptions,
  mail: MailItem,
  { subject, text }: { subject: string; text: string },
): RenderedMail {
  return {
    letter: {
      from,
      replyTo: null,
      to: { name: '', address: mail.address },
      returnPath: buildBounceAddress(keys, mail.id, mailDomain),
      messageId: mail.message_id,
      subject,
      text,
      html: null,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Farebox-Email': String(mail.id) },
      date: mail.queued_at ?? mail.created_at,
    },
    hosts: [],
  };
}
