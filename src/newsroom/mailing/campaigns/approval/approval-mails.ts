/** Emails that ask members to approve a campaign, and that tell of the decision. */

import { formatText } from '../../../../locales/format.ts';
import type { Language } from '../../../../locales/language.ts';
import { texts } from '../../../../locales/texts.ts';
import type { ServiceMail } from '../../../../mail/types.ts';
import { writeOneLine } from '../../../../text/lines.ts';
import { cutCodePoints } from '../../../../text/truncate.ts';

export interface ApprovalNews {
  kind: 'approvalRequested' | 'approvalGiven' | 'approvalDeclined';
  to: string;
  campaign: string;
  /** Email of the member who asks or decides. */
  member: string;
  note: string | null;
  url: string;
}

const NAME_CHARS_MAX = 60;

export function composeApprovalMail(news: ApprovalNews, language: Language): ServiceMail {
  const { subject, text } = texts('mails', language)[news.kind];
  const campaign = cutCodePoints(writeOneLine(news.campaign), NAME_CHARS_MAX);
  const values = { campaign, member: news.member };
  const parts = [formatText(text, values, language), news.note ?? '', news.url].filter((part) => part !== '');
  return {
    kind: 'alert',
    to: news.to,
    subject: formatText(subject, values, language),
    text: `${parts.join('\n\n')}\n`,
  };
}
