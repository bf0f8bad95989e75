/**
 * Guards outgoing connections to addresses that callers name. Everything but public unicast is refused: as written, as
 * resolved (every address of the name), and as connected, so that DNS can't change in between.
 */

import { lookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import type { FareboxError } from '../../../kernel/errors/errors.ts';
import { ownShare, type TurnOwner, Turns } from '../../../kernel/threads/turns.ts';
import { createInvalidInputError } from '../../../kernel/tool/input.ts';
import { createNoHostError, explainLookUp } from '../look-up.ts';
import { createNameResolver, type ResolveName } from '../names.ts';

export interface AddressGuard {
  /**
   * As it is written: scheme, credentials, port, literal address, reserved name. Throws INVALID_INPUT, and
   * UNREADABLE_TARGET for a name that can't exist.
   */
  admitWritten(url: URL): void;
  /**
   * As it is written and as it resolves now. Throws INVALID_INPUT, UNREADABLE_TARGET for a host that does not exist,
   * OVERLOADED when too many names are looked up, and UpstreamFailure `unreachable` when nobody knows.
   */
  admit(url: URL, owner?: TurnOwner): Promise<void>;
  /** Looks the name up as one of this caller's, so that `connect` finds it known. Throws what the resolver throws. */
  prepare(url: URL, owner: TurnOwner): Promise<void>;
  /** Connects only to an address that was checked; for undici's Agent. */
  connect: buildConnector.connector;
}

export interface AddressGuardOptions {
  /** `name` or `name:port` (IPv6 in brackets) that callers may name although it is not public; the operator's list. */
  allowHosts?: readonly string[];
  resolve?: ResolveName;
  /** Opens the connection to an address that was checked; default undici's. */
  dial?: buildConnector.connector;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** There are four threads by default. */
const SYSTEM_LOOK_UPS_MAX = 2;
const SYSTEM_LOOK_UPS_WAITING_MAX = 64;
/** Addresses of one name that are tried before giving up. */
const ADDRESSES_TRIED_MAX = 3;
/** Public by its number, but the host's own control service (Azure). */
const platformAddresses = new Set(['168.63.129.16']);
const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|onion)$/;
/** Promised never to exist (RFC 6761, 6.4): nobody is asked. */
const absentNames = /\.invalid\.?$/;
/** Ports from 1024 that carry other protocols: the list browsers refuse (WHATWG fetch, "bad port"). */
const otherProtocols = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

export function createAddressGuard(options: AddressGuardOptions = {}): AddressGuard {
  const { allowHosts = [], resolve = createNameResolver() } = options;
  const allowed = new Set(allowHosts.map((host) => host.trim().toLowerCase()));
  const dial = options.dial ?? buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const dialAllowed = options.dial ?? buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: lookUpInTurn() });
  const isAllowed = (hostname: string, port: string): boolean =>
    allowed.has(hostname) || allowed.has(`${hostname}:${port}`);

  const resolvePublicAddresses = async (host: string, owner?: TurnOwner): Promise<readonly string[]> => {
    if (isIP(host)) return [host];
    const addresses = await resolve(host, owner);
    if (addresses.length === 0 || !addresses.every(isPublic)) throw createRefusal();
    return addresses;
  };

  const admitWritten = (url: URL): void => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw createRefusal('Use an http or https address');
    if (url.username || url.password) throw createRefusal('The address must not contain a user name or password');
    const host = stripBrackets(url.hostname);
    const port = readPort(url.protocol, url.port);
    if (isAllowed(url.hostname, port)) return;
    if (isIP(host) ? !isPublic(host) : isPrivateName(host)) throw createRefusal();
    if (absentNames.test(host)) throw createNoHostError();
    if (!isWebPort(Number(port))) throw createRefusal('This port is not allowed for web pages');
  };

  return {
    admitWritten,
    async admit(url, owner) {
      admitWritten(url);
      if (isAllowed(url.hostname, readPort(url.protocol, url.port))) return;
      try {
        await resolvePublicAddresses(stripBrackets(url.hostname), owner);
      } catch (thrown) {
        throw explainLookUp(thrown);
      }
    },
    async prepare(url, owner) {
      const host = stripBrackets(url.hostname);
      if (!isIP(host) && !isAllowed(url.hostname, readPort(url.protocol, url.port))) await resolve(host, owner);
    },
    connect(options, callback) {
      const { protocol } = options;
      const hostname = options.hostname.toLowerCase();
      const host = stripBrackets(hostname);
      const bracketed = isIP(host) === 6 ? `[${host}]` : host;
      if (isAllowed(bracketed, readPort(protocol, options.port))) return dialAllowed(options, callback);
      if (isIP(host) ? !isPublic(host) : isPrivateName(host)) return callback(createRefusal(), null);
      const servername = options.servername ?? (isIP(host) ? undefined : host);
      resolvePublicAddresses(host)
        .then((addresses) => connectFirst(dial, { ...options, ...(servername ? { servername } : {}) }, addresses))
        .then(
          (socket) => callback(null, socket),
          (thrown) => callback(thrown instanceof Error ? thrown : new Error(String(thrown)), null),
        );
    },
  };
}

/** Tries the checked addresses in turn; what connects is looked at once more. */
async function connectFirst(
  dial: buildConnector.connector,
  options: buildConnector.Options,
  addresses: readonly string[],
): Promise<Socket> {
  let last: unknown;
  for (const hostname of addresses.slice(0, ADDRESSES_TRIED_MAX)) {
    try {
      const socket = await connectOne(dial, { ...options, hostname });
      if (isPublic(socket.remoteAddress ?? '')) return socket;
      socket.destroy();
      throw createRefusal();
    } catch (thrown) {
      last = thrown;
    }
  }
  throw last;
}

function connectOne(dial: buildConnector.connector, options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    dial(options, (error, socket) => (socket ? resolve(socket) : reject(error ?? new Error('No socket'))));
  });
}

/**
 * Hosts that the operator allows are looked up as the system does it, with its search domains and whatever else it knows:
 * a few at once, since it does so in threads that everything else needs as well.
 */
function lookUpInTurn(): LookupFunction {
  const turns = new Turns({ atOnce: SYSTEM_LOOK_UPS_MAX, waitingMax: SYSTEM_LOOK_UPS_WAITING_MAX });
  return (name, options, callback) => {
    turns.take({ share: ownShare, signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) }).then(
      (leave) =>
        lookup(name, options, (error, address, family) => {
          leave();
          callback(error, address, family);
        }),
      (thrown) => callback(thrown, ''),
    );
  };
}

/** Public unicast, and not this machine's own: a firewall in front of it does not see what comes from inside. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || platformAddresses.has(parsed.toString())) return false;
  if (parsed.kind() === 'ipv6' && !parsed.match(ipaddr.parse('2000::'), 3)) return false;
  const own = Object.values(networkInterfaces()).flat();
  return !own.some((entry) => entry !== undefined && sameAddress(entry.address, parsed));
}

function sameAddress(text: string, parsed: ReturnType<typeof ipaddr.parse>): boolean {
  return ipaddr.isValid(text) && ipaddr.parse(text).toNormalizedString() === parsed.toNormalizedString();
}

/** Names that mean this machine or its network wherever they are asked, and names without a dot. */
function isPrivateName(host: string): boolean {
  const name = host.replace(/(?<!\.)\.+$/, '');
  return !name.includes('.') || privateNames.test(name);
}

/** 80, 443 and every port where people run web servers: below 1024 the rest carries mail, shells and name service. */
function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !otherProtocols.has(port));
}

function readPort(protocol: string, port: string): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

function stripBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function createRefusal(message = 'This address is not public and cannot be read'): FareboxError {
  return createInvalidInputError([{ path: 'url', message }]);
}
