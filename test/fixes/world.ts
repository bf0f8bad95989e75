/** A database of fixes in this process, on either engine: operations run as the ledger's writer runs them. */
import type { Kysely } from 'kysely';
import { readKnowledge } from '../../src/fixes/knowledge.ts';
import { seedKnowledge } from '../../src/fixes/seeding.ts';
import { buildShippedKnowledge, type ShippedKnowledge } from '../../src/fixes/shipped.ts';
import type { LedgerHandle } from '../../src/ledger/handle.ts';
import { formatDay } from '../../src/ledger/op.ts';
import { runOperation } from '../../src/ledger/run-operation.ts';
import { migratePostgres, migrateSqlite } from '../../src/storage/migrate.ts';
import { connectPostgres, createPoolKysely, openPool } from '../../src/storage/postgres.ts';
import type { Tables } from '../../src/storage/schema.ts';
import { createSqliteKysely, loadSqlite, openForWriting } from '../../src/storage/sqlite.ts';
import { type Engine, freshDatabase } from '../harness/databases.ts';

export interface FixesWorld {
  ledger: Pick<LedgerHandle, 'db' | 'engine' | 'write'>;
  /** Removes what is over so many days from now. */
  purgeIn(days: number): Promise<void>;
  close(): Promise<void>;
}

/** What ships, as the sources have it now. */
export const knownFixes = await readKnowledge(new URL('../../src/fixes/knowledge', import.meta.url).pathname);
export const shipped = buildShippedKnowledge(knownFixes);

/** Brings what ships into the database: how many fixes were written or removed. */
export const seed = ({ ledger }: Pick<FixesWorld, 'ledger'>, what: ShippedKnowledge = shipped): Promise<number> =>
  seedKnowledge(ledger, what, new AbortController().signal);

/** An empty database with all tables. */
export async function openFixesWorld(engine: Engine): Promise<FixesWorld> {
  const database = await freshDatabase(engine);
  const db = database.url === undefined ? await onSqlite(database.dataDir) : await onPostgres(database.url);
  const writeAt =
    (nowMs: () => number): LedgerHandle['write'] =>
    (name, input) =>
      db.transaction().execute((trx) => {
        const at = nowMs();
        return runOperation(name, { db: trx, engine, nowMs: at, day: formatDay(at), shard: 0 }, input);
      });
  const write = writeAt(Date.now);
  const purgeIn = async (days: number): Promise<void> => {
    await writeAt(() => Date.now() + days * 86_400_000)('purgeExpired', null);
  };
  const close = async (): Promise<void> => {
    await db.destroy();
    await database.drop();
  };
  return { ledger: { db, engine, write }, purgeIn, close };
}

async function onSqlite(dataDir: string): Promise<Kysely<Tables>> {
  const db = openForWriting(await loadSqlite(), dataDir);
  migrateSqlite(db);
  return createSqliteKysely(db);
}

/** Kysely on a migrated database. */
export async function onPostgres(url: string): Promise<Kysely<Tables>> {
  const client = await connectPostgres({ url, name: 'farebox test' }, () => {});
  await migratePostgres(client);
  await client.end();
  return createPoolKysely(openPool({ url, name: 'farebox test' }, () => {}));
}
