import { domainToASCII } from 'node:url';

const ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

/** The address in the one form that addresses are compared in; null for what is none. Mail goes to it as it was written. */
export function normalAddress(address: string): string | null {
  const text = address.trim().normalize('NFKC');
  if (!ADDRESS.test(text)) return null;
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  return domain === '' ? null : `${text.slice(0, at).toLowerCase()}@${domain}`;
}
