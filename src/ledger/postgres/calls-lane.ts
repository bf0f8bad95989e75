/**
 * Calls on PostgreSQL. A batch is one round trip to load, and one to write and commit; the first is spared where this
 * server wrote the rows last and still knows them.
 */
import type pg from 'pg';
import type { PostgresBatch, PostgresLane } from '../../database/lane.ts';
import { Command } from '../../database/postgres/burst.ts';
import { INDEX_ONLY_PLANS } from '../../database/postgres/open.ts';
import { decideBatch } from '../batch.ts';
import type { Operation, Verdict } from '../operations.ts';
import { applyAndCommit } from './apply.ts';
import { KnownRows } from './known-rows.ts';
import { BEGIN, type LoadedBooks, type LoadOptions, loadBooks } from './load.ts';
import { listBlockedOperations } from './locks.ts';
import { TransferNumbers } from './numbers.ts';
import { OldSnapshots } from './old-snapshots.ts';

/** Everybody in a batch waits for the row of one of them: no longer than this. */
const LOCK_WAIT_MS_MAX = 50;

export function openPostgresCalls(refundsPerHour: number): PostgresLane<Operation, Verdict> {
  const memory: Memory = { rows: new KnownRows(), snapshots: new OldSnapshots() };
  const numbers = new TransferNumbers();
  return {
    settings: `${INDEX_ONLY_PLANS}; SET lock_timeout = ${LOCK_WAIT_MS_MAX}`,
    async decide(client, operations, clock) {
      const options = { ...clock, refundsPerHour, numbers };
      return (
        decideFromKnown(memory, client, operations, options) ?? decideFromLoaded(memory, client, operations, options)
      );
    },
    getGroup: ({ accountId }) => accountId,
    listBlocked: listBlockedOperations,
  };
}

interface Memory {
  rows: KnownRows;
  snapshots: OldSnapshots;
}

/** Null when one of them would be refused: that is told by the database alone. */
function decideFromKnown(
  memory: Memory,
  client: pg.Client,
  operations: readonly Operation[],
  options: LoadOptions,
): PostgresBatch<Verdict> | null {
  const loaded = memory.rows.recall(operations, options);
  if (!loaded) return null;
  const results = decideBatch(loaded.books, operations, options.refundsPerHour);
  if (!results.every(({ is }) => is === 'opened' || is === 'closed')) return null;
  return { results, commit: (delayMs) => commit(memory, client, loaded, delayMs) };
}

async function decideFromLoaded(
  memory: Memory,
  client: pg.Client,
  operations: readonly Operation[],
  options: LoadOptions,
): Promise<PostgresBatch<Verdict>> {
  const loaded = await loadBooks(client, operations, options);
  const results = decideBatch(loaded.books, operations, options.refundsPerHour);
  return { results, commit: (delayMs) => commit(memory, client, loaded, delayMs) };
}

async function commit(
  { rows, snapshots }: Memory,
  client: pg.Client,
  loaded: LoadedBooks,
  delayMs: number,
): Promise<void> {
  const questions = snapshots.ask();
  // What was recalled was not loaded: its transaction has not begun.
  const before = [...(loaded.isRecalled ? [new Command(BEGIN)] : []), ...questions];
  const usage = { known: rows.usage, isFoundByPlace: snapshots.areThere };
  try {
    rows.learn(loaded, await applyAndCommit(client, loaded, usage, { before, delayMs }));
    snapshots.learn(questions);
  } catch (thrown) {
    rows.forget(loaded);
    throw thrown;
  }
}
