/** The email that tells a company's admins that its domain isn't used any more. */
import { formatText } from '../../../locales/format.ts';
import { chooseLanguage } from '../../../locales/language.ts';
import { texts } from '../../../locales/texts.ts';
import type { ServiceMail } from '../../../mail/types.ts';

export interface Loss {
  domain: string;
  /** Address that campaigns are sent from until it is verified again. */
  sender: string;
  url: string;
}

export function composeLossMail({ url, ...values }: Loss, admin: { email: string; locale: string }): ServiceMail {
  const language = chooseLanguage(admin.locale);
  const { subject, text } = texts('mails', language).domainLost;
  return {
    kind: 'alert',
    to: admin.email,
    subject: formatText(subject, values, language),
    text: `${formatText(text, values, language)}\n\n${url}\n`,
  };
}
