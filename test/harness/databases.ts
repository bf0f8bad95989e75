/**
 * Chooses test storage: TEST_DATABASE_URL and TEST_REDIS_URL, else PostgreSQL on 127.0.0.1:5432 (database `test`) and
 * Redis on 127.0.0.1:6379 if they respond, else PGlite over its socket and no Redis. Never a mock.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { createClient } from 'redis';
import { buildDatabasePath, loadSqlite } from '../../src/database/sqlite/open.ts';
import { isLong } from './long.ts';
import { lendDatabase, PROBE_MS, withClient } from './postgres.ts';

/** Set by the test runner: where its workers put their databases. */
export const FOLDER_VARIABLE = 'FAREBOX_TEST_FOLDER';

export interface FreshDatabase {
  /** For DATABASE_URL; undefined: the embedded database in `dataDir`. */
  url: string | undefined;
  /** A folder of its own: with an embedded database for who opens it here, and another in `data` for a server. */
  dataDir: string;
  /** Several servers may share it. False for the embedded database and for PGlite, which has one session for all. */
  shared: boolean;
  drop(): Promise<void>;
}

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

/**
 * The databases that a test of a feature runs on: both in the long run, otherwise one, which the sum of its file name's
 * characters chooses, so that each has about half of the files. Money, mail that must go out once, races and crashes
 * are tested on both `engines` every time.
 * @param file The test's `import.meta.url`.
 */
export function dailyEngines(file: string): readonly Engine[] {
  if (isLong) return engines;
  const sum = [...basename(file)].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return [sum % 2 === 0 ? 'sqlite' : 'postgres'];
}

/**
 * A database without rows, nobody else's; `drop` removes it with its folder. It has its tables already, unless it is to
 * be `empty`.
 */
export async function freshDatabase(engine: Engine, options: { empty?: boolean } = {}): Promise<FreshDatabase> {
  const dataDir = await mkdtemp(join(process.env[FOLDER_VARIABLE] ?? tmpdir(), 'farebox-test-'));
  const removeFolder = (): Promise<void> => rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  if (engine === 'sqlite') {
    if (!options.empty) await putMigrated(dataDir);
    return { url: undefined, dataDir, shared: false, drop: removeFolder };
  }
  const server = await postgresServer();
  const { url, drop } = server === null ? await pgliteDatabase() : await lendDatabase(server, options);
  const dropBoth = async (): Promise<void> => {
    await drop();
    await removeFolder();
  };
  return { url, dataDir, shared: server !== null, drop: dropBoth };
}

let migratedFile: Promise<Buffer> | undefined;

async function putMigrated(dataDir: string): Promise<void> {
  migratedFile ??= migrateFile();
  const bytes = await migratedFile;
  const serverDir = join(dataDir, 'data');
  await mkdir(serverDir, { mode: 0o700 });
  for (const folder of [dataDir, serverDir]) await writeFile(buildDatabasePath(folder), bytes, { mode: 0o600 });
}

/**
 * To run every migration again for each of some hundred databases takes longer than many a test. Those of the built
 * product, which knows no newer ones; the sources add what they have beyond them.
 */
async function migrateFile(): Promise<Buffer> {
  const built = new URL('../../dist/src/database/migrate.js', import.meta.url).href;
  const { migrateSqlite }: typeof import('../../src/database/migrate.ts') = await import(built);
  const db = new (await loadSqlite())(':memory:');
  await migrateSqlite(db);
  const bytes = db.serialize();
  db.close();
  return bytes;
}

let asked: Promise<string | null> | undefined;

/** Address of the PostgreSQL to test on; null where there is none. A TEST_DATABASE_URL that fails is an error. */
export function postgresServer(): Promise<string | null> {
  asked ??= findPostgres();
  return asked;
}

async function findPostgres(): Promise<string | null> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return given;
  for (const user of [userInfo().username, 'postgres']) {
    const url = `postgres://${user}@127.0.0.1:5432/test`;
    if (await answersPostgres(url)) return url;
  }
  return null;
}

async function answersPostgres(url: string): Promise<boolean> {
  try {
    await withClient(url, async () => {});
    return true;
  } catch {
    return false;
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
