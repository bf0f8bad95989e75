/** What each database gives the ledger; `sqlite/engine.ts` and `postgres/engine.ts` are the two. */
import type { Kysely } from 'kysely';
import type { Log } from '../kernel/ports.ts';
import type { Tables } from '../storage/schema.ts';
import type { LedgerLimits } from './handle.ts';
import type { Op, Verdict } from './op.ts';
import type { Inputs, OperationName, Outputs } from './operations.ts';
import type { LedgerReads } from './reads.ts';

export interface Engine {
  readonly kind: 'sqlite' | 'postgres';
  /** Reads. */
  readonly db: Kysely<Tables>;
  readonly reads: LedgerReads;
  /** Who this instance is while it can prove that it lives; null while it can't. A new proof is a new owner. */
  findOwner(): string | null;
  /** One durable hot-path write. Throws STORE_UNAVAILABLE, OVERLOADED, INTERNAL or UncertainOutcome. */
  submit(op: Op): Promise<Verdict>;
  run<N extends OperationName>(name: N, input: Inputs[N]): Promise<Outputs[N]>;
  /** The database's clock, milliseconds. */
  now(): Promise<number>;
  /** Runs `sweep` for each instance that is proved dead, one after another; forgets the instance afterwards. */
  forEachDeadOwner(sweep: (owner: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export interface EngineOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  log: Log;
  limits: LedgerLimits;
  commitDelayMs: number;
  clockOffsetMs: number;
}
