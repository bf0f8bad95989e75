/** Local socket for operator commands to a server with an embedded database. */

import type { Config } from '../config/config.ts';
import type { Database } from '../database/types.ts';
import type { ServerLog } from '../http/monitoring/log.ts';
import { buildOperator, commandLine } from '../identity/operators/operator.ts';
import { runOperatorCommand } from './commands/operator.ts';
import { answerRepair, REPAIR_COMMAND } from './commands/reconcile.ts';
import { openControl } from './control.ts';
import type { Closers } from './stopping.ts';

/** On PostgreSQL the operator's commands go to the database themselves. */
export async function openOperatorSocket(
  { databaseUrl, dataDir }: Config,
  { baseUrl, database }: { baseUrl: string; database: Database },
  log: ServerLog,
  closers: Closers,
): Promise<void> {
  if (databaseUrl !== undefined) return;
  const operator = buildOperator(database, commandLine);
  const control = await openControl(dataDir, (words) =>
    words[0] === REPAIR_COMMAND ? answerRepair(database, words) : runOperatorCommand(operator, words, baseUrl),
  );
  if (control) closers.add(() => control.close());
  else
    log.warn({ dataDir }, 'the path of DATA_DIR is too long for the operator socket: stop the server to use operator');
}
