import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UncertainOutcome } from '../../src/ledger/job.ts';
import { SqliteWriter } from '../../src/ledger/sqlite/writer.ts';
import { migrateSqlite } from '../../src/storage/migrate.ts';
import { loadSqlite, openForWriting } from '../../src/storage/sqlite.ts';
import { until } from './books.ts';

it('tells the waiting when the writer thread dies, and starts another', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'farebox-test-'));
  // There is no such folder yet: the thread ends on its own as soon as it starts.
  const dataDir = join(parent, 'later');
  const errors: string[] = [];
  const note = (_: object, message: string): void => void errors.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const thread = { dataDir, refundsPerHour: 30, batchMax: 10, commitDelayMs: 0, clockOffsetMs: 0 };
  const writer = new SqliteWriter(thread, 100, log);
  await expect(writer.run('registerInstance', { owner: 'in_1' })).rejects.toBeInstanceOf(UncertainOutcome);
  expect(errors).toContain('the ledger writer stopped and is started again');
  await expect(writer.run('registerInstance', { owner: 'in_1' })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await mkdir(dataDir);
  const db = openForWriting(await loadSqlite(), dataDir);
  migrateSqlite(db);
  await until(() =>
    writer.run('registerInstance', { owner: 'in_1' }).then(
      () => true,
      () => false,
    ),
  );
  expect(db.prepare('SELECT owner FROM instances').all()).toEqual([{ owner: 'in_1' }]);
  db.close();
  await writer.stop();
  await rm(parent, { recursive: true });
});
