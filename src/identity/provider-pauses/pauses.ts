/** Providers that operators have paused on all servers: `ctx.services.providerPauses`. */
import type { Database } from '../../database/types.ts';
import type { Log } from '../../kernel/ports.ts';
import type { AuditActor } from '../../ledger/audit.ts';
import { listProviderPauses } from './reads.ts';
import { setProviderPause } from './writes.ts';

declare module '../../kernel/tool/context.ts' {
  interface Services {
    providerPauses: ProviderPauses;
  }
}

/** Other servers follow within this time. */
const EVERY_MS = 1_000;

export class ProviderPauses {
  readonly #database: Pick<Database, 'write' | 'db'>;
  readonly #log: Log;
  #paused: ReadonlySet<string> = new Set();
  #reading: Promise<void> = Promise.resolve();
  #isReading = false;
  #hasFailed = false;

  constructor(database: Pick<Database, 'write' | 'db'>, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  isPaused(providerId: string): boolean {
    return this.#paused.has(providerId);
  }

  /** Calls that have begun go on; nothing is sent to a paused provider from then on. */
  async set(who: AuditActor, provider: string, isPaused: boolean): Promise<{ changed: boolean }> {
    const answer = await this.#database.write(setProviderPause, { ...who, provider, isPaused });
    // A read that has begun may not know of it yet.
    await this.#reading;
    await this.#read();
    return answer;
  }

  /** The returned function ends it. */
  async start(): Promise<() => Promise<void>> {
    await this.#read();
    const timer = setInterval(() => {
      if (!this.#isReading) void this.#read();
    }, EVERY_MS).unref();
    return async () => {
      clearInterval(timer);
      await this.#reading;
    };
  }

  #read(): Promise<void> {
    this.#isReading = true;
    this.#reading = listProviderPauses(this.#database.db)
      .then((rows) => {
        this.#paused = new Set(rows.map(({ provider }) => provider));
        this.#hasFailed = false;
      })
      .catch((err: unknown) => {
        if (!this.#hasFailed) this.#log.warn({ err }, 'could not read which providers are paused, retrying');
        this.#hasFailed = true;
      })
      .finally(() => {
        this.#isReading = false;
      });
    return this.#reading;
  }
}
