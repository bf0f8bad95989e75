/** Calls on the writer thread of SQLite, which loads this file by its path. */
import type { SqliteLane } from '../../database/lane.ts';
import type { Sqlite } from '../../database/sqlite/open.ts';
import { decideBatch } from '../batch.ts';
import type { Operation, Verdict } from '../operations.ts';
import { SqliteBooks } from './books.ts';

export interface SqliteCallsOptions {
  refundsPerHour: number;
}

export function openLane(db: Sqlite, { refundsPerHour }: SqliteCallsOptions): SqliteLane<Operation, Verdict> {
  const rows = new SqliteBooks(db, refundsPerHour);
  return {
    run(operations, nowMs) {
      const books = rows.load(operations, nowMs);
      const verdicts = decideBatch(books, operations, refundsPerHour);
      rows.apply(books);
      return verdicts;
    },
  };
}
