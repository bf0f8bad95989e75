/** Brings what ships with the product into the database, in small writes, and only what is new or has changed. */

import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../database/types.ts';
import type { Log } from '../../kernel/ports.ts';
import { type ShippedFix, seedFixes } from '../moderation-writes.ts';
import { ensureTrigrams, listShippedDigests } from '../reads.ts';
import type { ShippedKnowledge } from './shipped.ts';
import { openShippedKnowledge } from './shipped-files.ts';

/** Fixes of one write: callers' own writes go between. */
const BATCH = 10;
/** The first requests after a start go first, but for those that search. */
const START_DELAY_MS = 1_000;

export interface Seeding {
  /** Resolves when the knowledge base is searchable, or can't be brought up to date; asked for, it does not wait longer to begin. */
  finish(): Promise<void>;
  /** Ends it, and resolves when nothing is being written any more. */
  stop(): Promise<void>;
}

/**
 * Resolves with how many fixes were written or removed. Throws when a fix that has a digest is not there, and then
 * removes nothing. Stops when `signal` ends.
 */
export async function seedKnowledge(
  database: Pick<Database, 'db' | 'write'>,
  { digests, readFixes }: ShippedKnowledge,
  signal: AbortSignal,
): Promise<number> {
  const stored = new Map((await listShippedDigests(database.db)).map(({ id, digest }) => [id, digest]));
  const removed = [...stored.keys()].filter((id) => !Object.hasOwn(digests, id));
  const ids = new Set(Object.keys(digests).filter((id) => stored.get(id) !== digests[id]));
  const changed = ids.size + removed.length;
  for await (const batch of readBatches(readFixes(), ids)) {
    if (signal.aborted) return changed;
    await database.write(seedFixes, { fixes: batch, removedIds: [] });
  }
  if (ids.size > 0) throw new Error('Fixes that ship with the product are missing: run npm run build.');
  if (removed.length > 0 && !signal.aborted) await database.write(seedFixes, { fixes: [], removedIds: removed });
  return changed;
}

/** The wanted ones; what has been found is wanted no more. Without wanted ones nothing is read. */
async function* readBatches(
  fixes: ReturnType<ShippedKnowledge['readFixes']>,
  ids: Set<string>,
): AsyncGenerator<ShippedFix[]> {
  if (ids.size === 0) return;
  let batch: ShippedFix[] = [];
  for await (const shipped of fixes) {
    if (!ids.delete(shipped.fix.id)) continue;
    batch.push(shipped);
    if (batch.length < BATCH && ids.size > 0) continue;
    yield batch;
    if (ids.size === 0) return;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The same from what the build has left in a folder, beside the server's own work. */
export function startSeeding(database: Pick<Database, 'db' | 'engine' | 'write'>, folder: string, log: Log): Seeding {
  const stopping = new AbortController();
  const asked = new AbortController();
  const { signal } = stopping;
  const seed = async (): Promise<number> => {
    const begun = AbortSignal.any([signal, asked.signal]);
    await setTimeout(START_DELAY_MS, undefined, { signal: begun, ref: false }).catch(() => {});
    signal.throwIfAborted();
    await ensureTrigrams(database.db, database.engine);
    return seedKnowledge(database, await openShippedKnowledge(folder), signal);
  };
  const seeding = seed().then(
    (changed) => changed > 0 && log.info({ changed }, 'knowledge base updated'),
    (thrown: unknown) => signal.aborted || log.error({ err: thrown }, 'could not load the knowledge base'),
  );
  return {
    finish: async () => {
      asked.abort();
      await seeding;
    },
    stop: async () => {
      stopping.abort();
      await seeding;
    },
  };
}
