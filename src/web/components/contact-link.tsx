/** The operator's contact as a link, if it is an email or web address. */
import { toSafeHref } from '../safe-href.ts';

export function ContactLink({ contact }: { contact: string }) {
  const href = toSafeHref(/^[^\s@]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : contact);
  return href === null ? <bdi>{contact}</bdi> : <a href={href}>{contact}</a>;
}
