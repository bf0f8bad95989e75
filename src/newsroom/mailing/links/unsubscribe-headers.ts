/** Unsubscribe and return-path headers of campaign emails (newsroom.md §7.6, §9.1). */
import { isSame, mac, type SigningKeys } from './signatures.ts';

export interface ListMail {
  mailId: number;
  campaignId: number;
  /** Null: the service itself. */
  companyId: string | null;
  /** `buildUnsubscribeUrl` of this mail. */
  unsubscribeUrl: string;
  /** `buildBounceAddress` of this mail. */
  bounceAddress: string;
  mailDomain: string;
}

const BOUNCE_MAC_CHARS = 8;
const BOUNCE_LOCAL = /^b\+([1-9]\d{0,15})\.([a-z0-9_-]{8})$/i;

/** Headers by name. One click unsubscribes only where the address is https (RFC 8058); mail always does. */
export function buildListHeaders(mail: ListMail): Record<string, string> {
  const byMail = `<mailto:${mail.bounceAddress}?subject=unsubscribe>`;
  const sender = mail.companyId ?? 'outreach';
  const isHttps = mail.unsubscribeUrl.startsWith('https://');
  return {
    'List-Unsubscribe': isHttps ? `<${mail.unsubscribeUrl}>, ${byMail}` : byMail,
    ...(isHttps ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    'List-Id': `<${sender}.farebox.${mail.mailDomain}>`,
    'Feedback-ID': `${mail.campaignId}:${sender}:newsroom`,
    'X-Farebox-Email': String(mail.mailId),
  };
}

/** The envelope sender of a mail: what comes back to it names the mail. */
export function buildBounceAddress(keys: SigningKeys, mailId: number, mailDomain: string): string {
  return `b+${mailId}.${signBounce(keys.deriveKey('bounce').key, String(mailId))}@${mailDomain}`;
}

/** The mail that an envelope sender of ours names; null for any other address. Servers may change its case. */
export function readBounceAddress(keys: SigningKeys, address: string, mailDomain: string): number | null {
  const at = address.lastIndexOf('@');
  const [, mailId, given] = BOUNCE_LOCAL.exec(address.slice(0, at)) ?? [];
  if (mailId === undefined || given === undefined) return null;
  if (address.slice(at + 1).toLowerCase() !== mailDomain.toLowerCase()) return null;
  const isOurs = keys
    .deriveKeys('bounce')
    .some(({ key }) => isSame(given.toLowerCase(), signBounce(key, mailId).toLowerCase()));
  return isOurs ? Number(mailId) : null;
}

const signBounce = (key: Buffer, mailId: string): string => mac(key, `bounce|v1|${mailId}`).slice(0, BOUNCE_MAC_CHARS);
