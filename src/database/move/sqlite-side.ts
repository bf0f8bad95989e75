/**
 * The embedded database as source or target of a move. Holds the folder's lock, so that no server starts on it during
 * the move.
 */
import { migrateSqlite } from '../migrate.ts';
import { loadSqlite, lockFolder, openForWriting, type Sqlite } from '../sqlite/open.ts';
import { CREATE_STATE, INDEX_PREFIX, READ_STATE, SET_STATE, STATE_TABLE, type StateRow, toState } from './state.ts';
import { quoteName, quoteNames } from './tables.ts';
import type { MoveRow, MoveSide, MoveState, MoveTable, MoveValue } from './types.ts';

const INDEXES = `SELECT name, sql AS definition FROM sqlite_master WHERE type = 'index' AND sql NOT LIKE 'CREATE UNIQUE%'`;
const NUMBERS = 'SELECT name, seq FROM sqlite_sequence';
/** Large enough for the indexes that are built at the end. */
const CACHE_KIB = 262_144;

export async function openSqliteSide(dataDir: string): Promise<MoveSide> {
  const sqlite = await loadSqlite();
  const lock = lockFolder(sqlite, dataDir);
  try {
    const db = openForWriting(sqlite, dataDir);
    db.pragma(`cache_size = -${CACHE_KIB}`);
    await migrateSqlite(db, { isMove: true });
    return new SqliteSide(db, dataDir, () => {
      db.close();
      lock.release();
    });
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}

class SqliteSide implements MoveSide {
  readonly name: string;
  readonly #db: Sqlite;
  readonly #end: () => void;

  constructor(db: Sqlite, dataDir: string, end: () => void) {
    this.name = `SQLite in ${dataDir}`;
    this.#db = db;
    this.#end = end;
  }

  async readState(): Promise<MoveState> {
    const table = this.#db.prepare<[string]>(`SELECT 1 FROM sqlite_master WHERE name = ?`).get(STATE_TABLE);
    return toState(table === undefined ? [] : this.#db.prepare<[], StateRow>(READ_STATE).all());
  }

  async setState(entries: Readonly<Record<string, string>>): Promise<void> {
    this.#inTransaction(() => this.#note(entries));
  }

  async dropState(): Promise<void> {
    this.#db.exec(`DROP TABLE IF EXISTS ${STATE_TABLE}`);
  }

  async clear(tables: readonly MoveTable[], entries: Readonly<Record<string, string>>): Promise<void> {
    this.#inTransaction(() => {
      for (const { name, seeded } of tables) if (seeded > 0) this.#db.exec(`DELETE FROM ${quoteName(name)}`);
      const indexes = this.#db.prepare<[], { name: string; definition: string }>(INDEXES).all();
      for (const { name } of indexes) this.#db.exec(`DROP INDEX ${quoteName(name)}`);
      this.#note({
        ...entries,
        ...Object.fromEntries(indexes.map(({ name, definition }) => [INDEX_PREFIX + name, definition])),
      });
    });
  }

  async countRows({ name }: MoveTable): Promise<number> {
    const query = `SELECT COUNT(*) AS count FROM ${quoteName(name)}`;
    return this.#db.prepare<[], { count: number }>(query).get()?.count ?? 0;
  }

  async read({ name, columns, key }: MoveTable, after: MoveRow | null, limit: number): Promise<MoveRow[]> {
    const keys = quoteNames(key);
    const where = after === null ? '' : `WHERE (${keys}) > (${key.map(() => '?').join(', ')})`;
    const query = `SELECT ${quoteNames(columns)} FROM ${quoteName(name)} ${where} ORDER BY ${keys} LIMIT ${limit}`;
    return this.#db
      .prepare<MoveValue[], MoveValue[]>(query)
      .raw()
      .all(...(after ?? []));
  }

  async write(
    { name, columns }: MoveTable,
    rows: readonly MoveRow[],
    [entry, value]: readonly [string, string],
  ): Promise<void> {
    const places = columns.map(() => '?').join(', ');
    const insert = this.#db.prepare<MoveValue[]>(
      `INSERT INTO ${quoteName(name)} (${quoteNames(columns)}) VALUES (${places})`,
    );
    this.#inTransaction(() => {
      for (const row of rows) insert.run(...row);
      this.#note({ [entry]: value });
    });
  }

  async restoreIndexes(): Promise<void> {
    for (const [name, definition] of await this.readState()) {
      if (!name.startsWith(INDEX_PREFIX)) continue;
      this.#inTransaction(() => {
        this.#db.exec(definition);
        this.#db.prepare(`DELETE FROM ${STATE_TABLE} WHERE name = ?`).run(name);
      });
    }
  }

  async readNumbers(): Promise<ReadonlyMap<string, number>> {
    const rows = this.#db.prepare<[], { name: string; seq: number }>(NUMBERS).all();
    return new Map(rows.map(({ name, seq }) => [name, seq]));
  }

  async setNumbers(numbers: ReadonlyMap<string, number>): Promise<void> {
    const numbered = this.#db.prepare<[string]>(
      `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? AND sql LIKE '%AUTOINCREMENT%'`,
    );
    const raise = this.#db.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?');
    const add = this.#db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)');
    this.#inTransaction(() => {
      for (const [name, number] of numbers) {
        if (numbered.get(name) === undefined) continue;
        if (raise.run(number, name).changes === 0) add.run(name, number);
      }
    });
  }

  async close(): Promise<void> {
    this.#end();
  }

  #note(entries: Readonly<Record<string, string>>): void {
    this.#db.exec(CREATE_STATE);
    const set = this.#db.prepare<[string, string]>(SET_STATE);
    for (const [name, value] of Object.entries(entries)) set.run(name, value);
  }

  #inTransaction(work: () => void): void {
    this.#db.transaction(work).immediate();
  }
}
