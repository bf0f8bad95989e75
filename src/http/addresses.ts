/** Whose address a request is counted under. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { hostKey } from '../kernel/network.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface CallerAddress {
  /** In normal form; IPv4 also when it came mapped into IPv6. */
  ip: string;
  /** The address for IPv4, its /64 network for IPv6: one host has a whole /64 to itself. */
  limitKey: string;
}

/** `X-Forwarded-For` is read from its end; more entries than this are not looked at. */
const FORWARDED_ENTRIES_MAX = 32;

export class Addresses {
  readonly #trusted: readonly [Address, number][];
  readonly #onForwarded: () => void;
  #warned = false;

  /**
   * `trusted`: addresses and CIDR ranges of proxies. Throws on one that is neither. `onForwarded` is told once that
   * `X-Forwarded-For` came while nobody is trusted.
   */
  constructor(trusted: readonly string[], onForwarded: () => void) {
    this.#trusted = trusted.map(rangeOf);
    this.#onForwarded = onForwarded;
  }

  /** `peer`: who opened the request's connection. */
  of(req: IncomingMessage, peer: CallerAddress): CallerAddress {
    const forwarded = req.headers['x-forwarded-for'];
    if (forwarded === undefined) return peer;
    if (this.#trusted.length === 0) {
      this.#warnOnce();
      return peer;
    }
    return this.#forwarded(peer, forwarded);
  }

  peerOf(socket: Socket): CallerAddress {
    const address = parse(socket.remoteAddress ?? '');
    return address ? callerAddress(address) : { ip: 'unknown', limitKey: 'unknown' };
  }

  /** One of the proxies whose word is believed. */
  isProxy({ ip }: CallerAddress): boolean {
    const address = parse(ip);
    return address !== null && this.#isTrusted(address);
  }

  /** The last address that none of our proxies has: what stands before it may be invented. */
  #forwarded(peer: CallerAddress, forwarded: string | string[]): CallerAddress {
    let nearest = parse(peer.ip);
    if (!nearest || !this.#isTrusted(nearest)) return peer;
    const entries = String(forwarded).split(',').slice(-FORWARDED_ENTRIES_MAX).reverse();
    for (const entry of entries) {
      const address = parse(withoutPort(entry.trim()));
      if (!address) break;
      nearest = address;
      if (!this.#isTrusted(address)) break;
    }
    return callerAddress(nearest);
  }

  #isTrusted(address: Address): boolean {
    return this.#trusted.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  }

  #warnOnce(): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#onForwarded();
  }
}

function rangeOf(text: string): [Address, number] {
  if (!text.includes('/')) {
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  const [network, bits] = ipaddr.parseCIDR(text);
  if (network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96) {
    return [network.toIPv4Address(), bits - 96];
  }
  return [network, bits];
}

function parse(text: string): Address | null {
  return ipaddr.isValid(text) && !/^\d+$/.test(text) ? ipaddr.process(text) : null;
}

/** `192.0.2.1:4711`, `[2001:db8::1]:4711` and `[2001:db8::1]` occur besides plain addresses. */
function withoutPort(text: string): string {
  const match = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text);
  return match?.[1] ?? text;
}

function callerAddress(address: Address): CallerAddress {
  const ip = address.toString();
  return { ip, limitKey: hostKey(ip) };
}
