/** Runs the writer thread's work in this process. */
import type Sqlite from 'better-sqlite3';
import { loadWrites } from '../../src/database/definitions.ts';
import { SqliteCore } from '../../src/database/sqlite/core.ts';
import type { Operation, Verdict } from '../../src/ledger/operations.ts';
import { openLane } from '../../src/ledger/sqlite/calls-lane.ts';

export async function openCore(db: Sqlite.Database): Promise<SqliteCore<Operation, Verdict>> {
  const lane = openLane(db, { refundsPerHour: 30 });
  return new SqliteCore(db, lane, await loadWrites(), { commitDelayMs: 0, clockOffsetMs: 0 });
}
