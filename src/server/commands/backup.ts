/** `farebox backup`: a consistent copy of the embedded database, also while the server runs. */
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import { buildDatabasePath, loadSqlite, openForCopying } from '../../database/sqlite/open.ts';
import { CommandError } from '../printing.ts';
import { backupUsage } from './operator.ts';

/** Returns the written files. Throws if the file exists: a backup is never overwritten. */
export async function runBackup({ dataDir, databaseUrl }: Config, words: readonly string[]): Promise<string[]> {
  const [file, ...more] = words;
  if (file === undefined || more.length > 0) throw new CommandError(`Use: farebox ${backupUsage}`);
  if (databaseUrl !== undefined) throw new CommandError('Back up PostgreSQL with pg_dump: see docs/operating.md.');
  if (existsSync(file)) throw new CommandError(`${file} already exists. Choose another name, or delete it first.`);
  const sqlite = await loadSqlite();
  if (!existsSync(buildDatabasePath(dataDir)))
    throw new CommandError(`No database found in ${dataDir}. Check DATA_DIR.`);
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  // For this user alone, like the database itself.
  const empty = await open(draft, 'wx', 0o600);
  await empty.close();
  const db = openForCopying(sqlite, dataDir);
  try {
    db.prepare('VACUUM INTO ?').run(draft);
  } finally {
    db.close();
  }
  const copy = await open(draft, 'r+');
  await copy.sync();
  const { size } = await copy.stat();
  await copy.close();
  await rename(draft, file);
  return [`${file}: ${Math.ceil(size / 1024)} KiB.`];
}
