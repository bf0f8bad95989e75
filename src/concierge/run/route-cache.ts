/**
 * Routes that have worked, by what was asked: bounded, kept apart by mode, and shared with other instances where there is
 * a store for that. A key holds no words of the message but as a digest; `rebind` puts another message's values in.
 */
import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../../kernel/ids.ts';
import type { AnswerStore } from '../../kernel/ports.ts';
import type { Mode } from '../../kernel/principal.ts';
import type { Route } from '../types.ts';
import { readRoute } from './route-shape.ts';
import type { CacheStats } from './types.ts';

const ROUTES_MAX = 5_000;
const CHARACTERS_MAX = 4 * 1024 * 1024;
const ROUTE_CHARACTERS_MAX = 16 * 1024;
const SECONDS = 24 * 3_600;

class Kept {
  readonly routes = new LRUCache<string, string>({
    max: ROUTES_MAX,
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (text, key) => text.length + key.length,
  });
  hits = 0;
}

export class RouteCache {
  readonly #kept: Readonly<Record<Mode, Kept>> = { live: new Kept(), test: new Kept() };
  readonly #shared: AnswerStore | undefined;

  constructor(shared?: AnswerStore) {
    this.#shared = shared;
  }

  /** `normalised message, language, category`: what makes two messages ask the same. */
  static key(mode: Mode, parts: readonly string[]): string {
    return `route ${mode} ${sha256Hex(JSON.stringify(parts))}`;
  }

  /** `dry`: nothing is counted, and no route stays longer for it. */
  async get(mode: Mode, key: string, dry: boolean): Promise<Route | undefined> {
    const kept = this.#kept[mode];
    const own = dry ? kept.routes.peek(key) : kept.routes.get(key);
    if (own !== undefined) return readRoute(own);
    const found = await this.#shared?.get(key);
    return found === undefined ? undefined : readRoute(found);
  }

  hit(mode: Mode): void {
    this.#kept[mode].hits++;
  }

  set(mode: Mode, key: string, route: Route): void {
    const text = JSON.stringify(route);
    if (text.length > ROUTE_CHARACTERS_MAX) return;
    this.#kept[mode].routes.set(key, text);
    this.#shared?.set(key, text, SECONDS);
  }

  stats(mode: Mode): CacheStats {
    const { routes, hits } = this.#kept[mode];
    return { cacheSize: routes.size, cacheHits: hits };
  }
}
