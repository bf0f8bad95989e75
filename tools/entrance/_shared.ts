/** Shared by the operations of an invite. */
import { z } from 'zod';
import type { PageCookie } from '../../src/identity/pages/service.ts';
import type { Requester, SignedInSession } from '../../src/identity/types.ts';
import { formatPageCookie } from '../../src/kernel/page-cookie.ts';
import type { Principal } from '../../src/kernel/principal.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { toUsd } from '../../src/lib/money.ts';
import { chooseLanguage, type Language } from '../../src/locales/language.ts';

export const inviteField = z.string().min(1).max(100).describe('Code of the invite.');

export const bindingField = z
  .string()
  .min(32)
  .max(200)
  .describe('Random secret of the browser that ties the start of the sign-in to its end.');

export const attemptField = z
  .string()
  .max(100)
  .optional()
  .describe('Sign-in attempt ID from the first send-code response.');

export const readRequester = ({ principal, browser }: CallContext): Requester => ({
  ip: principal.ip,
  origin: browser?.origin,
  language: chooseLanguage(browser?.acceptLanguage),
});

export const chooseLanguageFor = ({ browser }: CallContext): Language => chooseLanguage(browser?.acceptLanguage);

export const signedInOutput = z.object({
  email: z.string().describe('Email address that signed in.'),
  account_id: z.string().describe('ID of the company’s live account.'),
  balance: z.number().describe('Current balance in USD.'),
  granted: z.number().describe('Amount in USD that the invite added; 0 if this account had used it before.'),
});

/** Signs the browser in: from here on its cookie says who asks. The token itself leaves with no answer. */
export async function signBrowserIn(ctx: CallContext, token: string): Promise<Principal> {
  const opened = await ctx.services.pageSessions.open(token, ctx.principal.ip);
  setPageCookie(ctx, opened);
  return opened.principal;
}

export const setPageCookie = (ctx: CallContext, { cookie, lifetimeMs }: PageCookie): void =>
  ctx.addHeader('Set-Cookie', formatPageCookie(ctx.server.baseUrl, cookie, lifetimeMs));

/** Session of a person who used an invite. */
export function formatInvited({ user, company, invite }: SignedInSession) {
  return {
    email: user.email,
    account_id: company.account_id,
    balance: toUsd(invite?.balanceMicros ?? 0),
    granted: toUsd(invite?.grantMicros ?? 0),
  };
}
