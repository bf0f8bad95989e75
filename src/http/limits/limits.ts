/** Rate limits in fixed windows, counted in memory. */

import type { Limiter, LimitState } from '../../kernel/ports.ts';
import { findSite } from '../../lib/network.ts';

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

export function buildLimitState(used: number, points: number, msLeft: number, nowMs: number): LimitState {
  return {
    isAllowed: used <= points,
    remaining: Math.max(0, points - used),
    resetSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
    resetAtSeconds: Math.ceil((nowMs + msLeft) / 1000),
  };
}
