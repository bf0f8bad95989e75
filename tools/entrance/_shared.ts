/** Shared by the operations of an invite. */
import { z } from 'zod';
import type { Requester, SignedInSession } from '../../src/identity/types.ts';
import { formatPageCookie } from '../../src/kernel/page-cookie.ts';
import type { Principal } from '../../src/kernel/principal.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { toUsd } from '../../src/lib/money.ts';
import { chooseLanguage, type Language } from '../../src/web/language.ts';

export const inviteField = z.string().min(1).max(100).describe('The code of the invite.');

export const bindingField = z
  .string()
  .min(32)
  .max(200)
  .describe('A secret of the browser, the same at the beginning and at the end of a sign-in elsewhere.');

export const attemptField = z.string().max(100).optional().describe('As POST /auth/send-code says it.');

export const readRequester = ({ principal, browser }: CallContext): Requester => ({
  ip: principal.ip,
  origin: browser?.origin,
});

export const chooseLanguageFor = ({ browser }: CallContext): Language => chooseLanguage(browser?.acceptLanguage);

export const signedInOutput = z.object({
  email: z.string().describe('The address that has signed in.'),
  account_id: z.string().describe('The live account of the company.'),
  balance: z.number().describe('USD.'),
  granted: z.number().describe('USD that the invite has just added; 0 when this account had used it before.'),
});

/** Signs the browser in: from here on its cookie says who asks. The token itself leaves with no answer. */
export async function signBrowserIn(ctx: CallContext, token: string): Promise<Principal> {
  const { cookie, lifetimeMs, principal } = await ctx.services.pageSessions.open(token, ctx.principal.ip);
  ctx.addHeader('Set-Cookie', formatPageCookie(ctx.server.baseUrl, cookie, lifetimeMs));
  return principal;
}

/** Who an invite has let in. */
export function formatInvited({ user, company, invite }: SignedInSession) {
  return {
    email: user.email,
    account_id: company.account_id,
    balance: toUsd(invite?.balanceMicros ?? 0),
    granted: toUsd(invite?.grantMicros ?? 0),
  };
}
