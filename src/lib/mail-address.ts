/** E-mail addresses: what counts as one, and when two are the same. */
import { domainToASCII } from 'node:url';

export interface MailAddress {
  /** As it was written, without the space around it: mail goes there. */
  address: string;
  /** For matching only: NFKC, in lower case, the domain in its ASCII form. */
  norm: string;
}

const ADDRESS_CHARS_MAX = 254;
const LOCAL_BYTES_MAX = 64;
/** Dot-atoms, letters of any script included; no quoted strings and no address literals. */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Null for a text that is not exactly one address. */
export function parseMailAddress(text: string): MailAddress | null {
  const address = text.trim();
  if (address.length > ADDRESS_CHARS_MAX) return null;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).normalize('NFKC');
  const domain = address.slice(at + 1).normalize('NFKC');
  if (at < 1 || !LOCAL.test(local) || !DOMAIN.test(domain) || Buffer.byteLength(local) > LOCAL_BYTES_MAX) return null;
  const ascii = domainToASCII(domain).toLowerCase();
  const labels = ascii.split('.');
  // What ends in a number is the address of a host, however it is written.
  if (!labels.every((label) => LABEL.test(label)) || /^\d+$/.test(labels.at(-1) ?? '')) return null;
  const norm = `${local.toLowerCase()}@${ascii}`;
  return norm.length > ADDRESS_CHARS_MAX ? null : { address, norm };
}

/**
 * Whether only this mailbox has this form: a local part that merely looks like another one could be somebody else's, and
 * must not sign in as them.
 */
export const isPlainAddress = ({ address }: MailAddress): boolean => {
  const local = address.slice(0, address.lastIndexOf('@'));
  return local === local.normalize('NFKC');
};

/**
 * Whether a name may stand in front of an address. Mail programs show it instead of the address, so it must not look like
 * one, or reverse the text around it.
 */
export const isDisplayName = (name: string): boolean =>
  !/[@<>\p{Cc}\p{Bidi_Control}\u2028\u2029]|[([{]\s*at\s*[)\]}]/iu.test(name.normalize('NFKC'));

/** In its ASCII form. */
export const readDomain = ({ norm }: MailAddress): string => norm.slice(norm.lastIndexOf('@') + 1);

/** Domains that belong to nobody (RFC 2606): mail to them stays here. */
export const isReservedDomain = (domain: string): boolean => /(^|\.)(example|test|invalid|localhost)$/.test(domain);
