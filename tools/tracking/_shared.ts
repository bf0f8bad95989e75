/** Shared by the links in emails. */
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { parseMailAddress } from '../../src/lib/mail-address.ts';
import { verifyLegacyToken, verifyUnsubscribe } from '../../src/newsroom/mailing/links/signatures.ts';
import type { Visit } from '../../src/newsroom/mailing/tracking/service.ts';
import { findDelivery } from '../../src/newsroom/suppression-list/reads.ts';

export const articleId = z.int().describe('ID of the article that the email is about.');
export const eventSignature = z.string().optional().describe('Signed ID of the email; may be missing.');

/** Null for HEAD: nobody has looked at anything. */
export function describeVisit({ browser, principal }: CallContext): Visit | null {
  if (browser?.isHead) return null;
  return { ip: principal.ip, userAgent: browser?.userAgent ?? '', optsOut: browser?.optsOut ?? false };
}

export const unsubscribeFields = {
  email: z.string().describe('Address that no longer gets email.'),
  token: z.string().default('').describe('Signature of older links.'),
  sig: z.string().default('').describe('Signature of the link.'),
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
  /** The link arrived there, so whoever has it may speak for the address: to all senders, too. */
  isDelivered: boolean;
}

/** Owner of a link; null for a signature that isn't ours, or not of an email that went out to this address. */
export async function proveLink({ services, log }: CallContext, link: UnsubscribeLink): Promise<ProvedLink | null> {
  const { tracking, database } = services;
  const norm = parseMailAddress(link.email)?.norm;
  if (norm === undefined) return null;
  const signed = link.sig === '' ? null : verifyUnsubscribe(tracking.keys, link.email, link.sig);
  if (signed) {
    const delivery = await findDelivery(database.db, signed.mailId, norm);
    return delivery === 'none' ? null : { norm, ...signed, isDelivered: delivery === 'accepted' };
  }
  const { legacySecret } = tracking;
  if (legacySecret === null || link.token === '') return null;
  if (!verifyLegacyToken(legacySecret, link.email, link.token)) return null;
  log.info({}, 'legacy unsubscribe link used');
  return { norm, companyId: null, mailId: null, isDelivered: true };
}
