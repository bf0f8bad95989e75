/** Interface of a database engine, implemented by `sqlite/engine.ts` and `postgres/engine.ts`. */
import type pg from 'pg';
import type { Log } from '../kernel/ports.ts';
import type { LaneDefinition } from './lane.ts';
import type { Prepare } from './rows.ts';
import type { Database } from './types.ts';

export interface DatabaseOptions {
  /** Folder of `farebox.db` and `instance.db`; made when missing. Unused with `databaseUrl`. */
  dataDir: string;
  /** `postgres://…`: everything lives there instead. */
  databaseUrl?: string | undefined;
  log: Log;
  /** Writes of a lane that may wait; more are refused with OVERLOADED. */
  queueMax: number;
  /** For benchmarks: makes every commit this much slower. */
  commitDelayMs?: number | undefined;
  /** For tests of day changes and expiry: moves the database's clock. */
  clockOffsetMs?: number | undefined;
}

/** One of the two databases. Its `write` and `purge` throw UncertainOutcome when nobody knows what was committed. */
export interface Engine<Job, Result> extends Omit<Database, 'findOwner'> {
  /** One job of the lane, durable when it resolves. Throws STORE_UNAVAILABLE, OVERLOADED, INTERNAL or UncertainOutcome. */
  submit(job: Job): Promise<Result>;
  /** Reads whose text is prepared once. */
  prepare: Prepare;
  /** PostgreSQL: a session of its own, for who needs its locks; null on SQLite, whose folder is locked as a whole. */
  connect: Connect | null;
  /** Writes what is queued, lets go of every lock and connection. */
  stop(): Promise<void>;
}

export type Connect = (name: string, onLost: (client: pg.Client, error: Error) => void) => Promise<pg.Client>;

/** The database as those see it who open it. */
export interface OpenedDatabase<Job, Result> extends Engine<Job, Result> {
  /** `listener` is called after each write that says that it changes keys or accounts. */
  onKeysChanged(listener: () => void): void;
}

export interface EngineOptions<Job, Result> extends DatabaseOptions {
  lane: LaneDefinition<Job, Result>;
  commitDelayMs: number;
  clockOffsetMs: number;
}
