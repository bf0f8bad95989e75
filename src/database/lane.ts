/**
 * Writes that come so often that they are decided many at a time, and that go before all others: the ledger's opening and
 * closing of calls. Each database has its own way to load, decide and write a batch.
 */
import type pg from 'pg';
import type { Sqlite } from './sqlite/open.ts';

/** On the writer thread of SQLite: decides and writes a batch inside the transaction that is open. */
export interface SqliteLane<Job, Result> {
  run(jobs: readonly Job[], nowMs: number): Result[];
}

/** Exports of the module that `SqliteLaneModule.path` names. */
export interface SqliteLaneModule<Job, Result, Options> {
  openLane(db: Sqlite, options: Options): SqliteLane<Job, Result>;
}

export interface PostgresBatch<Result> {
  /** In the order of the jobs. */
  results: Result[];
  /** Writes the changes and commits. */
  commit(commitDelayMs: number): Promise<void>;
}

/** On PostgreSQL: on a connection of the lane's own. */
export interface PostgresLane<Job, Result> {
  /** Asked once of each connection. */
  settings: string;
  /** Begins a transaction, locks and reads what the jobs need, and decides. */
  decide(client: pg.Client, jobs: readonly Job[], clock: PostgresClock): Promise<PostgresBatch<Result>>;
  /** Names whose rows a job needs: jobs of different groups never wait for the same ones. */
  getGroup(job: Job): string;
  /** The jobs one of whose rows another transaction has locked now. Waits for nobody. */
  listBlocked(client: pg.Client, jobs: readonly Job[]): Promise<Job[]>;
}

export interface PostgresClock {
  clockOffsetMs: number;
  shard: number;
}

export interface LaneDefinition<Job, Result> {
  sqlite: { /** Below `src`. */ path: string; options: unknown };
  /** Loaded when it is needed: each database costs the memory of its client. */
  openPostgres(): Promise<PostgresLane<Job, Result>>;
  /** Is refused with OVERLOADED when too much waits. What closes something is never refused. */
  mayRefuse(job: Job): boolean;
  /** Jobs of one commit. */
  batchMax: number;
}
