/** Calls on the writer thread of SQLite, which loads this file by its path. */
import type { SqliteLane } from '../../database/lane.ts';
import type { Sqlite } from '../../database/sqlite/open.ts';
import { decideBatch } from '../batch.ts';
import type { Op, Verdict } from '../ledger-op.ts';
import { SqliteBooks } from './books.ts';

export interface SqliteCallsOptions {
  refundsPerHour: number;
}

export function openLane(db: Sqlite, { refundsPerHour }: SqliteCallsOptions): SqliteLane<Op, Verdict> {
  const rows = new SqliteBooks(db, refundsPerHour);
  return {
    run(ops, nowMs) {
      const books = rows.load(ops, nowMs);
      const verdicts = decideBatch(books, ops, refundsPerHour);
      rows.apply(books);
      return verdicts;
    },
  };
}
