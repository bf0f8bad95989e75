/** Shared by sign-in and company operations: the caller, and records as shown. */
import { z } from 'zod';
import type { CompanyCaller, Requester, SignedInSession } from '../../src/identity/types.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { isPlainAddress, parseMailAddress } from '../../src/lib/mail-address.ts';
import { chooseLanguage } from '../../src/locales/language.ts';

/** Behind an access that asks for a company. */
export function requireCompanyCaller({ principal, member }: CallContext): CompanyCaller {
  if (!member || (principal.kind !== 'session' && principal.kind !== 'account')) {
    throw new FareboxError('UNAUTHENTICATED');
  }
  return { principal, member };
}

export const readRequester = ({ principal, browser }: CallContext): Requester => ({
  ip: principal.ip,
  origin: browser?.origin,
  language: chooseLanguage(browser?.acceptLanguage),
});

const isAddress = (text: string): boolean => {
  const address = parseMailAddress(text);
  return address !== null && isPlainAddress(address);
};

export const emailField = (about: string) => z.string().refine(isAddress, 'not a valid e-mail address').describe(about);

export const companyIdField = z
  .string()
  .nullish()
  .describe('Company to sign in to, if the address belongs to several. Unknown companies are ignored.');

/** Longer texts are no id of ours. */
const ATTEMPT_CHARS_MAX = 100;

/** In the bodies of both requests of a sign-in. */
export const attemptField = z
  .string()
  .max(ATTEMPT_CHARS_MAX)
  .nullish()
  .describe(
    'Sign-in attempt ID from the first send-code response. It protects this code from failed attempts of others.',
  );

const time = (about: string) => z.string().describe(`${about}, ISO 8601 in the server’s time zone.`);
const timeOrNull = (about: string) =>
  z.string().nullable().describe(`${about}, ISO 8601 in the server’s time zone; null if none.`);

export const userOutput = z.object({
  id: z.number().int().describe('ID of the user.'),
  user_id: z.number().int().describe('Alias of id, kept for compatibility.'),
  email: z.string().describe('Email address used to sign in.'),
  name: z.string().describe('Name of the user; may be empty.'),
  role: z.enum(['admin', 'member']).describe('Role of the user in this company.'),
  operator: z.boolean().describe('Whether the user is an operator of this server.'),
  company_id: z.string().describe('ID of the company.'),
  locale: z.string().describe('Language of emails to the user.'),
  created_at: time('Time of the first sign-in'),
  last_login_at: timeOrNull('Time of the last sign-in'),
});

export const companyOutput = z.object({
  id: z.string().describe('ID of the company.'),
  company_id: z.string().describe('Alias of id, kept for compatibility.'),
  name: z.string().describe('Name of the company.'),
  name_en: z.string().nullable().describe('English name of the company; null if not set.'),
  domain: z.string().nullable().describe('Domain of the company website; null if not set.'),
  account_id: z.string().describe('ID of the live account that pays for the company’s calls.'),
  test_account_id: z.string().nullable().describe('ID of the test account; null until the first test key is created.'),
  plan: z.enum(['free', 'pro', 'business']).describe('Current plan of the company.'),
  plan_status: z.enum(['active', 'past_due', 'canceled']).describe('Status of the subscription.'),
  timezone: z.string().describe('Time zone of the company, IANA name.'),
  sender: objectOf('Sender of the company’s emails.', {
    name: z.string().nullable().describe('Sender name of emails; null if not set.'),
    email: z.string().nullable().describe('Sender address of emails; null if not set.'),
    postal_address: z.string().nullable().describe('Postal address in the email footer; null if not set.'),
    reply_to: z.string().nullable().describe('Reply-To address of emails; null if not set.'),
    verified: z.boolean().describe('Whether the sender address has been verified.'),
  }),
  require_approval: z.boolean().describe('Whether campaigns need the approval of a second member.'),
  individual_tracking: z.boolean().describe('Whether opens and clicks are recorded per recipient.'),
  prtimes_company_id: z.number().int().nullable().describe('PR TIMES company ID; null if not set.'),
  shop_slug: z.string().nullable().describe('Slug of the public profile; null if not set.'),
  logo_at: timeOrNull('Time when the logo was set'),
  created_at: time('Time when the company was created'),
});

/** Answer to a sign-in. */
export const sessionOutput = z.object({
  token: z.string().describe('Session token, shown only once. Send it as "Authorization: Bearer <token>".'),
  token_type: z.literal('bearer').describe('Token type, always bearer.'),
  expires_at: time('Expiry time of the session'),
  user: userOutput.describe('User who signed in.'),
  company: companyOutput.describe('Company of the session.'),
});

export function formatSession({ token, expiresAt, user, company }: SignedInSession): z.input<typeof sessionOutput> {
  return { token, token_type: 'bearer', expires_at: expiresAt, user, company };
}
