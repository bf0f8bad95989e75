/** Checks of the doctor on a database, without changing it. */

import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import type pg from 'pg';
import type { BudgetState, KeyCondition } from '../kernel/tool/provider.ts';
import { buildDatabasePath, isFolderLocked, loadSqlite, openForReading } from './sqlite/open.ts';

export interface Finding {
  what: string;
  state: 'ok' | 'warning' | 'failed';
  detail: string;
}

declare module '../kernel/tool/context.ts' {
  interface Services {
    doctor: Doctor;
  }
}

/** Findings of `farebox doctor`, for operators without a command line. */
export interface Doctor {
  examine(): Promise<Finding[]>;
  /** How a provider does for live accounts, whoever asks; null: it is not set up for them. */
  lookAt(providerId: string): ProviderCondition | null;
}

export interface ProviderCondition {
  /** The last that was heard of it was no failure. */
  isWell: boolean;
  /** Milliseconds until it is asked again; 0 when it may be asked now. */
  pausedMs: number;
  /** Ids of its models that are paused while others are usable. */
  pausedModels: readonly string[];
  /** In the order of the configuration; empty for a provider without keys. */
  keys: readonly KeyCondition[];
  /** An operator has paused it. */
  isHeld: boolean;
  /** Null without a daily budget. */
  budget: BudgetState | null;
}

/** The sighting of `X-Forwarded-For` from a sender that nobody trusts. */
export const FORWARDED = 'forwarded';

/** When something was seen last, in milliseconds; null for never, and for a database that can't be asked. */
export async function findLastSighting(
  { databaseUrl, dataDir }: { databaseUrl?: string | undefined; dataDir: string },
  name: string,
): Promise<number | null> {
  try {
    if (databaseUrl === undefined) {
      const db = openForReading(await loadSqlite(), dataDir);
      try {
        const sighting = db.prepare<[string], { at: number }>('SELECT at FROM sightings WHERE name = ?').get(name);
        return sighting?.at ?? null;
      } finally {
        db.close();
      }
    }
    const client = await connect(databaseUrl);
    try {
      const { rows } = await client.query<{ at: number }>('SELECT at FROM sightings WHERE name = $1', [name]);
      return rows[0]?.at ?? null;
    } finally {
      await client.end();
    }
  } catch {
    return null;
  }
}

/** Loaded here, so that a server on SQLite does not carry it. */
async function connect(url: string): Promise<pg.Client> {
  const { connectPostgres } = await import('./postgres/open.ts');
  return await connectPostgres({ url, name: 'farebox doctor' }, () => {});
}

/** PostgreSQL: reachable, and commits that survive a power cut. */
export async function examinePostgres(url: string): Promise<Finding[]> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      "SELECT name, setting FROM pg_settings WHERE name IN ('server_version', 'fsync', 'full_page_writes')",
    );
    const setting = (name: string): string => rows.find((row) => row.name === name)?.setting ?? '?';
    const durable = (name: string): Finding => {
      const isOn = setting(name) === 'on';
      return {
        what: name,
        state: isOn ? 'ok' : 'warning',
        detail: isOn ? 'on' : 'off: a power failure can lose or corrupt charges. Turn it on',
      };
    };
    return [
      { what: 'Database', state: 'ok', detail: `PostgreSQL ${setting('server_version')}` },
      durable('fsync'),
      durable('full_page_writes'),
      { what: 'synchronous_commit', state: 'ok', detail: 'on (set by Farebox on each connection)' },
      await examineTrigrams(client),
    ];
  } finally {
    await client.end();
  }
}

/** Trigram support, with which the debug service finds misspelled words. */
async function examineTrigrams(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ installed: boolean; allowed: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS installed,
      EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm')
        AND has_database_privilege(current_database(), 'CREATE') AS allowed`,
  );
  const { installed = false, allowed = false } = rows[0] ?? {};
  if (installed) return { what: 'pg_trgm', state: 'ok', detail: 'installed' };
  if (allowed) return { what: 'pg_trgm', state: 'ok', detail: 'created at the first start' };
  const detail =
    "missing, and this database user can't create it, so fuzzy search for fixes is weaker. Run CREATE EXTENSION pg_trgm, then restart";
  return { what: 'pg_trgm', state: 'warning', detail };
}

/** The embedded database: its native part loads, its folder can be written, and whether a server runs on it. */
export async function examineFolder(dataDir: string): Promise<Finding[]> {
  const sqlite = await loadSqlite();
  const file = buildDatabasePath(dataDir);
  if (!(await isThere(file))) {
    const parent = (await isThere(dataDir)) ? dataDir : dirname(dataDir);
    const writable = await isWritable(parent);
    const state = writable ? 'ok' : 'failed';
    const detail = writable ? `SQLite; ${file} is created at the first start` : `DATA_DIR ${dataDir} can't be written`;
    return [{ what: 'Database', state, detail }];
  }
  const running = isFolderLocked(sqlite, dataDir) ? 'in use by a running server' : 'no server running';
  return [{ what: 'Database', state: 'ok', detail: `SQLite at ${file}; ${running}` }];
}

const isThere = (path: string): Promise<boolean> => isAccessible(path, constants.F_OK);
const isWritable = (path: string): Promise<boolean> => isAccessible(path, constants.W_OK);

async function isAccessible(path: string, mode: number): Promise<boolean> {
  return await access(path, mode).then(
    () => true,
    () => false,
  );
}
