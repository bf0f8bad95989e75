/** Batches concurrent reads by key: keys requested while a query runs are read by the next one. */
import { createDeferred, type Deferred } from '../../lib/deferred.ts';

const KEYS_MAX = 1_000;

export class GatheredReads<Value> {
  readonly #readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  readonly #waiting = new Map<string, Deferred<Value | null>>();
  #isRunning = false;

  /** `readMany` maps each key that there is to its value. */
  constructor(readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>) {
    this.#readMany = readMany;
  }

  /** As the database has it after this was called: nothing is kept. Throws what `readMany` throws. */
  find(key: string): Promise<Value | null> {
    const shared = this.#waiting.get(key);
    if (shared) return shared.promise;
    const waiting = createDeferred<Value | null>();
    this.#waiting.set(key, waiting);
    if (!this.#isRunning) {
      this.#isRunning = true;
      // Whatever else arrives in this turn of the event loop belongs to the same query.
      setImmediate(() => void this.#run());
    }
    return waiting.promise;
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      const portion = [...this.#waiting].slice(0, KEYS_MAX);
      for (const [key] of portion) this.#waiting.delete(key);
      try {
        const values = await this.#readMany(portion.map(([key]) => key));
        for (const [key, { resolve }] of portion) resolve(values.get(key) ?? null);
      } catch (thrown) {
        for (const [, { reject }] of portion) reject(thrown);
      }
    }
    this.#isRunning = false;
  }
}
