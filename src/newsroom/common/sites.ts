/**
 * Fetches pages of other sites politely: robots.txt is honored, and each host gets one request at a time, once per
 * second.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { describeWait, UpstreamFailure } from '../../kernel/errors/failure.ts';
import { createReasonError } from '../../kernel/errors/reasons.ts';
import { type Leave, Turns } from '../../kernel/threads/turns.ts';
import { CallerGoneError } from '../../kernel/tool/chain.ts';
import { withSignal } from '../../kernel/tool/context.ts';
import { runOnce } from '../../lib/memoize.ts';
import type { RequestContext } from '../../providers/shared/network/exchange.ts';
import { allowingRobots, parseRobots, type Robots } from '../../providers/shared/network/robots.ts';
import { fetchPage, type VisitOptions, type WebPage } from '../../providers/shared/search/web.ts';

declare module '../../kernel/tool/context.ts' {
  interface Services {
    sites: Sites;
  }
}

export type SiteOptions = Pick<VisitOptions, 'accept' | 'ifNoneMatch' | 'ifModifiedSince'>;

export interface Sites {
  /**
   * A page at an address that a caller or a page has named. Throws INVALID_INPUT (`url_blocked`), UPSTREAM_FAILED or
   * UPSTREAM_TIMEOUT with `upstream`: its host and status; OVERLOADED when too many wait for the host.
   */
  fetch(url: string, ctx: RequestContext, options?: SiteOptions): Promise<WebPage>;
}

/** Said of what robots.txt keeps us from. */
export const ROBOTS_REFUSAL = 'The robots.txt of this site does not allow this URL';
/** As robots.txt names us. */
const AGENT = 'farebox';
const GAP_MS = 1_000;
const WAIT_MS_MAX = 20_000;
/** The longest pause that a host can ask for. */
const PAUSE_MS_MAX = 3_600_000;
const WAITING_MAX = 20;
const FETCH_MS = 10_000;
const ROBOTS_MS = 3_600_000;
const HOSTS_MAX = 5_000;

/** `fetchMs`: the longest one page may take. */
export function openSites({ fetchMs = FETCH_MS }: { fetchMs?: number } = {}): Sites {
  return new PoliteSites(fetchMs);
}

interface KeptRobots {
  robots: Robots;
  untilMs: number;
}

/** Visitors of a host: the present one and those that wait. */
interface Host {
  turns: Turns;
  visitors: number;
  /** When it may be asked next, on this machine's steady clock. */
  nextMs: number;
}

class PoliteSites implements Sites {
  readonly #hosts = new Map<string, Host>();
  readonly #robots = new Map<string, KeptRobots>();
  readonly #fetchMs: number;

  constructor(fetchMs: number) {
    this.#fetchMs = fetchMs;
  }

  async fetch(url: string, ctx: RequestContext, options: SiteOptions = {}): Promise<WebPage> {
    let host = URL.parse(url)?.host ?? '';
    try {
      return await this.#visit(url, ctx, options, async (next) => {
        host = next.host;
        const robots = await this.#readRobots(next.origin, ctx);
        if (!robots.allows(`${next.pathname}${next.search}`)) {
          throw createReasonError('url_blocked', { message: ROBOTS_REFUSAL });
        }
      });
    } catch (thrown) {
      throw explainVisit(thrown, host);
    }
  }

  /** Waits for a turn at each host on the way, and gives it back when the next one or the page is reached. */
  async #visit(
    url: string,
    ctx: RequestContext,
    options: SiteOptions,
    check: (next: URL) => Promise<void>,
  ): Promise<WebPage> {
    let leave: Leave = () => {};
    let visited = '';
    const moveTo = async (next: URL): Promise<void> => {
      leave();
      visited = next.host;
      await check(next);
      leave = await this.#enter(next.host, ctx);
    };
    try {
      const first = URL.parse(url);
      let hops = 0;
      // The time of the page does not run while we wait for our turn.
      if (first) await moveTo(first);
      const admitVisit = async (next: URL): Promise<void> => {
        if (hops++ > 0) await moveTo(next);
      };
      return await fetchPage(url, limitTime(ctx, this.#fetchMs), { ...options, admitVisit });
    } catch (thrown) {
      const waitMs = thrown instanceof UpstreamFailure ? (thrown.facts.retryAfterMs ?? 0) : 0;
      const host = this.#hosts.get(visited);
      if (host) host.nextMs = Math.max(host.nextMs, performance.now() + Math.min(waitMs, PAUSE_MS_MAX));
      throw thrown;
    } finally {
      leave();
    }
  }

  async #readRobots(origin: string, ctx: RequestContext): Promise<Robots> {
    const cached = this.#robots.get(origin);
    if (cached && cached.untilMs > performance.now()) return cached.robots;
    const robots = await this.#fetchRobots(origin, ctx);
    if (this.#robots.size >= HOSTS_MAX) this.#robots.clear();
    this.#robots.set(origin, { robots, untilMs: performance.now() + ROBOTS_MS });
    return robots;
  }

  /** A site that has none, or shows us none, allows everything; one whose server fails is left alone. */
  async #fetchRobots(origin: string, ctx: RequestContext): Promise<Robots> {
    try {
      const { source } = await this.#visit(`${origin}/robots.txt`, ctx, { accept: 'text/plain' }, async () => {});
      return parseRobots(Buffer.from(source.bytes).toString('utf8'), AGENT);
    } catch (thrown) {
      const status = readStatus(thrown);
      if (status !== null && status >= 400 && status < 500 && status !== 429) return allowingRobots;
      throw thrown;
    }
  }

  async #enter(name: string, ctx: RequestContext): Promise<Leave> {
    const host = this.#getHost(name);
    const pausedMs = host.nextMs - performance.now();
    if (pausedMs > WAIT_MS_MAX) throw new UpstreamFailure('parked', 'web', { retryAfterMs: pausedMs });
    const tooLate = AbortSignal.timeout(WAIT_MS_MAX);
    const signal = AbortSignal.any([ctx.signal, tooLate]);
    host.visitors++;
    let leaveTurn: Leave = () => {};
    const leave = (): void => {
      leaveTurn();
      host.visitors--;
    };
    try {
      leaveTurn = await host.turns.take({ share: ctx.share, signal });
      await sleep(Math.max(0, host.nextMs - performance.now()), undefined, { signal });
      host.nextMs = performance.now() + GAP_MS;
      return runOnce(leave);
    } catch (thrown) {
      leave();
      if (!signal.aborted) throw thrown;
      if (ctx.callerGone.aborted) throw new CallerGoneError();
      if (ctx.signal.aborted) throw new UpstreamFailure('timeout', 'web', { cause: thrown });
      throw new FareboxError('OVERLOADED', { retryAfterSeconds: WAIT_MS_MAX / 1_000 });
    }
  }

  #getHost(name: string): Host {
    const known = this.#hosts.get(name);
    if (known) return known;
    if (this.#hosts.size >= HOSTS_MAX) this.#forgetIdleHosts();
    const host = { turns: new Turns({ atOnce: 1, waitingMax: WAITING_MAX }), visitors: 0, nextMs: 0 };
    this.#hosts.set(name, host);
    return host;
  }

  #forgetIdleHosts(): void {
    const nowMs = performance.now();
    for (const [name, { visitors, nextMs }] of this.#hosts) {
      if (visitors === 0 && nextMs <= nowMs) this.#hosts.delete(name);
    }
  }
}

function limitTime(ctx: RequestContext, ms: number): RequestContext {
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(ms)]);
  return withSignal({ ...ctx, deadlineMs: Math.min(ctx.deadlineMs, Date.now() + ms) }, signal);
}

/** The HTTP status that a page could not be read for; null where it was something else. */
function readStatus(thrown: unknown): number | null {
  const failure = thrown instanceof FareboxError ? thrown.facts.cause : thrown;
  return failure instanceof UpstreamFailure ? (failure.facts.status ?? null) : null;
}

/** Error for callers: an address that may not be read is theirs to change, everything else is the site's failure. */
export function explainVisit(thrown: unknown, host: string): unknown {
  const isRefusal = thrown instanceof FareboxError && thrown.code === 'INVALID_INPUT';
  if (isRefusal) return thrown.facts.reason ? thrown : createReasonError('url_blocked', { cause: thrown });
  const isUnreadable = thrown instanceof FareboxError && thrown.code === 'UNREADABLE_TARGET';
  if (!isUnreadable && !(thrown instanceof UpstreamFailure)) return thrown;
  const status = readStatus(thrown);
  const details = { upstream: { host, status } };
  if (thrown instanceof UpstreamFailure && thrown.kind === 'timeout') {
    return new FareboxError('UPSTREAM_TIMEOUT', {
      message: 'The page did not respond in time',
      details,
      cause: thrown,
    });
  }
  const message = status === null ? 'The page could not be read' : `The page returned HTTP status ${status}`;
  const wait = thrown instanceof UpstreamFailure ? describeWait(thrown) : {};
  return new FareboxError('UPSTREAM_FAILED', { message, details, ...wait, cause: thrown });
}
