import ipaddr from 'ipaddr.js';

/** What counts as one caller: the address for IPv4, its /64 network for IPv6, which one host has to itself. */
export function toHostKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().map((byte, index) => (index < 8 ? byte : 0));
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}
