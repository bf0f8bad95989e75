/** Brings a database to this version's schema at start: all missing steps in one transaction, one instance at a time. */
import type pg from 'pg';
import { loadMigrations } from './definitions.ts';
import { READ_STATE, refuseWhileMoving, STATE_TABLE, type StateRow, toState } from './move/state.ts';
import type { Sqlite } from './sqlite/open.ts';
import type { Migration } from './types.ts';

/** Any number that nobody else uses as an advisory lock. */
const MIGRATION_LOCK = '7220318450962011';

const VERSIONS_TABLE = `CREATE TABLE IF NOT EXISTS schema_versions (
  version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)`;

/** The first number of a schema. Lower ones were steps of versions that were never released. */
const FIRST_VERSION = 101;

export interface MigrateOptions {
  /** Part of a move, which alone may use a database that is being moved. */
  isMove?: boolean;
}

/**
 * Throws one sentence if this version of Farebox can't use the database: a newer one has, or one from before a release, or it
 * is being moved.
 */
export async function migrateSqlite(db: Sqlite, { isMove = false }: MigrateOptions = {}): Promise<void> {
  const migrations = await loadMigrations();
  db.exec('BEGIN IMMEDIATE');
  try {
    if (!isMove && db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(STATE_TABLE) !== undefined) {
      refuseWhileMoving(toState(db.prepare<[], StateRow>(READ_STATE).all()));
    }
    db.exec(VERSIONS_TABLE);
    const applied = db.prepare<[], AppliedRow>('SELECT version FROM schema_versions').all();
    const insert = db.prepare('INSERT INTO schema_versions (version, name, applied_at) VALUES (?, ?, ?)');
    for (const step of listMissing(migrations, applied)) {
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
export async function migratePostgres(client: pg.Client, { isMove = false }: MigrateOptions = {}): Promise<void> {
  const migrations = await loadMigrations();
  await client.query('BEGIN');
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const { rows: found } = await client.query<{ name: string | null }>(`SELECT to_regclass('${STATE_TABLE}') AS name`);
    if (!isMove && found[0]?.name != null) refuseWhileMoving(toState((await client.query<StateRow>(READ_STATE)).rows));
    await client.query(VERSIONS_TABLE);
    const { rows: applied } = await client.query<AppliedRow>('SELECT version FROM schema_versions');
    for (const step of listMissing(migrations, applied)) {
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

interface AppliedRow {
  version: number;
}

/** Those that this database has not had: a branch may bring a lower number later than another one. */
function listMissing(migrations: readonly Migration[], applied: readonly AppliedRow[]): Migration[] {
  const versions = new Set(applied.map(({ version }) => version));
  if ([...versions].some((version) => version < FIRST_VERSION)) {
    throw new Error(
      'The database was created by an unreleased version of Farebox and cannot be upgraded: set DATA_DIR or DATABASE_URL to an empty one.',
    );
  }
  const newest = migrations.at(-1)?.version ?? 0;
  const unknown = Math.max(
    0,
    ...[...versions].filter((version) => !migrations.some((step) => step.version === version)),
  );
  if (unknown > 0) {
    throw new Error(
      `The database has schema ${unknown}, this version of Farebox knows ${newest}: start the newer one.`,
    );
  }
  return migrations.filter(({ version }) => !versions.has(version));
}
