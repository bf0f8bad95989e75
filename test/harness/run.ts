/** Around a run of the tests: what its workers share, and what they leave to be removed. */
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOLDER_VARIABLE, postgresServer } from './databases.ts';
import { createRunId, dropDatabases, RUN_VARIABLE } from './postgres.ts';

const MEMORY = '/dev/shm';
const MEMORY_BYTES_MIN = 2 ** 30;

/**
 * Where there is one, a file system in memory: what a killed process has written is there as on a disk, and nobody waits
 * for the disk at each commit.
 */
function chooseParent(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_BYTES_MIN ? MEMORY : tmpdir();
}

export default function setup(): () => Promise<void> {
  const run = createRunId();
  process.env[RUN_VARIABLE] = run;
  const folder = mkdtempSync(join(chooseParent(), 'farebox-tests-'));
  process.env[FOLDER_VARIABLE] = folder;
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  // A run that is broken off must not keep the memory.
  process.once('exit', removeFolder);
  return async () => {
    removeFolder();
    const server = await postgresServer();
    if (server !== null) await dropDatabases(server, run);
  };
}
