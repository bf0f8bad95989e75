/**
 * Links in mails as they are fetched. The answer never waits for the database: what was seen is written a little later, and
 * where a link may lead is remembered.
 */
import { LRUCache } from 'lru-cache';
import { toHostKey } from '../../kernel/network.ts';
import type { Limiter, Log } from '../../kernel/ports.ts';
import type { LedgerHandle } from '../../ledger/handle.ts';
import { type ClickTargets, readHost, resolveClickTarget } from './links.ts';
import { shortenAddress } from './networks.ts';
import { findClickTargets } from './reads.ts';
import { type EventPurpose, type SigningKeys, verifyEvent } from './signatures.ts';
import { type NewHit, recordHits } from './writes.ts';

declare module '../../kernel/context.ts' {
  interface Services {
    tracking: Tracking;
  }
}

/** What a request says of whoever made it. */
export interface Visit {
  ip: string;
  userAgent: string;
  /** `DNT: 1` or `Sec-GPC: 1`. */
  optsOut: boolean;
}

export interface Tracking {
  readonly keys: SigningKeys;
  /** `LINK_LEGACY_SECRET`; null: old links are not accepted. */
  readonly legacySecret: string | null;
  readonly keptMs: number;
  /** Returns at once. `signature`: `e`; absent: nobody says whose mail it is. A wrong one is not stored. */
  recordOpen(articleId: number, signature: string | undefined, visit: Visit): void;
  recordClick(articleId: number, signature: string | undefined, url: string, visit: Visit): void;
  /** Where a click may lead; `forbidden`: nowhere. `absent`: no address is asked for, and there is no such article. */
  resolve(articleId: number, url: string): Promise<{ target: string } | 'forbidden' | 'absent'>;
  close(): Promise<void>;
}

export interface TrackingOptions {
  ledger: Pick<LedgerHandle, 'db' | 'write'>;
  keys: SigningKeys;
  limiter: Limiter;
  baseUrl: string;
  /** `CLICK_HOSTS` */
  clickHosts: readonly string[];
  legacySecret: string | null;
  keptDays: number;
  log: Log;
}

const BUFFER_MAX = 10_000;
const FLUSH_MS = 1_000;
/** Hits of one write. */
const PORTION = 100;
const HITS_PER_MINUTE = 600;
const AGENT_CHARS_MAX = 300;
const URL_CHARS_MAX = 2_000;
const ARTICLES_MAX = 2_000;
/** A host that a mail has just brought is known everywhere within this time. */
const TARGETS_MS = 5_000;
const DAY_MS = 86_400_000;

interface KnownTargets {
  url: string | null;
  hosts: ReadonlySet<string>;
  at: number;
}

export function openTracking(options: TrackingOptions): Tracking {
  return new LinkTracking(options);
}

class LinkTracking implements Tracking {
  readonly keys: SigningKeys;
  readonly legacySecret: string | null;
  readonly keptMs: number;
  readonly #options: TrackingOptions;
  readonly #ownHosts: ReadonlySet<string>;
  readonly #targets = new LRUCache<number, KnownTargets>({ max: ARTICLES_MAX });
  #buffer: NewHit[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #dropped = 0;

  constructor(options: TrackingOptions) {
    this.#options = options;
    this.keys = options.keys;
    this.legacySecret = options.legacySecret;
    this.keptMs = options.keptDays * DAY_MS;
    this.#ownHosts = new Set([options.baseUrl, ...options.clickHosts].flatMap((host) => readHost(host) ?? []));
  }

  recordOpen(articleId: number, signature: string | undefined, visit: Visit): void {
    this.#record({ kind: 'open', articleId, purposes: ['open'], signature, url: null }, visit);
  }

  recordClick(articleId: number, signature: string | undefined, url: string, visit: Visit): void {
    const target = url.slice(0, URL_CHARS_MAX);
    this.#record({ kind: 'click', articleId, purposes: ['click', 'trap'], signature, url: target }, visit);
  }

  async resolve(articleId: number, url: string): Promise<{ target: string } | 'forbidden' | 'absent'> {
    const allowed = await this.#findTargets(articleId);
    if (url === '') return allowed?.url ? { target: allowed.url } : 'absent';
    const own = allowed?.url ? readHost(allowed.url) : null;
    const hosts = new Set([...this.#ownHosts, ...(allowed?.hosts ?? []), ...(own === null ? [] : [own])]);
    const targets: ClickTargets = { baseUrl: this.#options.baseUrl, hosts };
    const target = resolveClickTarget(url, targets);
    return target === null ? 'forbidden' : { target };
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#flush();
  }

  /** What was known before counts while the database is away. */
  async #findTargets(articleId: number): Promise<KnownTargets | undefined> {
    const targets = this.#targets.get(articleId);
    if (targets && Date.now() - targets.at < TARGETS_MS) return targets;
    try {
      const rows = await findClickTargets(this.#options.ledger.db, articleId);
      if (!rows) return undefined;
      const page = rows.isPublic ? `${this.#options.baseUrl}/v1/articles/${articleId}` : null;
      const fresh = { url: rows.url ?? page, hosts: new Set(rows.hosts), at: Date.now() };
      this.#targets.set(articleId, fresh);
      return fresh;
    } catch (thrown) {
      if (targets) return targets;
      throw thrown;
    }
  }

  #record(
    hit: {
      kind: NewHit['kind'];
      articleId: number;
      purposes: readonly EventPurpose[];
      signature: string | undefined;
      url: string | null;
    },
    { ip, userAgent, optsOut }: Visit,
  ): void {
    const { kind, articleId, purposes, signature, url } = hit;
    let mailId: number | null = null;
    let isTrap = false;
    if (signature !== undefined && signature !== '') {
      const purpose = purposes.find((one) => verifyEvent(this.keys, one, articleId, signature) !== null);
      if (purpose === undefined) return;
      mailId = verifyEvent(this.keys, purpose, articleId, signature);
      isTrap = purpose === 'trap';
    }
    const newHit: NewHit = {
      kind,
      articleId,
      mailId,
      optsOut,
      isTrap,
      method: 'GET',
      userAgent: userAgent.slice(0, AGENT_CHARS_MAX).toWellFormed(),
      address: shortenAddress(ip),
      at: Date.now(),
      url,
    };
    void this.#admit(ip).then((isAdmitted) => isAdmitted && this.#keep(newHit));
  }

  async #admit(ip: string): Promise<boolean> {
    try {
      return (await this.#options.limiter.consume(`hits ${toHostKey(ip)}`, HITS_PER_MINUTE, 60)).isAllowed;
    } catch {
      return false;
    }
  }

  #keep(hit: NewHit): void {
    if (this.#buffer.length >= BUFFER_MAX) {
      this.#dropped++;
      return;
    }
    this.#buffer.push(hit);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#flushing = this.#flushing.then(() => this.#flush());
    }, FLUSH_MS).unref();
  }

  async #flush(): Promise<void> {
    const { ledger, log } = this.#options;
    const hits = this.#buffer;
    this.#buffer = [];
    try {
      while (hits.length > 0) {
        await ledger.write(recordHits, { hits: hits.slice(0, PORTION) });
        hits.splice(0, PORTION);
      }
    } catch (err) {
      const room = Math.max(0, BUFFER_MAX - this.#buffer.length);
      this.#dropped += Math.max(0, hits.length - room);
      for (const hit of hits.slice(0, room)) this.#keep(hit);
      log.warn({ err, waiting: hits.length }, 'opens and clicks could not be stored; it is tried again');
    }
    if (this.#dropped > 0) log.warn({ dropped: this.#dropped }, 'opens and clicks were dropped: too many waited');
    this.#dropped = 0;
  }
}
