/** Shared types of a move between the two databases. */

/** As SQLite holds it. PostgreSQL's arrays are texts here. */
export type MoveValue = string | number | Buffer | null;
export type MoveRow = readonly MoveValue[];

export interface MoveTable {
  name: string;
  columns: readonly string[];
  /** Columns that identify a row: the order in which rows are read. */
  key: readonly string[];
  /** Rows that a new database already has. */
  seeded: number;
}

/** Facts about tables that their columns don't tell. */
export interface MoveRules {
  /** Tables that are left out: each database has its own. */
  skipped: readonly string[];
  /** Tables that have no rows while no call runs. */
  emptyWhenIdle: readonly string[];
  /** PostgreSQL may hold several rows with one key, whose columns are summed. */
  summed: Readonly<Record<string, readonly string[]>>;
  /** Sequences of PostgreSQL that continue after the highest value of a column. */
  sequences: Readonly<Record<string, { table: string; column: string }>>;
}

/** Progress of a move, kept in both databases: a server refuses to start on either. */
export type MoveState = ReadonlyMap<string, string>;

/** One of the two databases of a move. Each method that writes is one transaction. */
export interface MoveSide {
  /** For messages. */
  readonly name: string;
  readState(): Promise<MoveState>;
  setState(entries: Readonly<Record<string, string>>): Promise<void>;
  /** Without it servers can start again. */
  dropState(): Promise<void>;
  /** Empties a new database, drops the indexes that only slow the copy down, and notes both. */
  clear(tables: readonly MoveTable[], entries: Readonly<Record<string, string>>): Promise<void>;
  countRows(table: MoveTable): Promise<number>;
  /** The next rows behind a key. */
  read(table: MoveTable, after: MoveRow | null, limit: number): Promise<MoveRow[]>;
  /** Adds rows together with the progress that they are. */
  write(table: MoveTable, rows: readonly MoveRow[], progress: readonly [name: string, value: string]): Promise<void>;
  /** Builds the indexes that `clear` dropped, each once. */
  restoreIndexes(): Promise<void>;
  /** The highest number ever given to a row, by table. */
  readNumbers(): Promise<ReadonlyMap<string, number>>;
  /** Numbers continue behind these, and behind the rows that are there. */
  setNumbers(numbers: ReadonlyMap<string, number>): Promise<void>;
  close(): Promise<void>;
}

/** Why databases can't be moved; its message is the whole explanation. */
export class MoveError extends Error {}
