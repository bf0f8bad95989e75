/**
 * Response cache in Redis, shared by all instances. While Redis does not respond, each instance uses its own memory.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerStore, Log } from '../../kernel/ports.ts';

/** The part of a Redis client that is used here. */
interface RedisClient {
  readonly isReady: boolean;
  get(key: string): Promise<string | null>;
  set(key: string, text: string, options: { expiration: { type: 'EX'; value: number } }): Promise<unknown>;
  destroy(): void;
}

export interface SharedAnswers extends AnswerStore {
  close(): void;
}

/** Asking a slow store must not cost more than it spares. */
const ANSWER_MS_MAX = 150;
/** A Redis that does not answer is left alone for this long. */
const PAUSE_MS = 1_000;
const FIRST_CONNECT_MS = 1_000;
const RECONNECT_MS_MAX = 2_000;

/** `keyPrefix` changes with what an answer looks like. Resolves when connected, or after a second without. */
export async function openRedisAnswers(url: string, log: Log, keyPrefix: string): Promise<SharedAnswers> {
  const { createClient } = await import('redis');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 1_000,
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 6), RECONNECT_MS_MAX),
    },
  });
  // Without a listener an error would end the process; what it means shows in `isReady`.
  client.on('error', () => {});
  const connected = client.connect().catch(() => {});
  await Promise.race([connected, sleep(FIRST_CONNECT_MS, undefined, { ref: false })]);
  return new RedisAnswers(client, keyPrefix, log);
}

class RedisAnswers implements SharedAnswers {
  readonly #client: RedisClient;
  readonly #keyPrefix: string;
  readonly #log: Log;
  #pausedUntilMs = 0;
  #isDown = false;

  constructor(client: RedisClient, keyPrefix: string, log: Log) {
    this.#client = client;
    this.#keyPrefix = keyPrefix;
    this.#log = log;
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.#ask(() => this.#client.get(this.#keyPrefix + key))) ?? undefined;
  }

  set(key: string, text: string, seconds: number): void {
    const expiration = { type: 'EX', value: Math.max(1, Math.ceil(seconds)) } as const;
    void this.#ask(() => this.#client.set(this.#keyPrefix + key, text, { expiration }));
  }

  close(): void {
    this.#client.destroy();
  }

  /** Null as well when Redis is not there or takes too long. */
  async #ask<Of>(ask: () => Promise<Of>): Promise<Of | null> {
    if (Date.now() < this.#pausedUntilMs) return null;
    if (!this.#client.isReady) return this.#recordFailure(new Error('Redis is not connected'));
    // One finds out whether it is back; the others do not wait for it.
    if (this.#isDown) this.#pausedUntilMs = Date.now() + PAUSE_MS;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Redis did not answer in time')), ANSWER_MS_MAX);
    });
    try {
      const answer = await Promise.race([ask(), tooLate]);
      this.#recordRecovery();
      return answer;
    } catch (thrown) {
      return this.#recordFailure(thrown);
    } finally {
      clearTimeout(timer);
    }
  }

  #recordFailure(err: unknown): null {
    this.#pausedUntilMs = Date.now() + PAUSE_MS;
    if (!this.#isDown) this.#log.warn({ err }, 'Redis unreachable: caching responses in memory');
    this.#isDown = true;
    return null;
  }

  #recordRecovery(): void {
    if (this.#isDown) this.#log.info({}, 'Redis reconnected: cached responses are shared again');
    if (this.#isDown) this.#pausedUntilMs = 0;
    this.#isDown = false;
  }
}
