/**
 * Types of the data layer. A feature adds its rows to `Tables` by declaration merging, and declares its writes and long
 * reads with `defineWrite` and `defineRead` in files found by folder. See CONTRIBUTING.md.
 */
import type { Kysely } from 'kysely';

/** Every table's row, by the table's name: filled by declaration merging from each feature's `tables.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: members are added by the folders that own them
export interface Tables {}

export type Db = Kysely<Tables>;
export type EngineKind = 'sqlite' | 'postgres';
/** A truth value in a row. */
export type Flag = 0 | 1;

/** Context of a write. Use nothing else: no file, no network, no clock, nothing that the server keeps in memory. */
export interface Tx {
  /** The transaction: commits when the write resolves, rolls back when it throws. */
  db: Db;
  /** For the helpers of `dialect.ts` alone. */
  engine: EngineKind;
  /** The database's clock, milliseconds. */
  nowMs: number;
  /** The same as `YYYY-MM-DD` in UTC. */
  day: string;
  /** This instance's part of counters that are spread so that no row is hot for everybody. */
  shard: number;
  /** Runs what other features do when this happens, in this transaction: see `defineFollower`. */
  tell<Payload>(event: EventDefinition<Payload>, payload: Payload): Promise<void>;
}

/** Context of a read: one state of the database, however many queries the read makes. */
export type View = Pick<Tx, 'db' | 'engine' | 'nowMs' | 'day'>;

export interface WriteOptions {
  /** `keys`: changes a key, or an account's status or mode: what is remembered of keys is forgotten afterwards. */
  forgets?: 'keys';
}

/** Input and output cross a thread: plain data that a structured clone keeps. */
export interface WriteDefinition<Input, Output> extends WriteOptions {
  readonly kind: 'write';
  readonly name: string;
  run(tx: Tx, input: Input): Promise<Output>;
}

/** Something that a write does and that features above it follow: the ledger knows no company. */
export interface EventDefinition<Payload> {
  readonly kind: 'event';
  readonly name: string;
  /** Never called: what a follower is given. */
  readonly payload?: (payload: Payload) => void;
}

export interface FollowerDefinition<Payload> {
  readonly kind: 'follower';
  readonly event: string;
  run(tx: Tx, payload: Payload): Promise<void>;
}

export interface ReadDefinition<Input, Output> {
  readonly kind: 'read';
  readonly name: string;
  run(view: View, input: Input): Promise<Output>;
}

/** Removes what has had its time, a few rows at a time; says how many. Run every half minute. */
export interface PurgeDefinition {
  readonly kind: 'purge';
  readonly name: string;
  run(tx: Tx): Promise<number>;
}

/** One step of the schema. Numbers never change once released; a step runs in one transaction with all that are missing. */
export interface Migration {
  /** Numbered through the whole product. */
  version: number;
  name: string;
  sqlite: string;
  postgres: string;
}

/** The one way to data: `ctx.services.database`. */
export interface Database {
  readonly engine: EngineKind;
  /** Short reads, along an index, of a few rows: on SQLite they run on the main thread. Writes go through `write`. */
  readonly db: Db;
  /**
   * Runs a write durably, whole or not at all, and never by itself a second time. Throws its FareboxError, OVERLOADED
   * when too much waits, STORE_UNAVAILABLE when the database is gone (then the write may have been done).
   */
  write<Input, Output>(definition: WriteDefinition<Input, Output>, input: Input): Promise<Output>;
  /** Runs what may take longer than a millisecond: searches, lists with filters, reports, exports. Never on the main thread. */
  read<Input, Output>(definition: ReadDefinition<Input, Output>, input: Input): Promise<Output>;
  /** The database's clock: milliseconds since the epoch. */
  now(): Promise<number>;
  /** Identifies this instance while it can prove that it lives; null while it can't. A new proof is a new owner. */
  findOwner(): string | null;
  /** Removes what has had its time, in every feature, a portion of each: how many rows of the fullest one. */
  purge(): Promise<number>;
}

declare module '../kernel/tool/context.ts' {
  interface Services {
    database: Database;
  }
}
