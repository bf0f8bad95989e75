import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UncertainOutcome } from '../../src/database/job.ts';
import { migrateSqlite } from '../../src/database/migrate.ts';
import { loadSqlite, openForWriting } from '../../src/database/sqlite/open.ts';
import { SqliteWriter } from '../../src/database/sqlite/writer.ts';
import { buildCallsLane } from '../../src/ledger/calls/calls-lane.ts';
import { registerInstance } from '../../src/ledger/instance-writes.ts';
import { defaultLimits } from '../../src/ledger/types.ts';
import { until } from './books.ts';

it('tells the waiting when the writer thread dies, and starts another', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'farebox-test-'));
  // There is no such folder yet: the thread ends on its own as soon as it starts.
  const dataDir = join(parent, 'later');
  const errors: string[] = [];
  const note = (_: object, message: string): void => void errors.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const { sqlite: lane, mayRefuse, batchMax } = buildCallsLane(defaultLimits);
  const thread = {
    dataDir,
    lanePath: lane.path,
    laneOptions: lane.options,
    batchMax,
    commitDelayMs: 0,
    clockOffsetMs: 0,
  };
  const register = { kind: 'write', name: registerInstance.name, input: { owner: 'in_1' } } as const;
  const writer = new SqliteWriter(thread, { queueMax: 100, mayRefuse }, log);
  await expect(writer.run(register)).rejects.toBeInstanceOf(UncertainOutcome);
  expect(errors).toContain('database writer stopped, restarting');
  await expect(writer.run(register)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await mkdir(dataDir);
  const db = openForWriting(await loadSqlite(), dataDir);
  await migrateSqlite(db);
  await until(() =>
    writer.run(register).then(
      () => true,
      () => false,
    ),
  );
  expect(db.prepare('SELECT owner FROM instances').all()).toEqual([{ owner: 'in_1' }]);
  db.close();
  await writer.stop();
  await rm(parent, { recursive: true });
});
