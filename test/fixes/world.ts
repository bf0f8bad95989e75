/** A database of fixes in this process, on either engine: writes run as the database's writer runs them. */

import type { Kysely } from 'kysely';
import { loadWrites } from '../../src/database/definitions.ts';
import { migratePostgres, migrateSqlite } from '../../src/database/migrate.ts';
import { connectPostgres, createPoolKysely, openPool } from '../../src/database/postgres/open.ts';
import { createSqliteKysely, loadSqlite, openForWriting } from '../../src/database/sqlite/open.ts';
import { createTx } from '../../src/database/tx.ts';
import type { Database, Tables, Tx } from '../../src/database/types.ts';
import { readKnowledge } from '../../src/fixes/shipped/knowledge.ts';
import { seedKnowledge } from '../../src/fixes/shipped/seeding.ts';
import { buildShippedKnowledge, type ShippedKnowledge } from '../../src/fixes/shipped/shipped.ts';
import { type Engine, freshDatabase } from '../harness/databases.ts';

export interface FixesWorld {
  database: Pick<Database, 'db' | 'engine' | 'write'>;
  /** Removes what is over so many days from now. */
  purgeIn(days: number): Promise<void>;
  close(): Promise<void>;
}

/** What ships, as the sources have it now. */
export const knownFixes = await readKnowledge(new URL('../../src/fixes/knowledge', import.meta.url).pathname);
export const shipped = buildShippedKnowledge(knownFixes);

/** Brings what ships into the database: how many fixes were written or removed. */
export const seed = ({ database }: Pick<FixesWorld, 'database'>, what: ShippedKnowledge = shipped): Promise<number> =>
  seedKnowledge(database, what, new AbortController().signal);

/** An empty database with all tables. */
export async function openFixesWorld(engine: Engine): Promise<FixesWorld> {
  const store = await freshDatabase(engine);
  const db = store.url === undefined ? await onSqlite(store.dataDir) : await onPostgres(store.url);
  const writes = await loadWrites();
  const runAt = <Output>(nowMs: number, run: (tx: Tx) => Promise<Output>): Promise<Output> =>
    db.transaction().execute((trx) => run(createTx({ db: trx, engine, nowMs }, writes)));
  const write: Database['write'] = (definition, input) => runAt(Date.now(), (tx) => definition.run(tx, input));
  const purgeIn = async (days: number): Promise<void> => {
    for (const purge of writes.purges) await runAt(Date.now() + days * 86_400_000, (tx) => purge.run(tx));
  };
  const close = async (): Promise<void> => {
    await db.destroy();
    await store.drop();
  };
  return { database: { db, engine, write }, purgeIn, close };
}

async function onSqlite(dataDir: string): Promise<Kysely<Tables>> {
  const db = openForWriting(await loadSqlite(), dataDir);
  await migrateSqlite(db);
  return createSqliteKysely(db);
}

/** Kysely on a migrated database. */
export async function onPostgres(url: string): Promise<Kysely<Tables>> {
  const client = await connectPostgres({ url, name: 'farebox test' }, () => {});
  await migratePostgres(client);
  await client.end();
  return createPoolKysely(openPool({ url, name: 'farebox test' }, () => {}));
}
