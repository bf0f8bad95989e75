/**
 * Rate limits in fixed windows, counted in Redis so that several servers count together. Checks that arrive while a
 * command is running share the next command, each key with its number of callers. Counts stay exact, and a busy server
 * sends only a few hundred commands per second.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Limiter, LimitState, Log } from '../../kernel/ports.ts';
import { buildLimitState, MemoryLimiter } from './limits.ts';

/** The part of a Redis client that is used here. */
interface RedisClient {
  readonly isReady: boolean;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  destroy(): void;
}

export interface SharedLimiter extends Limiter {
  close(): void;
}

interface WaitingRequest {
  key: string;
  points: number;
  windowSeconds: number;
  resolve(state: LimitState): void;
}

/** Adds to each key, and tells what was used of it and for how many ms its window lasts. */
const COUNT = `local answer = {}
for i, key in ipairs(KEYS) do
  answer[2 * i - 1] = redis.call('INCRBY', key, ARGV[2 * i - 1])
  answer[2 * i] = redis.call('PTTL', key)
  if answer[2 * i] < 0 then
    redis.call('PEXPIRE', key, ARGV[2 * i])
    answer[2 * i] = tonumber(ARGV[2 * i])
  end
end
return answer`;

/** Requests of one command; each holds Redis up. */
const REQUESTS_MAX = 500;
/** Keys over their limit that are refused without asking. */
const SPENT_MAX = 10_000;
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
  // Loaded here, so that a server without Redis does not carry it.
  const { createClient } = await import('redis');
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
  return new RedisLimiter(client, keyPrefix, log, () => lastError);
}

class RedisLimiter implements SharedLimiter {
  readonly #client: RedisClient;
  readonly #keyPrefix: string;
  readonly #log: Log;
  readonly #lastError: () => unknown;
  readonly #memory = new MemoryLimiter();
  /** When the windows end of keys that are over their limit. */
  readonly #spent = new Map<string, number>();
  #waiting: WaitingRequest[] = [];
  #isAsking = false;
  #pausedUntilMs = 0;
  #isDown = false;

  constructor(client: RedisClient, keyPrefix: string, log: Log, lastError: () => unknown) {
    this.#client = client;
    this.#keyPrefix = keyPrefix;
    this.#log = log;
    this.#lastError = lastError;
  }

  consume(key: string, points: number, windowSeconds: number): LimitState | Promise<LimitState> {
    const nowMs = Date.now();
    if (!this.#client.isReady) this.#noteFailure(this.#lastError());
    else if (nowMs >= this.#pausedUntilMs) {
      const endsMs = this.#spent.get(formatSpent(key, points, windowSeconds)) ?? 0;
      if (endsMs > nowMs) return buildLimitState(points + 1, points, endsMs - nowMs, nowMs);
      // One request finds out whether it is back; the others do not wait for it.
      if (this.#isDown) this.#pausedUntilMs = nowMs + REDIS_PAUSE_MS;
      return this.#askShared(key, points, windowSeconds);
    }
    return this.#memory.consume(key, points, windowSeconds);
  }

  close(): void {
    this.#client.destroy();
  }

  #askShared(key: string, points: number, windowSeconds: number): Promise<LimitState> {
    return new Promise((resolve) => {
      this.#waiting.push({ key, points, windowSeconds, resolve });
      if (!this.#isAsking) void this.#askAll();
    });
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true;
    while (this.#waiting.length > 0) {
      // Whatever arrives in this turn of the event loop belongs to it.
      await new Promise((resolve) => setImmediate(resolve));
      const requests = this.#waiting.splice(0, REQUESTS_MAX);
      try {
        await this.#count(requests);
        this.#noteRecovery();
      } catch (thrown) {
        this.#pausedUntilMs = Date.now() + REDIS_PAUSE_MS;
        this.#noteFailure(thrown);
        for (const { key, points, windowSeconds, resolve } of [...requests, ...this.#waiting.splice(0)]) {
          resolve(this.#memory.consume(key, points, windowSeconds));
        }
      }
    }
    this.#isAsking = false;
  }

  async #count(requests: readonly WaitingRequest[]): Promise<void> {
    const groups = new Map<string, WaitingRequest[]>();
    for (const request of requests) {
      const key = `${this.#keyPrefix}:${request.windowSeconds}:${request.key}`;
      const group = groups.get(key);
      if (group) group.push(request);
      else groups.set(key, [request]);
    }
    const args = [...groups.values()].flatMap((group) => [group.length, (group[0]?.windowSeconds ?? 0) * 1_000]);
    const answer = await this.#evaluate([...groups.keys()], args);
    const nowMs = Date.now();
    [...groups.values()].forEach((group, index) => {
      const [used = 0, msLeft = 0] = answer.slice(2 * index, 2 * index + 2);
      group.forEach((request, place) => {
        const { key, points, windowSeconds, resolve } = request;
        if (used > points) this.#noteSpent(formatSpent(key, points, windowSeconds), nowMs + msLeft);
        resolve(buildLimitState(used - group.length + place + 1, points, msLeft, nowMs));
      });
    });
  }

  /** Throws when there is no answer in time. */
  async #evaluate(keys: string[], args: readonly number[]): Promise<number[]> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Redis did not answer in time')), REDIS_TIMEOUT_MS);
    });
    try {
      const answer = await Promise.race([this.#client.eval(COUNT, { keys, arguments: args.map(String) }), tooLate]);
      if (!Array.isArray(answer) || answer.length !== args.length) throw new Error('Redis counted something else');
      return answer.map(Number);
    } finally {
      clearTimeout(timer);
    }
  }

  #noteSpent(name: string, endsMs: number): void {
    this.#spent.delete(name);
    this.#spent.set(name, endsMs);
    if (this.#spent.size <= SPENT_MAX) return;
    const oldest = this.#spent.keys().next();
    if (!oldest.done) this.#spent.delete(oldest.value);
  }

  #noteFailure(err: unknown): void {
    if (this.#isDown) return;
    this.#isDown = true;
    this.#log.warn({ err }, 'Redis unreachable: counting rate limits in memory');
  }

  #noteRecovery(): void {
    if (!this.#isDown) return;
    this.#isDown = false;
    this.#pausedUntilMs = 0;
    this.#log.info({}, 'Redis reconnected: rate limits are shared again');
  }
}

const formatSpent = (key: string, points: number, windowSeconds: number): string => `${windowSeconds} ${points} ${key}`;
