/** Footer of a company's emails (特定電子メール法 art. 4): the sender, the reason and how to unsubscribe. */
import { escapeHtml } from '../../../../lib/escape-html.ts';
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

interface Wording {
  contact: string;
  reasons: Readonly<Record<FooterInput['occasion'], string>>;
  unsubscribe: string;
}

const WORDINGS: Readonly<Record<Language, Wording>> = {
  ja: {
    contact: 'お問い合わせ・苦情',
    reasons: {
      press:
        '報道関係の方としてご連絡先を公開されている、またはご同意・お取引・お名刺によりご連絡先を頂戴しているため、お送りしています。',
      release: 'プレスリリースでご連絡先を公開されているため、お送りしています。',
    },
    unsubscribe: '配信停止',
  },
  en: {
    contact: 'Questions and complaints',
    reasons: {
      press:
        'You receive this because your address is published for the press, or because you gave it to us or agreed to be written to.',
      release: 'You receive this because your address is published in a press release of yours.',
    },
    unsubscribe: 'Unsubscribe',
  },
  zh: {
    contact: '咨询与投诉',
    reasons: {
      press: '您收到此邮件，是因为您的联系方式面向媒体公开，或您曾向我们提供联系方式或同意接收。',
      release: '您收到此邮件，是因为您在新闻稿中公开了联系方式。',
    },
    unsubscribe: '退订',
  },
};

/** The footer as lines of plain text. */
export function buildTextFooter(language: Language, facts: FooterInput): string {
  const words = WORDINGS[language];
  const { occasion, senderName, postalAddress, contact, unsubscribeUrl } = facts;
  return [
    '--',
    senderName,
    ...(postalAddress === null ? [] : [postalAddress]),
    `${words.contact}: ${contact}`,
    words.reasons[occasion],
    `${words.unsubscribe}: ${unsubscribeUrl}`,
    '',
  ].join('\n');
}

/** The same as HTML. */
export function buildHtmlFooter(language: Language, facts: FooterInput): string {
  const words = WORDINGS[language];
  const { occasion, senderName, postalAddress, contact, unsubscribeUrl } = facts;
  const lines = [
    escapeHtml(senderName),
    ...(postalAddress === null ? [] : [escapeHtml(postalAddress)]),
    `${words.contact}: <a href="mailto:${escapeHtml(contact)}">${escapeHtml(contact)}</a>`,
    words.reasons[occasion],
    `<a href="${escapeHtml(unsubscribeUrl)}">${words.unsubscribe}</a>`,
  ];
  return `<hr><p><small>${lines.join('<br>')}</small></p>`;
}
