/** Addresses of the internet: as much of them as is kept. */
import ipaddr from 'ipaddr.js';

const KEPT_BITS = { ipv4: 24, ipv6: 48 } as const;

/** `203.0.113.77` → `203.0.113.0/24`, an IPv6 address to its /48; null for what is no address. */
export function shortenAddress(text: string): string | null {
  const address = parse(text);
  if (!address) return null;
  const bits = KEPT_BITS[address.kind()];
  const bytes = address.toByteArray().map((byte, at) => (at * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [bare = ''] = text.split('/');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}
