/**
 * Where storage is tested: TEST_DATABASE_URL and TEST_REDIS_URL, else a PostgreSQL on 127.0.0.1:5432 (database `test`)
 * and a Redis on 127.0.0.1:6379 when they answer, else PGlite over its socket and no Redis. Never a mock.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createClient } from 'redis';

const PROBE_MS = 2_000;

export interface FreshDatabase {
  /** For DATABASE_URL; undefined: the embedded database in `dataDir`. */
  url: string | undefined;
  /** An empty folder of its own. */
  dataDir: string;
  /** Several servers may share it. False for the embedded database and for PGlite, which has one session for all. */
  shared: boolean;
  drop(): Promise<void>;
}

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

/** An empty database, nobody else's; `drop` removes it with its folder. */
export async function freshDatabase(engine: Engine): Promise<FreshDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-test-'));
  const removeFolder = (): Promise<void> => rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  if (engine === 'sqlite') return { url: undefined, dataDir, shared: false, drop: removeFolder };
  const server = await postgresServer();
  const { url, drop } = server === null ? await pgliteDatabase() : await databaseOn(server);
  const dropBoth = async (): Promise<void> => {
    await drop();
    await removeFolder();
  };
  return { url, dataDir, shared: server !== null, drop: dropBoth };
}

/** Address of the PostgreSQL to test on; null where there is none. A TEST_DATABASE_URL that fails is an error. */
export async function postgresServer(): Promise<string | null> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return given;
  for (const user of [userInfo().username, 'postgres']) {
    const url = `postgres://${user}@127.0.0.1:5432/test`;
    if (await answersPostgres(url)) return url;
  }
  return null;
}

async function answersPostgres(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PROBE_MS });
  // Without a listener, a server that goes away would end the test run.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function databaseOn(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `farebox_test_${randomBytes(6).toString('hex')}`;
  await execute(server, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PROBE_MS });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A PostgreSQL in this process, for machines without a server. */
async function pgliteDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket');
  const db = await PGlite.create();
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 100 });
  await server.start();
  const drop = async (): Promise<void> => {
    await server.stop();
    await db.close();
  };
  return { url: `postgres://postgres@${server.getServerConn()}/postgres`, drop };
}

/** Address of the Redis to test on; null, with a line that says so, where there is none. */
export async function redisServer(): Promise<string | null> {
  const given = process.env.TEST_REDIS_URL;
  if (given) return given;
  const url = 'redis://127.0.0.1:6379';
  const client = createClient({ url, socket: { connectTimeout: PROBE_MS, reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    client.destroy();
    return url;
  } catch {
    process.stdout.write('No Redis answers on 127.0.0.1:6379 (TEST_REDIS_URL): its cases are skipped.\n');
    return null;
  }
}
