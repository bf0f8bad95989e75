/** The mails that identity sends, in Japanese and English. */

import type { ServiceMail } from '../mail/types.ts';
import { cutCodePoints } from '../text/truncate.ts';

const COMPANY_CHARS_MAX = 60;

export function composeCodeMail(to: string, code: string, service: string): ServiceMail {
  const text = [
    `${service} のログインコード: ${code}`,
    '10分間有効です。心当たりがない場合は、このメールを破棄してください。',
    '',
    `Your sign-in code for ${service}: ${code}`,
    'It is valid for 10 minutes. If you did not ask for it, ignore this mail.',
    '',
  ];
  return { kind: 'code', to, subject: `${code}: ${service} ログインコード / sign-in code`, text: text.join('\n') };
}

export function composeInvitationMail(to: string, company: string, service: string, baseUrl: string): ServiceMail {
  const name = quoteCompany(company);
  const text = [
    `${service} で ${name} のメンバーに招待されました。`,
    `${to} でサインインすると参加できます: ${baseUrl}/login`,
    '招待は7日間有効です。心当たりがない場合は、このメールを破棄してください。',
    '',
    `You have been invited to join ${name} on ${service}.`,
    `Sign in as ${to} to accept: ${baseUrl}/login`,
    'The invitation is open for 7 days. If you do not know the sender, ignore this mail.',
    '',
  ];
  return { kind: 'invitation', to, subject: `${service}: 招待 / invitation`, text: text.join('\n') };
}

/** Strangers choose the names of their companies: a short piece in one line, and no address to follow. */
function quoteCompany(company: string): string {
  const plain = company.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').replace(/https?:\/\/|www\.|[<>"「」]/gi, ' ');
  const short = cutCodePoints(plain.replace(/\s+/g, ' ').trim(), COMPANY_CHARS_MAX);
  return `「${short}」`;
}
