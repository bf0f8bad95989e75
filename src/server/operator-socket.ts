/** Local socket for operator commands to a server with an embedded database. */

import type { Config } from '../config/config.ts';
import type { Database } from '../database/types.ts';
import type { ServerLog } from '../http/monitoring/log.ts';
import { buildOperator, commandLine } from '../identity/operators/operator.ts';
import type { ChangingRegistry } from '../kernel/tool/registry.ts';
import type { Upstreams } from '../upstreams/service.ts';
import { runOperatorCommand } from './commands/operator.ts';
import { answerRepair, REPAIR_COMMAND } from './commands/reconcile.ts';
import { answerTools, TOOLS_COMMAND } from './commands/tools.ts';
import { openControl } from './control.ts';
import type { Closers } from './stopping.ts';

interface SocketParts {
  baseUrl: string;
  database: Database;
  registry: ChangingRegistry;
  /** Null without a farebox.yaml. */
  upstreams: Upstreams | null;
  reload(): Promise<readonly string[]>;
}

/** On PostgreSQL the operator's commands go to the database themselves. */
export async function openOperatorSocket(
  { databaseUrl, dataDir }: Config,
  { baseUrl, database, registry, upstreams, reload }: SocketParts,
  log: ServerLog,
  closers: Closers,
): Promise<void> {
  if (databaseUrl !== undefined) return;
  const operator = buildOperator(database, commandLine);
  const control = await openControl(dataDir, async ([name = '', ...words]) => {
    if (name === REPAIR_COMMAND) return await answerRepair(database, [name, ...words]);
    if (name === TOOLS_COMMAND) return await answerTools({ upstreams, registry, reload }, words);
    return await runOperatorCommand(operator, [name, ...words], baseUrl);
  });
  if (control) closers.add(() => control.close());
  else
    log.warn({ dataDir }, 'the path of DATA_DIR is too long for the operator socket: stop the server to use operator');
}
