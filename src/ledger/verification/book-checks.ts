/** The books, examined by the server itself: `ctx.services.books`. */

import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { ThreadPool } from '../../kernel/threads/thread-pool.ts';
import type { TurnOwner } from '../../kernel/threads/turns.ts';
import { listBookChecks } from '../receipts/record-reads.ts';
import type { BookCheckKind } from '../receipts/record-tables.ts';
import { recordBookCheck } from '../receipts/record-writes.ts';
import type { VerifyReport, VerifySource } from './verify.ts';

declare module '../../kernel/tool/context.ts' {
  interface Services {
    books: Books;
  }
}

export interface LastCheck {
  isOk: boolean;
  lines: string[];
  startedAtMs: number;
  endedAtMs: number;
}

export interface Books {
  /** The last one of each kind; null before the first. */
  readLast(): Promise<Record<BookCheckKind, LastCheck | null>>;
  /** Examines them now, and keeps what came of it. Throws when they could not be examined. */
  check(kind: BookCheckKind, owner: TurnOwner): Promise<void>;
  close(): Promise<void>;
}

export interface BooksOptions {
  database: Pick<Database, 'db' | 'write' | 'now'>;
  source: VerifySource;
  /** Compares them with the payment provider. */
  reconcile(): Promise<VerifyReport>;
}

const PROOF_MS_MAX = 10 * 60_000;
const IDLE_MS = 5_000;
const MEMORY_MB = 512;

export function openBooks({ database, source, reconcile }: BooksOptions): Books {
  const createFailure = (message: string) => (): FareboxError => new FareboxError('OVERLOADED', { message });
  const threads = new ThreadPool<VerifySource, VerifyReport>({
    entry: 'ledger/verification/verify-worker.ts',
    memoryMb: MEMORY_MB,
    taskMs: PROOF_MS_MAX,
    idleMs: IDLE_MS,
    tooLong: createFailure('Verification takes too long here. Use farebox verify.'),
    tooLarge: createFailure('The ledger is too large to verify here. Use farebox verify.'),
  });
  return {
    async readLast() {
      const rows = await listBookChecks(database.db);
      const find = (kind: BookCheckKind): LastCheck | null => {
        const row = rows.find((one) => one.kind === kind);
        if (!row) return null;
        const lines: string[] = JSON.parse(row.lines);
        return { isOk: row.ok === 1, lines, startedAtMs: row.started_at, endedAtMs: row.ended_at };
      };
      return { verify: find('verify'), reconcile: find('reconcile') };
    },
    async check(kind, owner) {
      const startedAtMs = await database.now();
      const { ok: isOk, lines } = kind === 'verify' ? await threads.run(source, owner) : await reconcile();
      await database.write(recordBookCheck, { kind, isOk, lines, startedAtMs });
    },
    close: () => threads.close(),
  };
}
