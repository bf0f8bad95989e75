/** Shared by sign-in and company operations: the caller, and records as shown. */
import { z } from 'zod';
import type { CompanyCaller, Requester, SignedInSession } from '../../src/identity/types.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { isPlainAddress, parseMailAddress } from '../../src/lib/mail-address.ts';

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
});

const isAddress = (text: string): boolean => {
  const address = parseMailAddress(text);
  return address !== null && isPlainAddress(address);
};

export const emailField = (about: string) => z.string().refine(isAddress, 'not a valid e-mail address').describe(about);

export const companyIdField = z
  .string()
  .nullish()
  .describe(
    'The company to sign in to, of those that the address is a member of or invited to; any other is passed over.',
  );

/** What is longer is none of ours. */
const ATTEMPT_CHARS_MAX = 100;

/** In the bodies of both requests of a sign-in. */
export const attemptField = z
  .string()
  .max(ATTEMPT_CHARS_MAX)
  .nullish()
  .describe(
    'As the first answer of send-code has it: the code is that of this sign-in, and nobody else’s tries count.',
  );

const time = (about: string) => z.string().describe(`${about} ISO 8601 in the service’s zone.`);
const timeOrNull = (about: string) => z.string().nullable().describe(`${about} ISO 8601; null when there is none.`);

export const userOutput = z.object({
  id: z.number().int().describe('Id of the user.'),
  user_id: z.number().int().describe('The same.'),
  email: z.string().describe('Address that signs in.'),
  name: z.string().describe('May be empty.'),
  role: z.enum(['admin', 'member']).describe('In this company.'),
  operator: z.boolean().describe('Whether the user is an operator of this server.'),
  company_id: z.string().describe('The company.'),
  locale: z.string().describe('Language of mails to the user.'),
  created_at: time('First sign-in.'),
  last_login_at: timeOrNull('Last sign-in.'),
});

export const companyOutput = z.object({
  id: z.string().describe('Id of the company.'),
  company_id: z.string().describe('The same.'),
  name: z.string().describe('Its name.'),
  name_en: z.string().nullable().describe('Its name in English.'),
  domain: z.string().nullable().describe('Domain of its website.'),
  account_id: z.string().describe('Its account in the gateway: the agentId of its wallet and keys.'),
  test_account_id: z
    .string()
    .nullable()
    .describe('Its account for play money and sandbox answers; null until the first test key is made.'),
  plan: z.enum(['free', 'pro', 'business']).describe('What it has subscribed to.'),
  plan_status: z.enum(['active', 'past_due', 'canceled']).describe('State of the subscription.'),
  timezone: z.string().describe('Its own zone.'),
  sender: objectOf('As whom it sends.', {
    name: z.string().nullable().describe('Name in the From of its mails.'),
    email: z.string().nullable().describe('Address in the From of its mails.'),
    postal_address: z.string().nullable().describe('Stands at the end of its mails.'),
    reply_to: z.string().nullable().describe('Where replies go.'),
    verified: z.boolean().describe('Whether the address has been shown to be its own.'),
  }),
  individual_tracking: z.boolean().describe('Whether opens and clicks are noted for each recipient.'),
  prtimes_company_id: z.number().int().nullable().describe('Its number at PR TIMES.'),
  shop_slug: z.string().nullable().describe('Address of its public profile.'),
  logo_at: timeOrNull('When its logo was set.'),
  created_at: time('Founded here.'),
});

/** What signing in answers. */
export const sessionOutput = z.object({
  token: z.string().describe('Send it as "Authorization: Bearer <token>". It cannot be shown again.'),
  token_type: z.literal('bearer').describe('How it is sent.'),
  expires_at: time('The session ends.'),
  user: userOutput.describe('Who signed in.'),
  company: companyOutput.describe('For which company.'),
});

export function formatSession({ token, expiresAt, user, company }: SignedInSession): z.input<typeof sessionOutput> {
  return { token, token_type: 'bearer', expires_at: expiresAt, user, company };
}
