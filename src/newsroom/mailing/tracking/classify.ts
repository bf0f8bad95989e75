/**
 * Distinguishes people from machines (newsroom.md §8.5). All hits of an email are judged together, since a later one
 * can reveal what an earlier one was; each new hit triggers a new judgment.
 */
import { GATEWAY_NETWORKS, IMAGE_PROXIES, MACHINE_AGENTS, PRIVACY_PROXY } from './agents.ts';
import { createNetworks } from './gateways.ts';

export interface Hit {
  kind: 'open' | 'click';
  /** The link that nobody sees. */
  isTrap: boolean;
  method: string;
  userAgent: string;
  /** Whole or as `shortenAddress` gives it; null when unknown. */
  address: string | null;
  /** Milliseconds since 1970. */
  at: number;
  /** Where the click leads; null for the pixel. */
  url: string | null;
}

export interface MailDetails {
  /** Milliseconds since 1970; null while the mail is not sent. */
  sentAt: number | null;
  transport: 'smtp' | 'outbox';
}

export type ActorClass = 'human' | 'machine' | 'unknown';

export interface Judgement {
  actorClass: ActorClass;
  /** Names of the rules that apply; none for `human`. */
  reasons: string[];
}

const SOON_MS = 10_000;
const BURST_MS = 5_000;
const BURST_LINKS = 3;
const TRAP_MS = 60_000;

/** Context of a rule: a hit among those of its email. */
interface Scene {
  hit: Hit;
  mail: MailDetails | null;
  isInBurst: boolean;
  isNearTrap: boolean;
}

interface Rule {
  reason: string;
  says: Exclude<ActorClass, 'human'>;
  kinds: readonly Hit['kind'][];
  applies(scene: Scene): boolean;
}

const BOTH = ['open', 'click'] as const;
const gateways = createNetworks(Object.values(GATEWAY_NETWORKS).flat());

const RULES: readonly Rule[] = [
  { reason: 'head', says: 'machine', kinds: BOTH, applies: ({ hit }) => hit.method === 'HEAD' },
  { reason: 'no_agent', says: 'machine', kinds: BOTH, applies: ({ hit }) => hit.userAgent.trim() === '' },
  {
    reason: 'machine_agent',
    says: 'machine',
    kinds: BOTH,
    applies: ({ hit }) => !isImageProxy(hit) && MACHINE_AGENTS.some((agent) => agent.test(hit.userAgent)),
  },
  { reason: 'privacy_proxy', says: 'machine', kinds: ['open'], applies: ({ hit }) => hit.userAgent === PRIVACY_PROXY },
  { reason: 'too_soon', says: 'machine', kinds: BOTH, applies: isTooSoon },
  { reason: 'burst', says: 'machine', kinds: ['click'], applies: ({ isInBurst }) => isInBurst },
  { reason: 'trap', says: 'machine', kinds: BOTH, applies: ({ hit, isNearTrap }) => hit.isTrap || isNearTrap },
  {
    reason: 'gateway_network',
    says: 'machine',
    kinds: ['click'],
    applies: ({ hit }) => hit.address !== null && gateways.has(hit.address),
  },
  { reason: 'image_proxy', says: 'unknown', kinds: ['open'], applies: ({ hit }) => isImageProxy(hit) },
  { reason: 'not_sent', says: 'unknown', kinds: BOTH, applies: isEarly },
];

/** Judges the hits of one mail, in their order. `mail` is null for hits that belong to none: judge those one by one. */
export function classifyHits(hits: readonly Hit[], mail: MailDetails | null): Judgement[] {
  const bursts = findBursts(hits);
  const traps = hits.filter(({ isTrap }) => isTrap).map(({ at }) => at);
  traps.sort((one, other) => one - other);
  return hits.map((hit) =>
    judge({ hit, mail, isInBurst: bursts.has(hit), isNearTrap: measureDistance(traps, hit.at) <= TRAP_MS }),
  );
}

/** When the mail was first opened and clicked by somebody who may be a person; a click says that it was opened. */
export function findFirstHits(
  hits: readonly Hit[],
  judgements: readonly Judgement[],
): { openedAt: number | null; clickedAt: number | null } {
  const first = (kind: Hit['kind']): number | null =>
    hits.reduce<number | null>((earliest, hit, index) => {
      if (hit.kind !== kind || judgements[index]?.actorClass === 'machine') return earliest;
      return earliest === null || hit.at < earliest ? hit.at : earliest;
    }, null);
  const clickedAt = first('click');
  return { openedAt: first('open') ?? clickedAt, clickedAt };
}

/** Whether an event may say whose mail it belongs to. `optsOut`: the request asks not to be tracked (`DNT`, `Sec-GPC`). */
export function keepsMail(kind: Hit['kind'], optsOut: boolean, hasIndividualTracking: boolean): boolean {
  return hasIndividualTracking && !(kind === 'open' && optsOut);
}

function judge(scene: Scene): Judgement {
  const rules = RULES.filter(({ kinds, applies }) => kinds.includes(scene.hit.kind) && applies(scene));
  const isMachine = rules.some(({ says }) => says === 'machine');
  const actorClass = isMachine ? 'machine' : rules.length > 0 ? 'unknown' : 'human';
  return { actorClass, reasons: rules.filter(({ says }) => says === actorClass).map(({ reason }) => reason) };
}

function isImageProxy({ userAgent }: Hit): boolean {
  return IMAGE_PROXIES.some((proxy) => proxy.test(userAgent));
}

function isTooSoon({ hit, mail }: Scene): boolean {
  if (mail?.transport !== 'smtp' || mail.sentAt === null) return false;
  return hit.at >= mail.sentAt && hit.at - mail.sentAt <= SOON_MS;
}

function isEarly({ hit, mail }: Scene): boolean {
  return mail !== null && (mail.sentAt === null || hit.at < mail.sentAt);
}

/** Clicks among which there are enough different links within a short time. */
function findBursts(hits: readonly Hit[]): Set<Hit> {
  const clicks = hits.filter(({ kind }) => kind === 'click').sort((one, other) => one.at - other.at);
  const bursts = new Set<Hit>();
  const links = new Map<string | null, number>();
  let start = 0;
  let marked = 0;
  for (const [end, click] of clicks.entries()) {
    links.set(click.url, (links.get(click.url) ?? 0) + 1);
    for (let first = clicks[start]; first && click.at - first.at > BURST_MS; first = clicks[++start]) {
      const left = (links.get(first.url) ?? 1) - 1;
      if (left === 0) links.delete(first.url);
      else links.set(first.url, left);
    }
    if (links.size < BURST_LINKS) continue;
    for (const one of clicks.slice(Math.max(start, marked), end + 1)) bursts.add(one);
    marked = end + 1;
  }
  return bursts;
}

/** Distance to the nearest of some sorted times; infinite if there is none. */
function measureDistance(times: readonly number[], at: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return Math.min(...[times[low - 1], times[low]].map((time) => (time === undefined ? Infinity : Math.abs(time - at))));
}
