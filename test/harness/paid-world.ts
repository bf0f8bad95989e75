/** One database, the servers on it, an upstream of their own on loopback, and live accounts with money. */
import { type ChatUpstream, startChatUpstream } from './chat-upstream.ts';
import { type Engine, type FreshDatabase, freshDatabase } from './databases.ts';
import {
  type Farebox,
  type FareboxOptions,
  type FareboxProcess,
  startFarebox,
  startFareboxProcess,
} from './farebox.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { type CommandResult, grant, runCommand } from './operator.ts';
import { serverEnv } from './server-env.ts';

export interface PaidWorld<Server extends Farebox = Farebox> {
  database: FreshDatabase;
  upstream: ChatUpstream;
  /** A test may stop one and put another in its place. */
  servers: Server[];
  inspector: Inspector;
  /** The variables of every server. */
  env: Readonly<Record<string, string>>;
  start(): Promise<Server>;
  /** A live account with just this balance. */
  account(usd: number): Promise<{ apiKey: string; agentId: string }>;
  /** What `farebox verify` says, and its exit code. */
  verify(): Promise<CommandResult>;
  /** `keep` leaves the database for whoever looks for a reason. */
  close(keep?: boolean): Promise<void>;
}

export interface PaidWorldOptions {
  engine: Engine;
  /** More than one needs a database that can be shared; where that is not to be had there is one. */
  servers?: number;
  env?: Readonly<Record<string, string>>;
}

/** Of servers beside each other in one process. */
export const openPaidWorld = (options: PaidWorldOptions): Promise<PaidWorld> =>
  openWorld(options, startFarebox, (server) => server.stop());

/** Of servers that may be killed, or are to start anew in a process that remembers nothing. */
export const openPaidProcesses = (options: PaidWorldOptions): Promise<PaidWorld<FareboxProcess>> =>
  openWorld(options, startFareboxProcess, (server) => server.stop('SIGKILL'));

async function openWorld<Server extends Farebox>(
  { engine, servers: count = 1, env = {} }: PaidWorldOptions,
  startServer: (options: FareboxOptions) => Promise<Server>,
  end: (server: Server) => Promise<unknown>,
): Promise<PaidWorld<Server>> {
  const database = await freshDatabase(engine);
  const upstream = await startChatUpstream();
  const own = {
    GROQ_API_KEY: 'test',
    GROQ_BASE_URL: upstream.url,
    REFUNDS_PER_HOUR: '1000000',
    WELCOME_USD_PER_DAY: '0',
    ...env,
  };
  const everything = { ...serverEnv(database), ...own };
  const start = (): Promise<Server> => startServer({ database, env: own });
  const servers = [await start()];
  while (servers.length < count && database.shared) servers.push(await start());
  const inspector = await openInspector(database);
  return {
    database,
    upstream,
    servers,
    inspector,
    env: everything,
    start,
    async account(usd) {
      const [server] = servers;
      if (!server) throw new Error('No server');
      const { apiKey, agentId } = await server.account('live');
      if (usd > 0) await grant(everything, agentId, usd);
      return { apiKey, agentId };
    },
    verify: () => runCommand(everything, 'verify'),
    async close(keep = false) {
      upstream.close();
      await Promise.all(servers.map(end));
      await inspector.close();
      if (!keep) await database.drop();
    },
  };
}
