/** A database made before this version opens with what is in it; each step runs once, whatever its neighbours did. */
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { loadMigrations } from '../../src/database/definitions.ts';
import { buildDatabasePath } from '../../src/database/sqlite/open.ts';
import { engines } from '../harness/databases.ts';
import { withClient } from '../harness/postgres.ts';
import { freshBooks } from '../ledger/books.ts';

/** The last one before features owned their steps. */
const EARLIER = 10;

it('have a number and a name of their own', async () => {
  const steps = await loadMigrations();
  expect(steps.slice(0, EARLIER).map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(new Set(steps.map(({ version }) => version)).size).toBe(steps.length);
  expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
});

it.each(engines)('open an earlier database on %s', async (engine) => {
  const books = await freshBooks(engine, { empty: true });
  const { url, dataDir } = books.database;
  const steps = (await loadMigrations()).filter(({ version }) => version <= EARLIER);
  const text = [
    'CREATE TABLE schema_versions (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)',
    ...steps.map((step) => (engine === 'sqlite' ? step.sqlite : step.postgres)),
    ...steps.map(({ version, name }) => `INSERT INTO schema_versions VALUES (${version}, '${name}', 0)`),
    `INSERT INTO media (id, account_id, type, filename, size, expires_at, bytes)
      VALUES ('file', 'agt_1', 'audio/mpeg', 'a.mp3', 1, 9999999999999, ${engine === 'sqlite' ? "x'61'" : "'a'"})`,
  ].join(';\n');
  if (url === undefined) new Sqlite(buildDatabasePath(dataDir)).exec(text).close();
  else await withClient(url, (client) => client.query(text));
  const ledger = await books.start();
  expect(await ledger.database.db.selectFrom('files').select(['id', 'filename']).execute()).toEqual([
    { id: 'file', filename: 'a.mp3' },
  ]);
  await ledger.stop();
  const versions = await books.rows('SELECT version FROM schema_versions ORDER BY version');
  expect(versions.map(({ version }) => Number(version))).toEqual(
    (await loadMigrations()).map(({ version }) => version),
  );
  await (await books.start()).stop();
  expect(await books.verify()).toMatchObject({ ok: true });
});
