/**
 * Keys as they were last read, for a database that no other process writes. Writes that
 * change keys or accounts say so (`forgets: 'keys'`), and each empties this: whoever was told that a key has ended sees
 * it refused on the very next request. (The debit reads the key's row anew whatever is known here.)
 */
import { LRUCache } from 'lru-cache';
import type { IdentifiedKey } from '../types.ts';

const KEYS_MAX = 10_000;

export class KnownKeys {
  readonly #keys = new LRUCache<string, IdentifiedKey>({ max: KEYS_MAX });
  #generation = 0;

  /** What `read` finds, or found since the last write. Unknown keys are looked for each time. */
  find(hash: string, read: () => Promise<IdentifiedKey | null>): IdentifiedKey | Promise<IdentifiedKey | null> {
    return this.#keys.get(hash) ?? this.#read(hash, read);
  }

  async #read(hash: string, read: () => Promise<IdentifiedKey | null>): Promise<IdentifiedKey | null> {
    const generation = this.#generation;
    const key = await read();
    if (key && generation === this.#generation) this.#keys.set(hash, key);
    return key;
  }

  forget(): void {
    this.#generation++;
    this.#keys.clear();
  }
}
