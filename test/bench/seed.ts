/**
 * Books of any size, made by a few statements: accounts that have each paid for the same number of calls, one after another over
 * thirty days. They hold: `npm run verify` finds nothing. As a command it fills the database of the environment:
 * `DATA_DIR=… npx tsx test/bench/seed.ts 1000000 10000000`, on a folder or a `DATABASE_URL` without accounts.
 */
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import pg from 'pg';
import { migratePostgres, migrateSqlite } from '../../src/database/migrate.ts';
import { cutGrams, formatGrams } from '../../src/database/queries/grams.ts';
import { buildDatabasePath } from '../../src/database/sqlite/open.ts';
import { sha256Hex } from '../../src/lib/ids.ts';

export interface SeedOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  accounts: number;
  /** All accounts together; a charge each. */
  calls: number;
  /** The secret of the first account's root key. */
  apiKey?: string;
  /** So many accounts behind the first have keys of their own: `buildActiveKey`. */
  active?: number;
}

export const SEEDED_KEY = `fbx_live_${'seed'.repeat(10)}abc`;

/** The secret of one of the active accounts, by a number from 10,000,000 on. */
export const buildActiveKey = (number: number | string): string => `fbx_live_${'seed'.repeat(8)}abc${number}`;
const ACTIVE_FROM = 10_000_000;
const PRICE = 2_000;
/** Of a million accounts together they are below 2^53 micro-USD, as the sums of a day must be. */
const FUNDS = 8_000_000_000;
const SPAN_MS = 30 * 86_400_000;
/** Younger rows are read from a snapshot by the proof of the books. */
const AGO_MS = 2 * 3_600_000;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** What the two databases say differently. */
interface Dialect {
  /** A table `s` with a column `i`, from one number to another. */
  series(from: number, to: number): string;
  pad(number: string, width: number): string;
  day(ms: string): string;
  /** The index of the accounts' names, and what the database keeps of the rows. */
  names: string;
}

const sqlite: Dialect = {
  series: (from, to) =>
    `(WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT i FROM n) s`,
  pad: (number, width) => `printf('%0${width}d', ${number})`,
  day: (ms) => `strftime('%Y-%m-%d', (${ms}) / 1000, 'unixepoch')`,
  names: `INSERT INTO account_names (account_id, grams) SELECT id, cut_grams(name) FROM accounts ORDER BY id`,
};

const postgres: Dialect = {
  series: (from, to) => `generate_series(${from}::bigint, ${to}::bigint) AS s (i)`,
  pad: (number, width) => `lpad((${number})::text, ${width}, '0')`,
  day: (ms) => `to_char(to_timestamp((${ms}) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  names: `INSERT INTO account_names (account_id, grams) SELECT id, ARRAY(SELECT DISTINCT substr(name, first, size)
    FROM generate_series(1, length(name)) AS first, (VALUES (2), (3)) AS sizes (size) WHERE first + size - 1 <= length(name))
    FROM (SELECT id, lower(name) AS name FROM accounts) a;
    SELECT setval('transfer_numbers', (SELECT max(n) + 1 FROM transfers), false); ANALYZE`,
};

const PATIENT_SETTINGS = "SET work_mem = '512MB'; SET maintenance_work_mem = '1GB'; SET jit = off";
/** Built at the end, they take a fraction of the time. */
const SLOW_INDEXES = `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
  AND indexname IN ('account_names_by_grams', 'usage_by_day')`;

export async function seedBooks(options: SeedOptions): Promise<void> {
  if (options.databaseUrl === undefined) {
    const db = new Database(buildDatabasePath(options.dataDir));
    await migrateSqlite(db);
    db.function('cut_grams', { deterministic: true }, (text) => formatGrams(cutGrams(String(text))));
    for (const pragma of ['synchronous = OFF', 'journal_mode = WAL', 'cache_size = -400000']) db.pragma(pragma);
    for (const statement of buildStatements(sqlite, options)) db.exec(statement);
    const setHash = db.prepare('UPDATE api_keys SET hash = ? WHERE id = ?');
    db.transaction(() => {
      for (const { id, hash } of listActiveKeys(options)) setHash.run(hash, id);
    })();
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  await migratePostgres(client);
  await client.query(PATIENT_SETTINGS);
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(SLOW_INDEXES);
  for (const { indexname } of indexes) await client.query(`DROP INDEX ${indexname}`);
  for (const statement of buildStatements(postgres, options)) await client.query(statement);
  for (const { indexdef } of indexes) await client.query(indexdef);
  const keys = listActiveKeys(options);
  await client.query(
    'UPDATE api_keys k SET hash = v.hash FROM unnest($1::text[], $2::text[]) AS v (id, hash) WHERE k.id = v.id',
    [keys.map(({ id }) => id), keys.map(({ hash }) => hash)],
  );
  await client.end();
}

const listActiveKeys = ({ active = 0 }: SeedOptions): { id: string; hash: string }[] =>
  Array.from({ length: active }, (_, i) => ({
    id: `key_${String(i + 2).padStart(23, '0')}`,
    hash: sha256Hex(buildActiveKey(ACTIVE_FROM + i)),
  }));

function buildStatements(dialect: Dialect, { accounts, calls, apiKey = SEEDED_KEY }: SeedOptions): string[] {
  const { series, pad, day } = dialect;
  const firstMs = Date.now() - AGO_MS - SPAN_MS;
  const account = (i: string): string => `'agt_' || ${pad(i, 22)}`;
  const key = (i: string): string => `'key_' || ${pad(i, 23)}`;
  const openedAt = `${firstMs} + s.i * ${SPAN_MS} / ${calls}`;
  const digits = Array.from(
    { length: 9 },
    (_, k) => `substr('${ALPHABET}', 1 + cast((${openedAt}) / ${62 ** (8 - k)} % 62 AS INTEGER), 1)`,
  );
  const call = `'call_' || ${digits.join(' || ')} || ${pad('s.i', 14)}`;
  const payer = `(s.i % ${accounts} + 1)`;
  const round = `(s.i / ${accounts})`;
  const createdAt = `${firstMs - 86_400_000} + s.i % 86400000`;
  const paid = `(${Math.floor(calls / accounts)} + CASE WHEN s.i <= ${calls % accounts} THEN 1 ELSE 0 END)`;
  const newest = `CASE WHEN ${paid} = 0 THEN s.i ELSE ${accounts} + s.i + (${paid} - 1) * ${accounts} END`;
  const everyAccount = series(1, accounts);
  const everyCall = series(0, calls - 1);
  return [
    `INSERT INTO accounts (id, mode, name, balance, deposited, charges_count, spent, transfer_seq, last_transfer, created_at)
      SELECT ${account('s.i')}, 'live', 'Seeded account ' || ${pad('s.i', 7)}, ${FUNDS} - ${PRICE} * ${paid}, ${FUNDS}, ${paid},
      ${PRICE} * ${paid}, 1 + ${paid}, ${newest}, ${createdAt} FROM ${everyAccount}`,
    `INSERT INTO api_keys (id, account_id, lineage, hash, last4, name, is_root, created_at) SELECT ${key('s.i')}, ${account('s.i')},
      ${key('s.i')}, CASE WHEN s.i = 1 THEN '${sha256Hex(apiKey)}' ELSE ${pad('s.i', 64)} END, '0000', 'root', 1, ${createdAt}
      FROM ${everyAccount}`,
    `INSERT INTO transfers (n, account_id, seq, mode, kind, source, counter, amount, balance_after, id, at)
      SELECT s.i, ${account('s.i')}, 1, 'live', 'deposit', 'card', 'deposits', ${FUNDS}, ${FUNDS}, 'tr_' || ${pad('s.i', 23)},
      ${createdAt} FROM ${everyAccount}`,
    `INSERT INTO deposits (external_id, account_id, mode, source, amount, transfer_id, at) SELECT 'seed:' || ${pad('s.i', 9)},
      ${account('s.i')}, 'live', 'card', ${FUNDS}, 'tr_' || ${pad('s.i', 23)}, ${createdAt} FROM ${everyAccount}`,
    `INSERT INTO calls (id, mode, account_id, lineage, tool, price, state, opened_at, closed_at, cost) SELECT ${call}, 'live',
      ${account(payer)}, ${key(payer)}, 'llm-fast', ${PRICE}, 'settled', ${openedAt}, ${openedAt} + 1, 900 FROM ${everyCall}`,
    `INSERT INTO transfers (n, account_id, seq, prev, mode, kind, counter, amount, balance_after, call_id, at)
      SELECT ${accounts + 1} + s.i, ${account(payer)}, ${round} + 2, ${accounts + 1} + s.i - ${accounts}, 'live', 'charge', 'revenue',
      ${-PRICE}, ${FUNDS} - ${PRICE} * (${round} + 1), ${call}, ${openedAt} FROM ${everyCall}`,
    `INSERT INTO usage_daily (day, account_id, lineage, tool, mode, charges, refunds, spent) SELECT ${day('opened_at')}, account_id,
      lineage, tool, mode, count(*), 0, sum(price) FROM calls GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4`,
    `INSERT INTO system_daily (mode, account, day, shard, debit, credit) SELECT mode, counter, ${day('at')}, 0,
      sum(CASE WHEN amount > 0 THEN amount ELSE 0 END), sum(CASE WHEN amount < 0 THEN -amount ELSE 0 END)
      FROM transfers GROUP BY 1, 2, 3`,
    `INSERT INTO margin_days (day, mode, tool, outcome, calls, paid, revenue, cost, unknown) SELECT ${day('opened_at')}, mode, tool,
      state, count(*), count(*), sum(price), sum(cost), 0 FROM calls GROUP BY 1, 2, 3, 4`,
    'INSERT INTO margin_position (id, call_id) SELECT 1, max(id) FROM calls',
    dialect.names,
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [accounts = 1_000, calls = 10_000] = process.argv.slice(2).map(Number);
  const { DATA_DIR: dataDir = 'data', DATABASE_URL: databaseUrl } = process.env;
  await seedBooks({ dataDir, databaseUrl, accounts, calls });
}
