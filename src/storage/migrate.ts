/** Brings a database to this version's schema at start: all missing steps in one transaction, one instance at a time. */
import type pg from 'pg';
import { migrations } from './migrations/all.ts';
import type { Sqlite } from './sqlite.ts';

/** Any number that nobody else uses as an advisory lock. */
const MIGRATION_LOCK = '7220318450962011';

const VERSIONS_TABLE = `CREATE TABLE IF NOT EXISTS schema_versions (
  version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)`;

/** Throws one sentence when a newer version of Farebox has used this database. */
export function migrateSqlite(db: Sqlite): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    db.exec(VERSIONS_TABLE);
    const row = db.prepare<[], { version: number | null }>('SELECT max(version) AS version FROM schema_versions').get();
    const insert = db.prepare('INSERT INTO schema_versions (version, name, applied_at) VALUES (?, ?, ?)');
    for (const step of listMissing(row?.version ?? 0)) {
      db.exec(step.sqlite);
      insert.run(step.version, step.name, Date.now());
    }
    db.exec('COMMIT');
  } catch (thrown) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw thrown;
  }
}

/** The same; instances that start at once wait for each other. */
export async function migratePostgres(client: pg.Client): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await client.query(VERSIONS_TABLE);
    const { rows } = await client.query<{ version: number | null }>(
      'SELECT max(version) AS version FROM schema_versions',
    );
    for (const step of listMissing(rows[0]?.version ?? 0)) {
      await client.query(step.postgres);
      await client.query('INSERT INTO schema_versions (version, name, applied_at) VALUES ($1, $2, $3)', [
        step.version,
        step.name,
        Date.now(),
      ]);
    }
    await client.query('COMMIT');
  } catch (thrown) {
    await client.query('ROLLBACK').catch(() => {});
    throw thrown;
  }
}

function listMissing(version: number): typeof migrations {
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new Error(
      `The database has schema ${version}, this version of Farebox knows ${newest}: start the newer one.`,
    );
  }
  return migrations.filter((step) => step.version > version);
}
