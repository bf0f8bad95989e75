/** `farebox move`: copies the embedded database to PostgreSQL or back, with every account, receipt and setting. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../../config/config.ts';
import { cancelMove, moveDatabase } from '../../database/move/copy.ts';
import { openPostgresSide } from '../../database/move/postgres-side.ts';
import { openSqliteSide } from '../../database/move/sqlite-side.ts';
import { listMoveTables } from '../../database/move/tables.ts';
import { MoveError, type MoveSide, type MoveTable } from '../../database/move/types.ts';
import { buildDatabasePath } from '../../database/sqlite/open.ts';
import { moveRules } from '../../ledger/move-rules.ts';
import { openReceiptKeys } from '../../ledger/receipts/receipts.ts';
import { verifyBooks } from '../../ledger/verification/verify.ts';
import { CommandError } from '../printing.ts';
import { openConfiguredSecrets } from '../wiring.ts';
import { moveUsage } from './operator.ts';

type Print = (lines: readonly string[]) => void;

/** Prints its progress. Throws CommandError or MoveError with one sentence. */
export async function runMove(config: Config, [to, ...more]: readonly string[], print: Print): Promise<void> {
  const { databaseUrl, dataDir } = config;
  if (to === undefined || more.length > 0 || !['postgres', 'sqlite', 'cancel'].includes(to)) {
    throw new CommandError(moveUsage.map((line) => `farebox ${line}`).join('\n'));
  }
  if (to === 'cancel') return await cancel(config, print);
  if (databaseUrl === undefined) throw new ConfigError('DATABASE_URL must name the PostgreSQL database of the move.');
  const isToPostgres = to === 'postgres';
  if (isToPostgres && !existsSync(buildDatabasePath(dataDir))) {
    throw new CommandError(`No database found in ${dataDir}. Check DATA_DIR.`);
  }
  const beganMs = Date.now();
  const tables = await listMoveTables(moveRules);
  const embedded = await openSqliteSide(dataDir);
  try {
    const shared = await openPostgresSide(databaseUrl, moveRules);
    try {
      const [source, target] = isToPostgres ? [embedded, shared] : [shared, embedded];
      await refuseOtherSecret(config, source, tables);
      if (!isToPostgres) await keepSecret(config);
      const report = (line: string): void => print([line]);
      const check = (): Promise<void> => compareBooks({ dataDir, databaseUrl, isToPostgres }, report);
      const rows = await moveDatabase({ source, target, tables, rules: moveRules, report, check });
      report(`Moved ${rows} rows from ${source.name} to ${target.name} in ${formatSeconds(Date.now() - beganMs)} s.`);
      report(isToPostgres ? 'Start the server with DATABASE_URL set.' : 'Start the server without DATABASE_URL.');
    } finally {
      await shared.close();
    }
  } finally {
    await embedded.close();
  }
}

const formatSeconds = (ms: number): string => (ms / 1_000).toFixed(1);

async function cancel({ databaseUrl, dataDir }: Config, print: Print): Promise<void> {
  if (databaseUrl === undefined && !existsSync(buildDatabasePath(dataDir))) {
    throw new CommandError(`No database found in ${dataDir}. Check DATA_DIR.`);
  }
  const side =
    databaseUrl === undefined ? await openSqliteSide(dataDir) : await openPostgresSide(databaseUrl, moveRules);
  try {
    await cancelMove(side);
    print([`Servers can use ${side.name} again. Don't run one on its copy as well: balances would be spent twice.`]);
  } finally {
    await side.close();
  }
}

/** Receipts, cursors and sessions are valid only under the secret that signed them. */
async function refuseOtherSecret(config: Config, source: MoveSide, tables: readonly MoveTable[]): Promise<void> {
  const table = tables.find(({ name }) => name === 'receipt_keys');
  if (table === undefined) throw new Error('The schema has receipt keys.');
  const at = table.columns.indexOf('at');
  const rows = await source.read(table, null, KEYS_MAX);
  const newest = rows.toSorted((a, b) => Number(b[at]) - Number(a[at]))[0];
  const { publicKeys } = await openReceiptKeys(openConfiguredSecrets(config), config.receiptKey);
  const kid = newest?.[table.columns.indexOf('kid')];
  if (kid === undefined || publicKeys.some((key) => key.kid === kid)) return;
  throw new MoveError(
    `FAREBOX_SECRET isn't the secret of ${source.name}. Set it to what that server uses: its FAREBOX_SECRET, or the content of ${join(config.dataDir, 'secret')}.`,
  );
}

const KEYS_MAX = 1_000;

/** So that the server has the same secret when FAREBOX_SECRET isn't set any more. */
async function keepSecret({ dataDir, fareboxSecret = '' }: Config): Promise<void> {
  const file = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) await writeFile(file, `${fareboxSecret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  if ((await readFile(file, 'utf8')).trim() !== fareboxSecret.trim()) {
    throw new MoveError(`${file} holds another secret than FAREBOX_SECRET. Choose an empty DATA_DIR.`);
  }
}

interface BooksOfBoth {
  dataDir: string;
  databaseUrl: string;
  isToPostgres: boolean;
}

async function compareBooks({ dataDir, databaseUrl, isToPostgres }: BooksOfBoth, report: (line: string) => void) {
  report('Verifying both ledgers …');
  const embedded = await verifyBooks({ dataDir }, { all: true });
  const shared = await verifyBooks({ dataDir, databaseUrl }, { all: true });
  const [before, after] = isToPostgres ? [embedded, shared] : [shared, embedded];
  if (!before.ok) throw new MoveError(`The ledger of the source doesn't verify: ${before.lines.join(' ')}`);
  if (!after.ok) throw new MoveError(`The ledger of the copy doesn't verify: ${after.lines.join(' ')}`);
  if (before.lines.join() !== after.lines.join()) {
    throw new MoveError(`The ledgers differ: ${before.lines.join(' ')} / ${after.lines.join(' ')}`);
  }
  report(after.lines.join(' '));
}
