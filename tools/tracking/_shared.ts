/** What the links in mails share. */
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/context.ts';
import { parseMailAddress } from '../../src/kernel/mail-address.ts';
import type { Visit } from '../../src/newsroom/tracking/service.ts';
import { verifyLegacyToken, verifyUnsubscribe } from '../../src/newsroom/tracking/signatures.ts';

export const articleId = z.int().describe('Number of the article that the mail is about.');
export const eventSignature = z.string().optional().describe('Whose mail it is, signed; absent: nobody says.');

/** Null for HEAD: nobody has looked at anything. */
export function describeVisit({ browser, principal }: CallContext): Visit | null {
  if (browser?.isHead) return null;
  return { ip: principal.ip, userAgent: browser?.userAgent ?? '', optsOut: browser?.optsOut ?? false };
}

export const unsubscribeFields = {
  email: z.string().describe('The address that gets no more mail.'),
  token: z.string().default('').describe('The signature of old links.'),
  sig: z.string().default('').describe('The signature of the link.'),
  lang: z.string().default('ja').describe('Language of the page: ja, en or zh.'),
};

export interface UnsubscribeLink {
  email: string;
  token: string;
  sig: string;
}

export interface ProvedLink {
  norm: string;
  /** Null: all senders. */
  companyId: string | null;
  mailId: number | null;
}

/** Whose link it is; null for a signature that is not ours, or not of this address. */
export function proveLink({ services: { tracking }, log }: CallContext, link: UnsubscribeLink): ProvedLink | null {
  const norm = parseMailAddress(link.email)?.norm;
  if (norm === undefined) return null;
  const signed = link.sig === '' ? null : verifyUnsubscribe(tracking.keys, link.email, link.sig);
  if (signed) return { norm, companyId: signed.companyId, mailId: signed.mailId };
  const { legacySecret } = tracking;
  if (legacySecret === null || link.token === '') return null;
  if (!verifyLegacyToken(legacySecret, link.email, link.token)) return null;
  log.info({}, 'an old unsubscribe link was used');
  return { norm, companyId: null, mailId: null };
}
