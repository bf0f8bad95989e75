/** Sign-in and invitation emails, in the language of the request that caused them. */
import { formatText } from '../locales/format.ts';
import type { Language } from '../locales/language.ts';
import { texts } from '../locales/texts.ts';
import type { ServiceMail } from '../mail/types.ts';
import { cutCodePoints } from '../text/truncate.ts';

const COMPANY_CHARS_MAX = 60;

export function composeCodeMail(to: string, code: string, service: string, language: Language): ServiceMail {
  const { subject, text } = texts('mails', language).code;
  const values = { code, service };
  return {
    kind: 'code',
    to,
    subject: formatText(subject, values, language),
    text: `${formatText(text, values, language)}\n`,
  };
}

export interface InvitationDetails {
  company: string;
  service: string;
  baseUrl: string;
}

export function composeInvitationMail(to: string, details: InvitationDetails, language: Language): ServiceMail {
  const { subject, text } = texts('mails', language).invitation;
  const { service, baseUrl } = details;
  const values = { company: cleanCompany(details.company), service, email: to, url: `${baseUrl}/login` };
  return {
    kind: 'invitation',
    to,
    subject: formatText(subject, values, language),
    text: `${formatText(text, values, language)}\n`,
  };
}

/** Strangers choose the names of their companies: a short piece in one line, and no address to follow. */
function cleanCompany(company: string): string {
  const plain = company.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').replace(/https?:\/\/|www\.|[<>"“”「」]/gi, ' ');
  return cutCodePoints(plain.replace(/\s+/g, ' ').trim(), COMPANY_CHARS_MAX);
}
