/** Determines the client address that a request is counted under. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { toHostKey } from '../../lib/network.ts';

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
    this.#trusted = trusted.map(parseRange);
    this.#onForwarded = onForwarded;
  }

  /** `peer`: who opened the request's connection. */
  findCaller(req: IncomingMessage, peer: CallerAddress): CallerAddress {
    const forwarded = req.headers['x-forwarded-for'];
    if (forwarded === undefined) return peer;
    if (this.#trusted.length === 0) {
      this.#warnOnce();
      return peer;
    }
    return this.#followForwarded(peer, forwarded);
  }

  readPeer(socket: Socket): CallerAddress {
    const address = parseAddress(socket.remoteAddress ?? '');
    return address ? createCallerAddress(address) : { ip: 'unknown', limitKey: 'unknown' };
  }

  /** One of the proxies whose word is believed. */
  isProxy({ ip }: CallerAddress): boolean {
    const address = parseAddress(ip);
    return address !== null && this.#isTrusted(address);
  }

  /** The last address that none of our proxies has: what stands before it may be invented. */
  #followForwarded(peer: CallerAddress, forwarded: string | string[]): CallerAddress {
    let nearest = parseAddress(peer.ip);
    if (!nearest || !this.#isTrusted(nearest)) return peer;
    const entries = String(forwarded).split(',').slice(-FORWARDED_ENTRIES_MAX).reverse();
    for (const entry of entries) {
      const address = parseAddress(removePort(entry.trim()));
      if (!address) break;
      nearest = address;
      if (!this.#isTrusted(address)) break;
    }
    return createCallerAddress(nearest);
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

function parseRange(text: string): [Address, number] {
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

function parseAddress(text: string): Address | null {
  return ipaddr.isValid(text) && !/^\d+$/.test(text) ? ipaddr.process(text) : null;
}

/** `192.0.2.1:4711`, `[2001:db8::1]:4711` and `[2001:db8::1]` occur besides plain addresses. */
function removePort(text: string): string {
  const match = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text);
  return match?.[1] ?? text;
}

function createCallerAddress(address: Address): CallerAddress {
  const ip = address.toString();
  return { ip, limitKey: toHostKey(ip) };
}
