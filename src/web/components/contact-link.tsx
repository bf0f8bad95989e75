/** How the operator can be reached, as they have written it: an address of mail or the web is a link. */
import { toSafeHref } from '../safe-href.ts';

export function ContactLink({ contact }: { contact: string }) {
  const href = toSafeHref(/^[^\s@]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : contact);
  return href === null ? <bdi>{contact}</bdi> : <a href={href}>{contact}</a>;
}
