/** What the ledger offers to the rest of the product. `openLedger` in `ledger.ts` makes one. */
import type { Kysely } from 'kysely';
import type { CallLedger, Log } from '../kernel/ports.ts';
import type { Mode } from '../kernel/principal.ts';
import type { ApiKeyRow, Tables } from '../storage/schema.ts';
import type { Inputs, OperationName, Outputs } from './operations.ts';

export interface LedgerLimits {
  /** Refunded paid calls an account may have within an hour. */
  refundsPerHour: number;
  /** Writes that may wait for the writer; more are refused with OVERLOADED. */
  queueMax: number;
  /** Operations of one commit. */
  batchMax: number;
  /** Larger answers are not kept for replay. */
  answerBytesMax: number;
}

export const defaultLimits: LedgerLimits = {
  refundsPerHour: 30,
  queueMax: 10_000,
  batchMax: 1_000,
  answerBytesMax: 8 * 1024 * 1024,
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

export interface LedgerHandle {
  readonly engine: 'sqlite' | 'postgres';
  readonly calls: CallLedger;
  /** Reads only: every write goes through `write`. On SQLite a read runs on the main thread. */
  readonly db: Kysely<Tables>;
  /** One row by its unique index; also finds revoked, replaced and expired keys, which the caller tells apart. */
  findKeyByHash(hash: string): IdentifiedKey | Promise<IdentifiedKey | null>;
  /** Runs one named operation durably. Throws its FareboxError, OVERLOADED or STORE_UNAVAILABLE. */
  write<N extends OperationName>(name: N, input: Inputs[N]): Promise<Outputs[N]>;
  /** The database's clock: milliseconds since the epoch. */
  now(): Promise<number>;
  /** Writes what is queued, lets go of every lock and connection. */
  stop(): Promise<void>;
}
