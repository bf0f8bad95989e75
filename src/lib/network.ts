import ipaddr from 'ipaddr.js';

/** Of the `…/64` of `toHostKey` the /48 around it; null for what is no IPv6 network. */
export function findSite(hostKey: string): string | null {
  if (!hostKey.endsWith('/64')) return null;
  const address = hostKey.slice(0, -3);
  if (!ipaddr.IPv6.isValid(address)) return null;
  const site = ipaddr.IPv6.parse(address)
    .toByteArray()
    .map((byte, index) => (index < 6 ? byte : 0));
  return `${ipaddr.fromByteArray(site).toString()}/48`;
}

/** Identity of a caller: the address for IPv4, its /64 network for IPv6, which one host has to itself. */
export function toHostKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().map((byte, index) => (index < 8 ? byte : 0));
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}
