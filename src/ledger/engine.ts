/** Dependencies of the ledger: the database with its call writer, reads, and live instances. */
import type { OpenedDatabase } from '../database/engine.ts';
import type { Operation, Verdict } from './operations.ts';
import type { LedgerReads } from './reads.ts';

export type LedgerDatabase = OpenedDatabase<Operation, Verdict>;

/** This instance, and the others that have ended. */
export interface Instances {
  /** Who this instance is while it can prove that it lives; null while it can't. A new proof is a new owner. */
  findOwner(): string | null;
  /** Runs `sweep` for each instance that is proved dead, one after another; forgets the instance afterwards. */
  forEachDeadOwner(sweep: (owner: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export interface Engine extends Pick<LedgerDatabase, 'db' | 'now' | 'submit' | 'write' | 'purge'>, Instances {
  readonly reads: LedgerReads;
}
