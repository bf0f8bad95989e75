/**
 * The signatures in the links of a mail (newsroom.md §8.1). The purpose is part of what is signed: a link that was made to
 * count a click can't unsubscribe. The current secret signs; earlier ones verify.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../../ledger/secret.ts';
import { parseMailAddress } from '../../../lib/mail-address.ts';

/** Secrets of this installation, for signing and verifying. */
export type SigningKeys = Pick<Secrets, 'deriveKey' | 'deriveKeys'>;

/** `trap`: a link that nobody sees. */
export type EventPurpose = 'open' | 'click' | 'trap';

export interface Unsubscription {
  /** Null: the service itself, whose mail stands for everybody's. */
  companyId: string | null;
  mailId: number;
}

const VERSION = 'v1';
const SIGNATURE_CHARS_MAX = 512;
const COMPANY_CHARS_MAX = 64;
const NUMBER = /^[1-9]\d{0,15}$/;

/** The parameter `sig` of an unsubscribe link. It never expires. Throws for what is not an address. */
export function signUnsubscribe(keys: SigningKeys, address: string, { companyId, mailId }: Unsubscription): string {
  const norm = parseMailAddress(address)?.norm;
  if (norm === undefined) throw new Error('Only mail to an address has an unsubscribe link');
  const { kid, key } = keys.deriveKey('unsub');
  const payload = Buffer.from(JSON.stringify({ c: companyId, m: mailId })).toString('base64url');
  return [VERSION, kid, payload, mac(key, unsubscribeText(kid, norm, payload))].join('.');
}

/** Email from which `address` unsubscribes; null unless the signature was made for this address. */
export function verifyUnsubscribe(keys: SigningKeys, address: string, signature: string): Unsubscription | null {
  const norm = parseMailAddress(address)?.norm;
  const parts = cutSignature(signature);
  if (norm === undefined || !parts) return null;
  const { kid, payload, given } = parts;
  const key = keys.deriveKeys('unsub').find((candidate) => candidate.kid === kid);
  if (!key || !isSame(given, mac(key.key, unsubscribeText(kid, norm, payload)))) return null;
  return readPayload(payload);
}

/** Subject of a signed link. `target`: its destination, exactly as the link spells it; absent: none. */
export interface EventLink {
  articleId: number;
  target?: string | undefined;
}

/** The parameter `e` of a tracked link. */
export function signEvent(keys: SigningKeys, purpose: EventPurpose, link: EventLink, mailId: number): string {
  const { kid, key } = keys.deriveKey(purpose);
  return [VERSION, kid, mailId, mac(key, eventText(purpose, kid, link, String(mailId)))].join('.');
}

/** The mail that a link of this purpose to this article belongs to, or null. */
export function verifyEvent(
  keys: SigningKeys,
  purpose: EventPurpose,
  link: EventLink,
  signature: string,
): number | null {
  const parts = cutSignature(signature);
  if (!parts || !NUMBER.test(parts.payload)) return null;
  const { kid, payload, given } = parts;
  const key = keys.deriveKeys(purpose).find((candidate) => candidate.kid === kid);
  const right = key && mac(key.key, eventText(purpose, kid, link, payload));
  return right !== undefined && isSame(given, right) ? Number(payload) : null;
}

/** The old form of an unsubscribe link: hex HMAC-SHA-256 of the address in lower case, for all senders. */
export function verifyLegacyToken(secret: string, address: string, token: string): boolean {
  const right = createHmac('sha256', secret).update(address.trim().toLowerCase()).digest('hex');
  return isSame(token.toLowerCase(), right);
}

/** HMAC-SHA-256, base64url without padding. */
export function mac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** In constant time for texts of one length. */
export function isSame(signature: string, right: string): boolean {
  const [one, other] = [Buffer.from(signature), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const unsubscribeText = (kid: string, norm: string, payload: string): string =>
  ['unsub', VERSION, kid, norm, payload].join('|');

const eventText = (purpose: EventPurpose, kid: string, { articleId, target }: EventLink, mailId: string): string =>
  [purpose, VERSION, kid, articleId, mailId, ...(target === undefined ? [] : [target])].join('|');

function cutSignature(signature: string): { kid: string; payload: string; given: string } | null {
  if (signature.length > SIGNATURE_CHARS_MAX) return null;
  const [version, kid, payload, given, ...more] = signature.split('.');
  if (version !== VERSION || kid === undefined || payload === undefined || given === undefined) return null;
  return more.length > 0 ? null : { kid, payload, given };
}

/** Ours, since its signature is right; still parsed, not trusted. */
function readPayload(payload: string): Unsubscription | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    if (typeof value !== 'object' || value === null || !('c' in value) || !('m' in value)) return null;
    const { c: companyId, m: mailId } = value;
    if (companyId !== null && (typeof companyId !== 'string' || companyId.length > COMPANY_CHARS_MAX)) return null;
    return typeof mailId === 'number' && Number.isSafeInteger(mailId) ? { companyId, mailId } : null;
  } catch {
    return null;
  }
}
