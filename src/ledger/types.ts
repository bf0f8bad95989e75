import type { Database } from '../database/types.ts';
import type { CallLedger, Log } from '../kernel/ports.ts';
import type { Mode } from '../kernel/principal.ts';
import type { ApiKeyRow } from './tables.ts';

export interface LedgerLimits {
  /** Refunded paid calls an account may have within an hour. */
  refundsPerHour: number;
  /** Writes that may wait for the writer; more are refused with OVERLOADED. */
  queueMax: number;
  /** Operations of one commit. */
  batchMax: number;
  /** Larger answers are not kept for replay. */
  answerBytesMax: number;
  /** What is kept for replay of all answers of an account, by its mode. */
  accountAnswerBytesMax: Readonly<Record<Mode, number>>;
}

export const defaultLimits: LedgerLimits = {
  refundsPerHour: 30,
  queueMax: 10_000,
  batchMax: 1_000,
  answerBytesMax: 8 * 1024 * 1024,
  accountAnswerBytesMax: { live: 512 * 1024 * 1024, test: 16 * 1024 * 1024 },
};

export interface LedgerOptions {
  /** Folder of `farebox.db` and `instance.db`; made when missing. Unused for the ledger with `databaseUrl`. */
  dataDir: string;
  /** `postgres://…`: everything lives there instead. */
  databaseUrl?: string;
  log: Log;
  limits?: Partial<LedgerLimits>;
  /** For benchmarks: makes every commit of the ledger this much slower. */
  commitDelayMs?: number;
  /** For tests of day changes and expiry: moves the database's clock. */
  clockOffsetMs?: number;
}

/** A key as found by its hash, with what identification needs of its account. */
export interface IdentifiedKey {
  key: ApiKeyRow;
  accountMode: Mode;
  accountStatus: 'active' | 'suspended' | 'closed';
}

/** The opened database, and what alone may charge, refund and find keys in it. */
export interface Ledger {
  readonly database: Database;
  readonly calls: CallLedger;
  /** One row by its unique index; also finds revoked, replaced and expired keys, which the caller tells apart. */
  findKeyByHash(hash: string): IdentifiedKey | Promise<IdentifiedKey | null>;
  /** Writes what is queued and releases every lock and connection, those of the database included. */
  stop(): Promise<void>;
}
