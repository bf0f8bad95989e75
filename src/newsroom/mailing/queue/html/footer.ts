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
        '報道関係者としてご連絡先を公開されているか、ご同意・お取引・名刺交換によりご連絡先をいただいているため、本メールをお送りしています。',
      release: 'プレスリリースでご連絡先を公開されているため、本メールをお送りしています。',
    },
    unsubscribe: '配信停止',
  },
  en: {
    contact: 'Questions and complaints',
    reasons: {
      press:
        "You're receiving this email because your press contact is public, or because you shared your address with us or agreed to hear from us.",
      release: "You're receiving this email because your address is published in your press release.",
    },
    unsubscribe: 'Unsubscribe',
  },
  zh: {
    contact: '咨询与投诉',
    reasons: {
      press: '您收到此邮件，是因为您的媒体联系方式已公开，或您曾向我们提供联系方式、同意接收邮件。',
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
