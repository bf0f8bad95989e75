/**
 * Serves tracked links and pixels. The response never waits for the database: hits are stored a little later, and link
 * targets are cached.
 */
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../database/types.ts';
import type { Limiter, Log } from '../../../kernel/ports.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { toHostKey } from '../../../lib/network.ts';
import { truncate } from '../../../text/truncate.ts';
import { readClickTarget, readHost } from '../links/event-links.ts';
import { listTextLinks } from '../links/link-rewriter.ts';
import { type EventPurpose, type SigningKeys, verifyEvent } from '../links/signatures.ts';
import { shortenAddress } from './networks.ts';
import { findArticleLinks } from './reads.ts';
import { type NewHit, recordHits } from './writes.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    tracking: Tracking;
  }
}

/** Facts about a visitor's request. */
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
  /** `url`: the parameter of the link, empty for none; `target`: where the click was led. */
  recordClick(
    link: { articleId: number; signature: string | undefined; url: string; target: string },
    visit: Visit,
  ): void;
  resolve(articleId: number, url: string, signature: string | undefined): Promise<ClickDecision>;
  close(): Promise<void>;
}

/**
 * `target`: redirect there. `question`: neither the signature nor the published article names this URL, so ask first.
 * `forbidden`: no link may lead there. `absent`: no URL was given and the article doesn't exist.
 */
export type ClickDecision = { target: string } | { question: string } | 'forbidden' | 'absent';

export interface TrackingOptions {
  database: Pick<Database, 'db' | 'write'>;
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
const LINKS_OF_ARTICLE_MAX = 500;
/** A change of the article takes effect everywhere within this time. */
const TARGETS_MS = 5_000;

interface KnownTargets {
  /** The article's own URL. */
  url: string | null;
  /** URLs that unsigned clicks may lead to, exactly as the published article spells them. */
  urls: ReadonlySet<string>;
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
    this.#record({ kind: 'open', articleId, purposes: ['open'], signature, signedUrl: undefined, url: null }, visit);
  }

  recordClick({ articleId, signature, url, target }: Parameters<Tracking['recordClick']>[0], visit: Visit): void {
    const signed = { signature, signedUrl: url === '' ? undefined : url };
    const shortened = truncate(target, URL_CHARS_MAX);
    this.#record({ kind: 'click', articleId, purposes: ['click', 'trap'], ...signed, url: shortened }, visit);
  }

  async resolve(articleId: number, url: string, signature: string | undefined): Promise<ClickDecision> {
    if (url === '') {
      const article = await this.#findTargets(articleId);
      return article?.url ? { target: article.url } : 'absent';
    }
    const target = readClickTarget(url, this.#options.baseUrl);
    if (target === null) return 'forbidden';
    // The spelling counts: a parser drops tabs and line breaks that people don't see.
    const isSigned = verifyEvent(this.keys, 'click', { articleId, target: url }, signature ?? '') !== null;
    if (isSigned || (url === target && this.#ownHosts.has(new URL(target).hostname))) return { target };
    const article = await this.#findTargets(articleId);
    if (!article) return 'forbidden';
    return article.urls.has(url) ? { target } : { question: target };
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
      const rows = await findArticleLinks(this.#options.database.db, articleId);
      if (!rows) return undefined;
      const page = rows.isPublic ? `${this.#options.baseUrl}/v1/articles/${articleId}` : null;
      const inText = listTextLinks(rows.text).slice(0, LINKS_OF_ARTICLE_MAX);
      const fresh = { url: rows.url ?? page, urls: new Set([...rows.urls, ...inText]), at: Date.now() };
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
      /** The URL that the signature covers. */
      signedUrl: string | undefined;
      url: string | null;
    },
    { ip, userAgent, optsOut }: Visit,
  ): void {
    const { kind, articleId, purposes, signature, signedUrl, url } = hit;
    let mailId: number | null = null;
    let isTrap = false;
    if (signature !== undefined && signature !== '') {
      const link = { articleId, target: signedUrl };
      const purpose = purposes.find((one) => verifyEvent(this.keys, one, link, signature) !== null);
      if (purpose === undefined) return;
      mailId = verifyEvent(this.keys, purpose, link, signature);
      isTrap = purpose === 'trap';
    }
    const newHit: NewHit = {
      kind,
      articleId,
      mailId,
      optsOut,
      isTrap,
      method: 'GET',
      userAgent: truncate(userAgent, AGENT_CHARS_MAX).toWellFormed(),
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
    const { database, log } = this.#options;
    const hits = this.#buffer;
    this.#buffer = [];
    try {
      while (hits.length > 0) {
        await database.write(recordHits, { hits: hits.slice(0, PORTION) });
        hits.splice(0, PORTION);
      }
    } catch (err) {
      const room = Math.max(0, BUFFER_MAX - this.#buffer.length);
      this.#dropped += Math.max(0, hits.length - room);
      for (const hit of hits.slice(0, room)) this.#keep(hit);
      log.warn({ err, waiting: hits.length }, 'could not store opens and clicks, retrying');
    }
    if (this.#dropped > 0) log.warn({ dropped: this.#dropped }, 'dropped opens and clicks, queue full');
    this.#dropped = 0;
  }
}
