/** The books as the proofs read them: in single answers or from one snapshot, whether or not a server runs on them. */
import { POSTGRES_CLOCK } from '../../database/clock.ts';
import { buildDatabasePath, isFolderLocked, loadSqlite, openForReading } from '../../database/sqlite/open.ts';
import { buildLockKey } from '../postgres/instance.ts';

export interface VerifySource {
  dataDir: string;
  /** `postgres://…`: the books are there instead. */
  databaseUrl?: string;
}

type Value = string | number;

export interface BooksReader {
  /** A `YYYY-MM-DD` in UTC of a column of milliseconds, in the words of the database. */
  day(column: string): string;
  now(): Promise<number>;
  listRows<Row extends object>(sql: string): Promise<Row[]>;
  /** `sql` has a `?` for each value. */
  listTuples<Row extends unknown[]>(sql: string, ...values: Value[]): Promise<Row[]>;
  /** What is asked from then on is of one moment. */
  enterSnapshot(): Promise<void>;
  /** What is asked afterwards is of now. */
  leaveSnapshot(): Promise<void>;
  isAlive(owner: string): Promise<boolean>;
  /** Keeps what was proved, in place of what was kept before. */
  keepProof(state: string): Promise<void>;
  close(): Promise<void>;
}

const KEEP_PROOF = `INSERT INTO proofs (id, state, at) VALUES (1, ?, ?)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, at = excluded.at`;
const WRITE_MS_MAX = 5_000;

/** Throws when the database can't be opened. */
export const openBooksReader = ({ dataDir, databaseUrl }: VerifySource): Promise<BooksReader> =>
  databaseUrl === undefined ? openSqliteBooks(dataDir) : openPostgresBooks(databaseUrl);

async function openSqliteBooks(dataDir: string): Promise<BooksReader> {
  const sqlite = await loadSqlite();
  const db = openForReading(sqlite, dataDir);
  return {
    day: (column) => `strftime('%Y-%m-%d', ${column} / 1000, 'unixepoch')`,
    now: async () => Date.now(),
    listRows: async <Row extends object>(sql: string) => db.prepare<[], Row>(sql).all(),
    listTuples: async <Row extends unknown[]>(sql: string, ...values: Value[]) =>
      db
        .prepare<Value[], Row>(sql)
        .raw()
        .all(...values),
    enterSnapshot: async () => void db.exec('BEGIN'),
    leaveSnapshot: async () => void db.exec('COMMIT'),
    // Only the server that has the folder can own an open call, and it is the one that was noted last.
    isAlive: async (owner) => {
      if (!isFolderLocked(sqlite, dataDir)) return false;
      const newest = db.prepare<[], { owner: string }>(
        'SELECT owner FROM instances ORDER BY started_at DESC, owner DESC LIMIT 1',
      );
      return newest.get()?.owner === owner;
    },
    // One row beside a server that writes: it waits for that a moment, and no other row is touched.
    keepProof: async (state) => {
      const writing = new sqlite(buildDatabasePath(dataDir), { fileMustExist: true, timeout: WRITE_MS_MAX });
      try {
        writing.prepare(KEEP_PROOF).run(state, Date.now());
      } finally {
        writing.close();
      }
    },
    close: async () => void db.close(),
  };
}

async function openPostgresBooks(url: string): Promise<BooksReader> {
  const { connectPostgres } = await import('../../database/postgres/open.ts');
  const client = await connectPostgres({ url, name: 'farebox verify', patient: true }, () => {});
  const number = (sql: string): string => {
    let count = 0;
    return sql.replaceAll('?', () => `$${++count}`);
  };
  return {
    day: (column) => `to_char(to_timestamp(${column} / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
    now: async () => (await client.query<{ now: number }>(`SELECT ${POSTGRES_CLOCK} AS now`)).rows[0]?.now ?? 0,
    listRows: async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows,
    listTuples: async <Row extends unknown[]>(sql: string, ...values: Value[]) =>
      (await client.query<Row>({ text: number(sql), values, rowMode: 'array' })).rows,
    enterSnapshot: async () => void (await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')),
    leaveSnapshot: async () => void (await client.query('COMMIT')),
    isAlive: async (owner) => {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND ((classid::bigint << 32) | objid::bigint)::text = $1`,
        [buildLockKey(owner)],
      );
      return rows.length > 0;
    },
    keepProof: async (state) => void (await client.query(number(KEEP_PROOF), [state, Date.now()])),
    close: () => client.end(),
  };
}
