/** Sign-in and invitation emails in Japanese, English and Chinese. */

import type { ServiceMail } from '../mail/types.ts';
import { cutCodePoints } from '../text/truncate.ts';

const COMPANY_CHARS_MAX = 60;

export function composeCodeMail(to: string, code: string, service: string): ServiceMail {
  const text = [
    `${service}のサインインコード：${code}`,
    'サインイン画面にこのコードを入力してください。有効期限は10分です。',
    'このメールに心当たりがない場合は、何もする必要はありません。',
    '',
    `Your ${service} sign-in code: ${code}`,
    'Enter it on the sign-in page within 10 minutes.',
    "If you didn't request this code, you can safely ignore this email.",
    '',
    `您的 ${service} 登录验证码：${code}`,
    '请在 10 分钟内在登录页面输入此验证码。',
    '如果您没有请求此验证码，请忽略本邮件。',
    '',
  ];
  return {
    kind: 'code',
    to,
    subject: `${code} - ${service} サインインコード / sign-in code / 登录验证码`,
    text: text.join('\n'),
  };
}

export function composeInvitationMail(to: string, company: string, service: string, baseUrl: string): ServiceMail {
  const name = quoteCompany(company);
  const text = [
    `${service}で${name}のチームに招待されています。`,
    `参加するには、${to}でサインインしてください： ${baseUrl}/login`,
    '招待の有効期限は7日間です。このメールに心当たりがない場合は、何もする必要はありません。',
    '',
    `You've been invited to join ${name} on ${service}.`,
    `To accept, sign in as ${to}: ${baseUrl}/login`,
    "This invitation expires in 7 days. If you weren't expecting it, you can safely ignore this email.",
    '',
    `您受邀加入 ${service} 上的${name}团队。`,
    `如需接受，请使用 ${to} 登录： ${baseUrl}/login`,
    '此邀请 7 天内有效。如果您不认识发件人，请忽略本邮件。',
    '',
  ];
  return {
    kind: 'invitation',
    to,
    subject: `${service}への招待 / You're invited to ${service} / ${service} 邀请`,
    text: text.join('\n'),
  };
}

/** Strangers choose the names of their companies: a short piece in one line, and no address to follow. */
function quoteCompany(company: string): string {
  const plain = company.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').replace(/https?:\/\/|www\.|[<>"「」]/gi, ' ');
  const short = cutCodePoints(plain.replace(/\s+/g, ' ').trim(), COMPANY_CHARS_MAX);
  return `「${short}」`;
}
