/** One database, the servers on it, their upstream, and the accounts that call. */
import { type Engine, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { farebox, grant } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { startUpstream, type Upstream } from './upstream.ts';

export interface Payer {
  apiKey: string;
  agentId: string;
  /** Micro-USD at the start. */
  funds: number;
}

export interface World {
  engine: Engine;
  database: FreshDatabase;
  upstream: Upstream;
  /** One on SQLite, two on PostgreSQL. Round by round, the place of a killed one is taken by a new one. */
  servers: Farebox[];
  payers: readonly Payer[];
  inspector: Inspector;
  start(): Promise<Farebox>;
  /** What `farebox verify` says, and its exit code. */
  verify(): Promise<{ code: number; output: string }>;
  /** `keep` leaves the database for whoever looks for the reason. */
  close(keep: boolean): Promise<void>;
}

const GRANT_USD = 10_000;
const PAYERS = 5;

export async function openWorld(engine: Engine): Promise<World> {
  const database = await freshDatabase(engine);
  const upstream = await startUpstream();
  const env = {
    LOG_LEVEL: 'warn',
    GROQ_API_KEY: 'crash',
    GROQ_BASE_URL: upstream.url,
    REFUNDS_PER_HOUR: '1000000',
    WELCOME_USD_PER_DAY: '0',
  };
  const start = (): Promise<Farebox> => startFarebox({ database, env });
  const servers = [await start()];
  if (database.shared) servers.push(await start());
  const everything = { ...serverEnv(database), ...env };
  const payers: Payer[] = [];
  for (let i = 0; i < PAYERS; i++) payers.push(await payer(servers, everything));
  const inspector = await openInspector(database);
  return {
    engine,
    database,
    upstream,
    servers,
    payers,
    inspector,
    start,
    verify: () => farebox(everything, 'verify'),
    async close(keep) {
      upstream.close();
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
      await inspector.close();
      if (!keep) await database.drop();
    },
  };
}

async function payer([server]: readonly Farebox[], env: Readonly<Record<string, string>>): Promise<Payer> {
  if (!server) throw new Error('No server');
  const { apiKey, agentId } = await server.account('live');
  await grant(env, agentId, GRANT_USD);
  return { apiKey, agentId, funds: GRANT_USD * 1_000_000 };
}
