/** The product under test: the built server as a process of its own, and an account that can pay for everything. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engine, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { grant } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';
import { root } from '../harness/sources.ts';
import { LLM_INPUT, mcpRequest, WEATHER_JSON } from './payloads.ts';
import type { Server } from './processes.ts';
import type { WireRequest } from './wire.ts';

const START_MS_MAX = 20_000;
const GRANT_USD = 1_000_000;

export interface FareboxOptions {
  engine?: Engine;
  /** Where it keeps its data, which may be shared, and which is the caller's to drop; default: one of its own. */
  database?: FreshDatabase;
  /** Added to every commit of the ledger. */
  commitDelayMs?: number;
  /** Where the product stands; default: what was built here. */
  folder?: string;
  /** More arguments for node, e.g. `--cpu-prof`. */
  nodeArgs?: readonly string[];
  /** Puts into its database what it shall find there. */
  fill?: (database: { dataDir: string; databaseUrl: string | undefined }) => Promise<void>;
  /** Variables besides, or in place of, the usual ones. */
  variables?: Readonly<Record<string, string>>;
}

export interface BenchedFarebox extends Server {
  /** Key of a live account with a granted balance. */
  apiKey: string;
  /** From its start to its first answer of 200. */
  startMs: number;
  dataDir: string;
  /** The variables it runs with. */
  env: Readonly<Record<string, string>>;
}

/** As an operator runs it: logs on (into a file), limits on but out of reach, providers at the loopback upstream. */
export async function startFarebox(upstreamUrl: string, options: FareboxOptions = {}): Promise<BenchedFarebox> {
  const { engine = 'sqlite', commitDelayMs = 0, folder = root, nodeArgs = [], variables = {} } = options;
  const database = options.database ?? (await freshDatabase(engine));
  const ownFolder = await mkdtemp(join(database.dataDir, 'server-'));
  // A shared one is not embedded: nothing is in the folder.
  const dataDir = join(options.database ? ownFolder : database.dataDir, 'data');
  await options.fill?.({ dataDir, databaseUrl: database.url });
  const env = {
    ...serverEnv(database),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '10000000',
    GROQ_API_KEY: 'bench',
    GROQ_BASE_URL: `${upstreamUrl}/v1`,
    OPEN_METEO_BASE_URL: upstreamUrl,
    ...variables,
  };
  const logFile = join(ownFolder, 'server.log');
  const log = openSync(logFile, 'w');
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...nodeArgs, ...entryFor(commitDelayMs, folder)], {
    cwd: database.dataDir,
    env,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
    if (!options.database) await database.drop();
  };
  try {
    const url = await listening(() => child.exitCode, logFile);
    await firstAnswer(url);
    const startMs = performance.now() - startedMs;
    const apiKey = await payingAccount(url, env);
    return { url, pid: child.pid ?? 0, startMs, dataDir, env, apiKey, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

function entryFor(commitDelayMs: number, folder: string): string[] {
  if (commitDelayMs === 0) return [join(folder, 'dist/bundle/farebox.js'), 'start'];
  return [fileURLToPath(new URL('./servers/slow-commits.mjs', import.meta.url)), String(commitDelayMs)];
}

async function listening(exitCode: () => number | null, logFile: string): Promise<string> {
  const endMs = Date.now() + START_MS_MAX;
  while (Date.now() < endMs && exitCode() === null) {
    const url = /listens on (http:\/\/\S+)/.exec(readFileSync(logFile, 'utf8'))?.[1];
    if (url) return url;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`Farebox did not start:\n${readFileSync(logFile, 'utf8')}`);
}

async function firstAnswer(url: string): Promise<void> {
  const reply = await fetch(`${url}/health`);
  if (reply.status !== 200) throw new Error(`Farebox answers ${reply.status} at /health`);
}

async function payingAccount(url: string, env: Readonly<Record<string, string>>): Promise<string> {
  const reply = await fetch(`${url}/api/proxy/account/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', mode: 'live' }),
  });
  const { apiKey, agentId }: { apiKey: string; agentId: string } = JSON.parse(await reply.text());
  await grant(env, agentId, GRANT_USD);
  return apiKey;
}

const authorization = (apiKey: string): Record<string, string> => ({ authorization: `Bearer ${apiKey}` });

export const paidRequest = (apiKey: string): WireRequest => ({
  path: '/api/proxy/llm-fast',
  headers: authorization(apiKey),
  json: JSON.stringify(LLM_INPUT),
});

export const freeRequest = (apiKey: string): WireRequest => ({
  path: '/api/proxy/weather',
  headers: authorization(apiKey),
  json: WEATHER_JSON,
});

export const paidMcpRequest = (apiKey: string): WireRequest => mcpRequest('/mcp/proxy', 'llm-fast', LLM_INPUT, apiKey);
