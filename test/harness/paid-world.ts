/** One database, the servers on it, an upstream of their own on loopback, and live accounts with money. */
import { type ChatUpstream, startChatUpstream } from './chat-upstream.ts';
import { type Engine, type FreshDatabase, freshDatabase } from './databases.ts';
import { type Farebox, startFarebox } from './farebox.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { type CommandResult, farebox, grant } from './operator.ts';
import { serverEnv } from './server-env.ts';

export interface PaidWorld {
  database: FreshDatabase;
  upstream: ChatUpstream;
  /** A test may stop one and put another in its place. */
  servers: Farebox[];
  inspector: Inspector;
  /** The variables of every server. */
  env: Readonly<Record<string, string>>;
  start(): Promise<Farebox>;
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

export async function openPaidWorld({ engine, servers: count = 1, env = {} }: PaidWorldOptions): Promise<PaidWorld> {
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
  const start = (): Promise<Farebox> => startFarebox({ database, env: own });
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
    verify: () => farebox(everything, 'verify'),
    async close(keep = false) {
      upstream.close();
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
      await inspector.close();
      if (!keep) await database.drop();
    },
  };
}
