/** Runs operator commands, whether a server is running or not. */
import type { Config } from '../config/config.ts';
import type { Database } from '../database/types.ts';
import { buildOperator, commandLine } from '../identity/operators/operator.ts';
import type { Log } from '../kernel/ports.ts';
import { openLedger } from '../ledger/ledger.ts';
import { runOperatorCommand } from './commands/operator.ts';
import { askServer } from './control.ts';
import { buildLedgerOptions } from './wiring.ts';

/** On the command line, what goes wrong is thrown and shown once. */
const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * Carries out one operator command. An embedded database belongs to its running server, which is asked; a PostgreSQL,
 * and an embedded database that nobody serves, are opened here.
 */
export async function operate(config: Config, words: readonly string[]): Promise<string[]> {
  if (config.databaseUrl === undefined) {
    const lines = await askServer(config.dataDir, words);
    if (lines !== null) return lines;
  }
  const baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
  return await withDatabase(config, (database) =>
    runOperatorCommand(buildOperator(database, commandLine), words, baseUrl),
  );
}

/** Opens the database while `use` runs. */
export async function withDatabase<T>(config: Config, use: (database: Database) => Promise<T>): Promise<T> {
  const ledger = await openLedger(buildLedgerOptions(config, silent));
  try {
    return await use(ledger.database);
  } finally {
    await ledger.stop();
  }
}
