/** Footer of a company's emails (特定電子メール法 art. 4): the sender, the reason and how to unsubscribe. */
import { escapeHtml } from '../../../../lib/escape-html.ts';
import { texts } from '../../../../locales/texts.ts';
import type { Language } from '../../../../text/language.ts';

export interface FooterInput {
  /** Why its reader gets it: `press` or, for a company that has issued a release, `release`. */
  occasion: 'press' | 'release';
  senderName: string;
  /** Null: none is known. */
  postalAddress: string | null;
  /** For complaints and questions. */
  contact: string;
  unsubscribeUrl: string;
}

/** The footer as lines of plain text. */
export function buildTextFooter(language: Language, facts: FooterInput): string {
  const words = texts('mails', language).footer;
  const { occasion, senderName, postalAddress, contact, unsubscribeUrl } = facts;
  return [
    '--',
    senderName,
    ...(postalAddress === null ? [] : [postalAddress]),
    `${words.contact}: ${contact}`,
    words[occasion],
    `${words.unsubscribe}: ${unsubscribeUrl}`,
    '',
  ].join('\n');
}

/** The same as HTML. */
export function buildHtmlFooter(language: Language, facts: FooterInput): string {
  const words = texts('mails', language).footer;
  const { occasion, senderName, postalAddress, contact, unsubscribeUrl } = facts;
  const lines = [
    escapeHtml(senderName),
    ...(postalAddress === null ? [] : [escapeHtml(postalAddress)]),
    `${escapeHtml(words.contact)}: <a href="mailto:${escapeHtml(contact)}">${escapeHtml(contact)}</a>`,
    escapeHtml(words[occasion]),
    `<a href="${escapeHtml(unsubscribeUrl)}">${escapeHtml(words.unsubscribe)}</a>`,
  ];
  return `<hr><p><small>${lines.join('<br>')}</small></p>`;
}
