/** A server with an operator's token, and a look into its database. */
import { type Engine, type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type Answer, type Farebox, type RequestOptions, startFarebox } from '../../harness/farebox.ts';
import { type Inspector, openInspector } from '../../harness/inspect.ts';
import { type CommandResult, runCommand } from '../../harness/operator.ts';
import { serverEnv } from '../../harness/server-env.ts';

export const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
export const NOBODY = 'agt_0000000000000000000000';

export interface OperatorWorld {
  server: Farebox;
  database: FreshDatabase;
  inspector: Inspector;
  /** As the holder of ADMIN_TOKEN. */
  admin(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  command(...words: string[]): Promise<CommandResult>;
  close(): Promise<void>;
}

export async function openOperatorWorld(
  engine: Engine,
  more: Readonly<Record<string, string>> = {},
): Promise<OperatorWorld> {
  const database = await freshDatabase(engine);
  const env = { ADMIN_TOKEN, ADMIN_RATE_LIMIT_PER_MINUTE: '1000000', ...more };
  const server = await startFarebox({ database, env });
  const inspector = await openInspector(database);
  const world: OperatorWorld = {
    server,
    database,
    inspector,
    admin: (method, path, options = {}) => world.server.request(method, path, { key: ADMIN_TOKEN, ...options }),
    command: (...words) => runCommand({ ...serverEnv(database), ...env }, 'operator', ...words),
    async close() {
      await inspector.close();
      await world.server.stop();
      await database.drop();
    },
  };
  return world;
}
