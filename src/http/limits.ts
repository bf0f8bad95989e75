/** Rate limits in fixed windows: counted in memory, or in Redis so that several servers count together. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimiterRedis } from 'rate-limiter-flexible';
import { findSite } from '../kernel/network.ts';
import type { Limiter, LimitState, Log } from '../kernel/ports.ts';

interface Window {
  used: number;
  endsMs: number;
  /** The /48 that it counts in; null for anything but a /64. */
  site: string | null;
}

/** Windows kept at most; beyond, those of the longest-known keys are dropped. */
const WINDOWS_MAX = 100_000;
/** Whoever has a /48 has 65,536 networks of a host each: beyond so many they share one window. */
const WINDOWS_PER_SITE_MAX = 256;

/** One lookup and one addition a request; no timers. */
export class MemoryLimiter implements Limiter {
  readonly #windows = new Map<string, Window>();
  readonly #windowsBySite = new Map<string, number>();
  readonly #windowsMax: number;
  readonly #now: () => number;
  #sweptMs = 0;

  constructor(windowsMax: number = WINDOWS_MAX, now: () => number = Date.now) {
    this.#windowsMax = windowsMax;
    this.#now = now;
  }

  consume(key: string, points: number, windowSeconds: number): LimitState {
    const nowMs = this.#now();
    const window = this.#windows.get(key) ?? this.#open(key, nowMs);
    if (window.endsMs <= nowMs) {
      window.used = 0;
      window.endsMs = nowMs + windowSeconds * 1000;
    }
    window.used++;
    return buildLimitState(window.used, points, window.endsMs - nowMs, nowMs);
  }

  #open(key: string, nowMs: number): Window {
    const space = key.lastIndexOf(' ');
    const site = findSite(key.slice(space + 1));
    const siteKey = `${key.slice(0, space + 1)}${site}`;
    if (site !== null && (this.#windowsBySite.get(siteKey) ?? 0) >= WINDOWS_PER_SITE_MAX) {
      return this.#windows.get(siteKey) ?? this.#add(siteKey, null, nowMs);
    }
    return this.#add(key, site === null ? null : siteKey, nowMs);
  }

  #add(key: string, site: string | null, nowMs: number): Window {
    this.#makeRoom(nowMs);
    const window = { used: 0, endsMs: 0, site };
    this.#windows.set(key, window);
    if (site !== null) this.#windowsBySite.set(site, (this.#windowsBySite.get(site) ?? 0) + 1);
    return window;
  }

  #drop(key: string): void {
    const { site = null } = this.#windows.get(key) ?? {};
    this.#windows.delete(key);
    if (site === null) return;
    const left = (this.#windowsBySite.get(site) ?? 1) - 1;
    if (left === 0) this.#windowsBySite.delete(site);
    else this.#windowsBySite.set(site, left);
  }

  get size(): number {
    return this.#windows.size;
  }

  /** Drops what has ended: once a minute, and when full at most once a second, since it looks at every window. */
  #makeRoom(nowMs: number): void {
    const isFull = this.#windows.size >= this.#windowsMax;
    if (nowMs - this.#sweptMs >= (isFull ? 1_000 : 60_000)) {
      this.#sweptMs = nowMs;
      for (const [key, { endsMs }] of this.#windows) if (endsMs <= nowMs) this.#drop(key);
    }
    if (this.#windows.size < this.#windowsMax) return;
    const oldest = this.#windows.keys().next();
    if (!oldest.done) this.#drop(oldest.value);
  }
}

function buildLimitState(used: number, points: number, msLeft: number, nowMs: number): LimitState {
  return {
    isAllowed: used <= points,
    remaining: Math.max(0, points - used),
    resetSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
    resetAtSeconds: Math.ceil((nowMs + msLeft) / 1000),
  };
}

/** The part of a Redis client that is used here. */
interface RedisClient {
  readonly isReady: boolean;
  destroy(): void;
}

export interface SharedLimiter extends Limiter {
  close(): void;
}

/** A Redis that does not answer is left alone for this long. */
const REDIS_PAUSE_MS = 1_000;
const REDIS_TIMEOUT_MS = 250;
const FIRST_CONNECT_MS = 1_000;
const RECONNECT_MS_MAX = 2_000;

/**
 * Counts in Redis. While that is down each server counts in its own memory, says so once, and goes back by itself.
 * Resolves when connected, or after a second without: it goes on trying.
 */
export async function openRedisLimiter(url: string, log: Log, keyPrefix = 'farebox:limit'): Promise<SharedLimiter> {
  // Loaded here, so that a server without Redis does not carry them.
  const { createClient } = await import('redis');
  const library = await import('rate-limiter-flexible');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 6), RECONNECT_MS_MAX),
    },
  });
  let lastError: unknown;
  client.on('error', (error: unknown) => {
    lastError = error;
  });
  const connected = client.connect().catch((error: unknown) => {
    lastError = error;
  });
  await Promise.race([connected, sleep(FIRST_CONNECT_MS, undefined, { ref: false })]);
  return new RedisLimiter(client, library, keyPrefix, log, () => lastError);
}

type Library = typeof import('rate-limiter-flexible');

class RedisLimiter implements SharedLimiter {
  readonly #client: RedisClient;
  readonly #library: Library;
  readonly #keyPrefix: string;
  readonly #log: Log;
  readonly #lastError: () => unknown;
  readonly #memory = new MemoryLimiter();
  /** One for each pair of points and window; both come from the configuration. */
  readonly #shared = new Map<string, RateLimiterRedis>();
  #pausedUntilMs = 0;
  #isDown = false;

  constructor(client: RedisClient, library: Library, keyPrefix: string, log: Log, lastError: () => unknown) {
    this.#client = client;
    this.#library = library;
    this.#keyPrefix = keyPrefix;
    this.#log = log;
    this.#lastError = lastError;
  }

  consume(key: string, points: number, windowSeconds: number): LimitState | Promise<LimitState> {
    if (!this.#client.isReady) this.#noteFailure(this.#lastError());
    else if (Date.now() >= this.#pausedUntilMs) return this.#consumeShared(key, points, windowSeconds);
    return this.#memory.consume(key, points, windowSeconds);
  }

  close(): void {
    this.#client.destroy();
  }

  async #consumeShared(key: string, points: number, windowSeconds: number): Promise<LimitState> {
    // One request finds out whether it is back; the others do not wait for it.
    if (this.#isDown) this.#pausedUntilMs = Date.now() + REDIS_PAUSE_MS;
    const limiter = this.#getLimiter(points, windowSeconds);
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Redis did not answer in time')), REDIS_TIMEOUT_MS);
    });
    try {
      const counted = await Promise.race([limiter.consume(key), tooLate]);
      this.#noteRecovery();
      return buildLimitState(counted.consumedPoints, points, counted.msBeforeNext, Date.now());
    } catch (thrown) {
      if (thrown instanceof this.#library.RateLimiterRes) {
        this.#noteRecovery();
        return buildLimitState(points + 1, points, thrown.msBeforeNext, Date.now());
      }
      this.#pausedUntilMs = Date.now() + REDIS_PAUSE_MS;
      this.#noteFailure(thrown);
      return this.#memory.consume(key, points, windowSeconds);
    } finally {
      clearTimeout(timer);
    }
  }

  #getLimiter(points: number, windowSeconds: number): RateLimiterRedis {
    const name = `${points}/${windowSeconds}`;
    let limiter = this.#shared.get(name);
    if (!limiter) {
      limiter = new this.#library.RateLimiterRedis({
        storeClient: this.#client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        keyPrefix: `${this.#keyPrefix}:${windowSeconds}`,
        points,
        duration: windowSeconds,
        // A key that is over its limit is refused from memory until its window ends.
        inMemoryBlockOnConsumed: points + 1,
      });
      this.#shared.set(name, limiter);
    }
    return limiter;
  }

  #noteFailure(err: unknown): void {
    if (this.#isDown) return;
    this.#isDown = true;
    this.#log.warn({ err }, 'Redis is not reachable: this server counts rate limits in its own memory');
  }

  #noteRecovery(): void {
    if (!this.#isDown) return;
    this.#isDown = false;
    this.#pausedUntilMs = 0;
    this.#log.info({}, 'Redis is back: rate limits are shared again');
  }
}
