/** Both databases get the same tables, and only a database that this version knows is opened. */
import { expect, it } from 'vitest';
import { loadMigrations } from '../../src/database/definitions.ts';
import { engines } from '../harness/databases.ts';
import { type Books, freshBooks } from '../ledger/books.ts';

it('numbers schemas and migrations from 101, each with a name', async () => {
  const steps = await loadMigrations();
  expect(steps.every(({ version }) => version > 100)).toBe(true);
  expect(new Set(steps.map(({ version }) => version)).size).toBe(steps.length);
  expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
});

const COLUMNS = {
  // Full-text indexes are tables of SQLite alone. The key of a WITHOUT ROWID table is never null, and neither is a rowid.
  sqlite: `SELECT t.name || '.' || c.name AS name, c."notnull" = 1 OR c.pk > 0 AS required
    FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
    WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY t.name, c.cid`,
  postgres: `SELECT table_name || '.' || column_name AS name, is_nullable = 'NO' AS required
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name COLLATE "C", ordinal_position`,
};

const listColumns = async (books: Books, engine: 'sqlite' | 'postgres'): Promise<string[]> =>
  (await books.rows(COLUMNS[engine])).map(({ name, required }) => `${name}${Number(required) ? ' not null' : ''}`);

it('gives both databases the same tables and columns, in the same order, with the same nullability', async () => {
  const [sqlite, postgres] = [await freshBooks('sqlite'), await freshBooks('postgres')];
  const columns = await listColumns(sqlite, 'sqlite');
  expect(columns).toContain('transfers.amount not null');
  expect(columns).toEqual(await listColumns(postgres, 'postgres'));
});

it.each(engines)('runs each schema once on %s', async (engine) => {
  const books = await freshBooks(engine, { empty: true });
  await (await books.start()).stop();
  await (await books.start()).stop();
  const versions = await books.rows('SELECT version FROM schema_versions ORDER BY version');
  expect(versions.map(({ version }) => Number(version))).toEqual(
    (await loadMigrations()).map(({ version }) => version),
  );
  expect(await books.verify()).toMatchObject({ ok: true });
});

it.each(engines)('refuses a database of an unreleased version on %s, and leaves it unchanged', async (engine) => {
  const books = await freshBooks(engine, { empty: true });
  await books.execute(
    'CREATE TABLE schema_versions (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)',
    "INSERT INTO schema_versions VALUES (1, 'ledger', 0), (64, 'brakes', 0)",
  );
  await expect(books.start()).rejects.toThrow(
    /^The database was created by an unreleased version .+: set DATA_DIR or DATABASE_URL to an empty one\.$/,
  );
  expect(await books.rows('SELECT count(*) AS versions FROM schema_versions')).toMatchObject([
    { versions: engine === 'sqlite' ? 2 : '2' },
  ]);
});
