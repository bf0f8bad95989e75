/**
 * Databases on the PostgreSQL of the tests. The first of a run is migrated and kept as a template; each further one is a
 * copy, and one that a test gives back is emptied and used again. `test/harness/run.ts` drops them all at the end.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export const PROBE_MS = 2_000;
const DAY_MS = 86_400_000;

/** Any number that nobody else uses as an advisory lock. */
const TEMPLATE_LOCK = '7220318450962012';

/** Set by the test runner for its workers: its databases are dropped when it ends. */
export const RUN_VARIABLE = 'FAREBOX_TEST_RUN';

/** The time is in the name, so that what a killed run left behind is known by its age. */
export const createRunId = (): string => `${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`;

const PREFIX = 'farebox_test_';
const toPrefix = (run: string): string => `${PREFIX}${run}_`;

interface Database {
  url: string;
  /** What its schema looks like when nothing has changed it. */
  schema: string;
}

/** Given back and empty, ready for the next test of this process. */
const emptied: Database[] = [];

export interface LentDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A migrated database without rows; `empty`: without tables, too. */
export async function lendDatabase(server: string, { empty = false } = {}): Promise<LentDatabase> {
  const run = process.env[RUN_VARIABLE];
  if (empty || run === undefined) {
    const url = await create(server, toPrefix(run ?? createRunId()), 'template0');
    return { url, drop: () => drop(server, url) };
  }
  const database = emptied.pop() ?? (await copyTemplate(server, run));
  return {
    url: database.url,
    async drop() {
      if (await emptyDatabase(database)) emptied.push(database);
      else await drop(server, database.url);
    },
  };
}

async function copyTemplate(server: string, run: string): Promise<Database> {
  const url = await create(server, toPrefix(run), await findTemplate(server, run));
  return { url, schema: await withClient(url, readSchema) };
}

/** Made by whoever comes first; its name tells that it is complete. */
async function findTemplate(server: string, run: string): Promise<string> {
  const name = `${toPrefix(run)}template`;
  await withClient(server, async (client) => {
    await client.query(`SELECT pg_advisory_lock(${TEMPLATE_LOCK})`);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    const making = await create(server, toPrefix(run), 'template0');
    const { migratePostgres } = await import('../../src/database/migrate.ts');
    await withClient(making, migratePostgres);
    await client.query(`ALTER DATABASE ${readName(making)} RENAME TO ${name}`);
  });
  return name;
}

async function create(server: string, prefix: string, template: string): Promise<string> {
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const readName = (url: string): string => new URL(url).pathname.slice(1);

const drop = (server: string, url: string): Promise<void> =>
  withClient(server, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${readName(url)} WITH (FORCE)`);
  });

/**
 * Ends its sessions and removes every row. False when a test has changed the schema, where we may not do it, and where a
 * server still runs: it would come back, and take what the next test has queued.
 */
async function emptyDatabase({ url, schema }: Database): Promise<boolean> {
  try {
    return await withClient(url, async (client) => {
      const { rowCount } = await client.query(`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'farebox instance'`);
      if (rowCount !== 0) return false;
      await client.query(`
        SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`);
      if ((await readSchema(client)) !== schema) return false;
      const { rows } = await client.query<{ statement: string }>(EMPTYING);
      // Triggers and references are for what the product does.
      const statements = rows.map(({ statement }) => statement).join(';');
      await client.query(`SET session_replication_role = replica; BEGIN; ${statements}; COMMIT`);
      return true;
    });
  } catch {
    return false;
  }
}

/** Some tables have one row, which their schema makes. */
const EMPTYING = `
  SELECT CASE WHEN relname = 'feed_state' THEN 'UPDATE feed_state SET epoch = 1, number = 0, horizon = 0, changed_at = 0'
    WHEN relname = 'coverage_scan' THEN 'UPDATE coverage_scan SET number = 0'
    WHEN relname = 'media_state' THEN 'UPDATE media_state SET revision = 0'
    WHEN relname = 'media_imports' THEN 'UPDATE media_imports SET lease_until = NULL, ended_at = NULL, result = NULL'
    WHEN relname = 'newsroom_settings'
      THEN 'UPDATE newsroom_settings SET hour = 10, minute = 0, categories = ''[]'', updated_at = 0, updated_by = NULL'
    WHEN relkind = 'r' THEN 'DELETE FROM ' || oid::regclass
    ELSE 'ALTER SEQUENCE ' || oid::regclass || ' RESTART' END AS statement
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') AND relname <> 'schema_versions'`;

async function readSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`
    SELECT md5(concat(
      (SELECT string_agg(version::text, ' ' ORDER BY version) FROM schema_versions),
      (SELECT string_agg(concat(c.oid, a.attname, a.atttypid, a.attnotnull), ' ' ORDER BY c.oid, a.attnum)
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.relnamespace = 'public'::regnamespace),
      (SELECT string_agg(concat(oid, tgenabled), ' ' ORDER BY oid) FROM pg_trigger WHERE NOT tgisinternal)
    )) AS schema`);
  return String(rows[0]?.schema);
}

/** Drops the databases of a run, and those of runs that ended a day ago without doing so. */
export async function dropDatabases(server: string, run: string): Promise<void> {
  await withClient(server, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE datname LIKE '${PREFIX.replaceAll('_', '\\_')}%'`,
    );
    for (const { name } of rows) {
      if (!name.startsWith(toPrefix(run)) && !isOld(name)) continue;
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  });
}

function isOld(name: string): boolean {
  const startedMs = Number.parseInt(name.slice(PREFIX.length).split('_')[0] ?? '', 36);
  return startedMs > 0 && startedMs < Date.now() - DAY_MS;
}

/** For as long as `use` runs. */
export async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PROBE_MS });
  // Without a listener, a server that goes away would end the test run.
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
