/**
 * Caches routes that worked for a day: bounded, separate by mode, and shared with other instances through Redis. Routes
 * found by rules are stored without the caller's text, so that no account's text reaches another account. Routes
 * planned by a model are stored per caller and message.
 */
import { LRUCache } from 'lru-cache';
import type { AnswerStore } from '../../kernel/ports.ts';
import type { Mode } from '../../kernel/principal.ts';
import { sha256Hex } from '../../lib/ids.ts';
import type { Route } from '../types.ts';
import { readRoute } from './route-shape.ts';
import type { CacheStats } from './types.ts';

const ROUTES_MAX = 5_000;
const CHARACTERS_MAX = 4 * 1024 * 1024;
const ROUTE_CHARACTERS_MAX = 16 * 1024;
const SECONDS = 24 * 3_600;
/** For so long an account pays no second fee for messages that call the same tools. */
const KIND_SECONDS = 3_600;
const KNOWN = 'known';

class ModeCache {
  readonly routes = new LRUCache<string, string>({
    max: ROUTES_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (text, key) => text.length + key.length,
    ttl: SECONDS * 1_000,
  });
  /** Tools that an account has paid a fee for. */
  readonly kinds = new LRUCache<string, true>({ max: ROUTES_MAX, ttl: KIND_SECONDS * 1_000 });
  hits = 0;
}

export class RouteCache {
  readonly #kept: Readonly<Record<Mode, ModeCache>> = { live: new ModeCache(), test: new ModeCache() };
  readonly #shared: AnswerStore | undefined;

  constructor(shared?: AnswerStore) {
    this.#shared = shared;
  }

  /** Tells parts from others as a digest: no word of a message can be read from it. */
  static key(mode: Mode, parts: readonly unknown[]): string {
    return `route ${mode} ${sha256Hex(JSON.stringify(parts))}`;
  }

  /** `dry`: nothing is counted, and nothing stays longer for it. */
  async knows(mode: Mode, key: string, dry: boolean): Promise<boolean> {
    return (await this.#text(mode, key, dry)) === KNOWN;
  }

  know(mode: Mode, key: string): void {
    this.#keep(mode, key, KNOWN);
  }

  async hasPaidFor(mode: Mode, key: string): Promise<boolean> {
    return this.#kept[mode].kinds.has(key) || (await this.#shared?.get(key)) !== undefined;
  }

  payFor(mode: Mode, key: string): void {
    this.#kept[mode].kinds.set(key, true);
    this.#shared?.set(key, KNOWN, KIND_SECONDS);
  }

  async get(mode: Mode, key: string, dry: boolean): Promise<Route | undefined> {
    const text = await this.#text(mode, key, dry);
    return text === undefined ? undefined : readRoute(text);
  }

  set(mode: Mode, key: string, route: Route): void {
    const text = JSON.stringify(route);
    if (text.length <= ROUTE_CHARACTERS_MAX) this.#keep(mode, key, text);
  }

  async #text(mode: Mode, key: string, dry: boolean): Promise<string | undefined> {
    const { routes } = this.#kept[mode];
    return (dry ? routes.peek(key) : routes.get(key)) ?? (await this.#shared?.get(key));
  }

  #keep(mode: Mode, key: string, text: string): void {
    this.#kept[mode].routes.set(key, text);
    this.#shared?.set(key, text, SECONDS);
  }

  hit(mode: Mode): void {
    this.#kept[mode].hits++;
  }

  stats(mode: Mode): CacheStats {
    const { routes, hits } = this.#kept[mode];
    routes.purgeStale();
    return { cacheSize: routes.size, cacheHits: hits };
  }
}
