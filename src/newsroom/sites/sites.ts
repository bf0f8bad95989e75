/** Pages of others, read as a good guest reads them: robots.txt is honoured, and a host is asked once a second. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CallerGoneError } from '../../kernel/chain.ts';
import { withSignal } from '../../kernel/context.ts';
import { FareboxError } from '../../kernel/errors.ts';
import { UpstreamFailure } from '../../kernel/failure.ts';
import { createReasonError } from '../../kernel/reasons.ts';
import type { RequestContext } from '../../providers/shared/exchange.ts';
import { allowingRobots, parseRobots, type Robots } from '../../providers/shared/robots.ts';
import { fetchPage, type VisitOptions, type WebPage } from '../../providers/shared/web.ts';

declare module '../../kernel/context.ts' {
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

class PoliteSites implements Sites {
  /** When each host may be asked next, on this machine's steady clock. */
  readonly #turns = new Map<string, number>();
  readonly #robots = new Map<string, KeptRobots>();
  readonly #fetchMs: number;

  constructor(fetchMs: number) {
    this.#fetchMs = fetchMs;
  }

  async fetch(url: string, ctx: RequestContext, options: SiteOptions = {}): Promise<WebPage> {
    const first = URL.parse(url);
    let host = first?.host ?? '';
    let hops = 0;
    const admitVisit = async (next: URL): Promise<void> => {
      host = next.host;
      if (hops++ > 0) await this.#prepareVisit(next, ctx);
    };
    try {
      // The time of the page does not run while we wait for our turn.
      if (first) await this.#prepareVisit(first, ctx);
      return await fetchPage(url, limitTime(ctx, this.#fetchMs), { ...options, admitVisit });
    } catch (thrown) {
      throw explainVisit(thrown, host);
    }
  }

  async #prepareVisit(url: URL, ctx: RequestContext): Promise<void> {
    const robots = await this.#readRobots(url.origin, ctx);
    if (!robots.allows(`${url.pathname}${url.search}`)) {
      throw createReasonError('url_blocked', { message: ROBOTS_REFUSAL });
    }
    await this.#waitForTurn(url.host, ctx);
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
    const options = { accept: 'text/plain', admitVisit: ({ host }: URL) => this.#waitForTurn(host, ctx) };
    try {
      const { source } = await fetchPage(`${origin}/robots.txt`, limitTime(ctx, this.#fetchMs), options);
      return parseRobots(Buffer.from(source.bytes).toString('utf8'), AGENT);
    } catch (thrown) {
      const status = readStatus(thrown);
      if (status !== null && status >= 400 && status < 500 && status !== 429) return allowingRobots;
      throw thrown;
    }
  }

  async #waitForTurn(host: string, ctx: RequestContext): Promise<void> {
    const nowMs = performance.now();
    const atMs = Math.max(nowMs, this.#turns.get(host) ?? 0);
    const waitMs = atMs - nowMs;
    if (waitMs > WAIT_MS_MAX) throw new FareboxError('OVERLOADED', { retryAfterSeconds: WAIT_MS_MAX / 1_000 });
    if (this.#turns.size >= HOSTS_MAX) this.#forgetPastTurns(nowMs);
    this.#turns.set(host, atMs + GAP_MS);
    if (waitMs === 0) return;
    await sleep(waitMs, undefined, { signal: ctx.signal }).catch((thrown: unknown) => {
      throw ctx.callerGone.aborted ? new CallerGoneError() : new UpstreamFailure('timeout', 'web', { cause: thrown });
    });
  }

  #forgetPastTurns(nowMs: number): void {
    for (const [host, atMs] of this.#turns) if (atMs <= nowMs) this.#turns.delete(host);
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

/** What callers are told: addresses that may not be read are theirs to change, all else is the site's failure. */
export function explainVisit(thrown: unknown, host: string): unknown {
  const isRefusal = thrown instanceof FareboxError && thrown.code === 'INVALID_INPUT';
  if (isRefusal) return thrown.facts.reason ? thrown : createReasonError('url_blocked', { cause: thrown });
  const isUnreadable = thrown instanceof FareboxError && thrown.code === 'UNREADABLE_TARGET';
  if (!isUnreadable && !(thrown instanceof UpstreamFailure)) return thrown;
  const status = readStatus(thrown);
  const details = { upstream: { host, status } };
  if (thrown instanceof UpstreamFailure && thrown.kind === 'timeout') {
    return new FareboxError('UPSTREAM_TIMEOUT', { message: 'The page did not answer in time', details, cause: thrown });
  }
  const message = status === null ? 'The page could not be read' : `The page answered with the HTTP status ${status}`;
  return new FareboxError('UPSTREAM_FAILED', { message, details, cause: thrown });
}
