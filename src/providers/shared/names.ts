/**
 * Addresses of the hosts that callers name. Node's own look-up runs in the few threads that everything else needs as well
 * (files, compression, the look-ups of upstreams): a dozen names whose servers keep silent would stop all of it. These are
 * asked over sockets of their own, a few at once for one caller.
 */
import { Resolver } from 'node:dns/promises';
import { type Leave, type TurnOwner, Turns, untilAborted } from '../../kernel/threads/turns.ts';
import { HostsFile } from './network/hosts-file.ts';

/** All addresses of a name; an empty list for a name without any. Throws an error with `code` ENOTFOUND or EAI_AGAIN. */
export type ResolveName = (name: string, turnOwner?: TurnOwner) => Promise<readonly string[]>;

export interface NameResolverOptions {
  /** Addresses of name servers, with a port where it is not 53. Default: those of the system. */
  servers?: readonly string[];
  /** Default: that of the system. */
  hostsFile?: string;
  /** The longest one look-up may take. */
  timeoutMs?: number;
}

const AT_ONCE = 64;
/** Places that are kept for callers who pay. */
const FREE_AT_ONCE = 48;
const AT_ONCE_PER_OWNER = 8;
const WAITING_MAX = 512;
const WAITING_MAX_PER_OWNER = 64;
/** One question to one server, before it is asked again. */
const QUESTION_MS = 2_000;
const QUESTIONS = 2;
/** An address is believed for so long, so that the connection need not ask again what was checked before it. */
const KEPT_MS = 10_000;
const KEPT_MAX = 1_000;
/** A resolver reads the system's name servers when it is made, and these may change. */
const RESOLVER_MS_MAX = 60_000;

/** Of a connection that is opened anew after its caller's look-up: nobody waits with it in line. */
const nobody: TurnOwner = { share: { owner: 'connections', isPaid: true }, signal: new AbortController().signal };

export function createNameResolver(options: NameResolverOptions = {}): ResolveName {
  const names = new Names(options);
  return (name, turnOwner) => names.resolve(name, turnOwner ?? nobody);
}

class Names {
  readonly #servers: readonly string[];
  readonly #timeoutMs: number;
  readonly #hosts: HostsFile;
  readonly #turns = new Turns({
    atOnce: AT_ONCE,
    freeAtOnce: FREE_AT_ONCE,
    atOncePerOwner: AT_ONCE_PER_OWNER,
    waitingMax: WAITING_MAX,
    waitingMaxPerOwner: WAITING_MAX_PER_OWNER,
  });
  readonly #kept = new Map<string, { addresses: readonly string[]; untilMs: number }>();
  readonly #underWay = new Map<string, Promise<readonly string[]>>();
  /** Each asks one name at a time, so that one can be given up without the others. */
  readonly #idle: { resolver: Resolver; untilMs: number }[] = [];

  constructor({ servers = [], hostsFile, timeoutMs = 5_000 }: NameResolverOptions) {
    this.#servers = servers;
    this.#timeoutMs = timeoutMs;
    this.#hosts = new HostsFile(hostsFile);
  }

  async resolve(hostname: string, turnOwner: TurnOwner): Promise<readonly string[]> {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const addresses = this.#hosts.find(name) ?? this.#findKept(name);
    if (addresses) return addresses;
    const leave = await this.#turns.take(turnOwner);
    return await untilAborted(this.#lookUp(name, leave), turnOwner.signal);
  }

  /** The place is free again when the look-up has ended, not when its caller has left. */
  async #lookUp(name: string, leave: Leave): Promise<readonly string[]> {
    try {
      const addresses = this.#findKept(name);
      if (addresses) return addresses;
      const underWay = this.#underWay.get(name) ?? this.#ask(name);
      this.#underWay.set(name, underWay);
      return await underWay;
    } finally {
      leave();
    }
  }

  async #ask(name: string): Promise<readonly string[]> {
    const own = this.#takeResolver();
    const timer = setTimeout(() => own.resolver.cancel(), this.#timeoutMs);
    try {
      const answers = await Promise.allSettled([own.resolver.resolve4(name), own.resolver.resolve6(name)]);
      const addresses = readAddresses(name, answers);
      this.#keep(name, addresses);
      return addresses;
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(name);
      if (own.untilMs > Date.now()) this.#idle.push(own);
    }
  }

  #takeResolver(): { resolver: Resolver; untilMs: number } {
    for (let own = this.#idle.pop(); own; own = this.#idle.pop()) if (own.untilMs > Date.now()) return own;
    const resolver = new Resolver({ timeout: QUESTION_MS, tries: QUESTIONS });
    if (this.#servers.length > 0) resolver.setServers(this.#servers);
    return { resolver, untilMs: Date.now() + RESOLVER_MS_MAX };
  }

  #findKept(name: string): readonly string[] | undefined {
    const entry = this.#kept.get(name);
    if (entry && entry.untilMs > Date.now()) return entry.addresses;
    this.#kept.delete(name);
    return undefined;
  }

  #keep(name: string, addresses: readonly string[]): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(name, { addresses, untilMs: Date.now() + KEPT_MS });
  }
}

type Answers = readonly PromiseSettledResult<readonly string[]>[];

/** Of each family in turn, so that the first few that are tried hold both. */
function readAddresses(name: string, answers: Answers): readonly string[] {
  const families = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const most = Math.max(...families.map(({ length }) => length));
  const addresses = Array.from({ length: most }, (_, at) => families.flatMap((family) => family.slice(at, at + 1)));
  if (most > 0) return addresses.flat();
  const codes = answers.map((answer) => (answer.status === 'rejected' ? readCode(answer.reason) : 'ENODATA'));
  const isKnownAbsent = codes.every((code) => absentCodes.has(code));
  const code = isKnownAbsent ? 'ENOTFOUND' : 'EAI_AGAIN';
  throw Object.assign(new Error(`${name}: ${codes.join(', ')}`), { code });
}

/** The name servers say that there is no such name, or it can't be one. */
const absentCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

function readCode(reason: unknown): string {
  return reason instanceof Error && 'code' in reason ? String(reason.code) : '';
}
