/** The built server, in a process of its own or beside others, and what a caller does with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { request } from 'undici';
import { type FreshDatabase, freshDatabase } from './databases.ts';
import { startInHost, stopInHost } from './host.ts';
import { serverEnv } from './server-env.ts';
import { root } from './sources.ts';

const START_MS_MAX = 60_000;
const STOP_MS_MAX = 20_000;

export interface FareboxOptions {
  /** Default: a new embedded database, removed by `stop`. */
  database?: FreshDatabase;
  /** Beside what a test needs: a free port, wide limits, few log lines. */
  env?: Readonly<Record<string, string>>;
}

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON body; the text when it is none. */
  body: Record<string, unknown>;
  text: string;
}

export interface Farebox {
  url: string;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** A new account; its key and id. */
  account(mode?: 'live' | 'test'): Promise<{ apiKey: string; agentId: string; balance: number }>;
  /** Lets running calls finish, ends it and drops the database. */
  stop(): Promise<unknown>;
}

export interface FareboxProcess extends Farebox {
  pid: number;
  child: ChildProcess;
  /** Everything printed so far, logs included. */
  output(): string;
  /** Sends the signal (default SIGTERM), waits for the end and drops the database; resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface RequestOptions {
  key?: string;
  /** Sent as JSON; bytes as they are. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** Starts a server on a free port, beside this worker's others; rejects with the sentence that a failed start ends with. */
export async function startFarebox({ database, env = {} }: FareboxOptions = {}): Promise<Farebox> {
  const store = database ?? (await freshDatabase('sqlite'));
  const url = await startInHost({ ...serverEnv(store), ...env }).catch(async (thrown: unknown) => {
    if (!database) await store.drop();
    throw thrown;
  });
  let end: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await stopInHost(url);
    if (!database) await store.drop();
  };
  return {
    ...createCaller(url),
    stop() {
      end ??= stop();
      return end;
    },
  };
}

function createCaller(url: string): Pick<Farebox, 'url' | 'request' | 'account'> {
  const asked = (method: string, path: string, options: RequestOptions = {}): Promise<Answer> =>
    ask(url, method, path, options);
  return { url, request: asked, account: (mode) => createAccount(asked, mode) };
}

export interface ProcessOptions extends FareboxOptions {
  /** Of the product. */
  folder?: string;
  /** Starts a server in place of the command, says so in the same words, and takes messages. */
  program?: string;
}

/** Starts `farebox start` on a free port, in a folder of its own; rejects with its output when it ends early. */
export async function startFareboxProcess({
  database,
  env = {},
  folder = root,
  program,
}: ProcessOptions = {}): Promise<FareboxProcess> {
  const store = database ?? (await freshDatabase('sqlite'));
  const words = program === undefined ? [join(folder, 'dist/bundle/farebox.js'), 'start'] : [program];
  const child = spawn(process.execPath, words, {
    cwd: store.dataDir,
    env: { ...serverEnv(store), ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(program === undefined ? [] : ['ipc' as const])],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const url = await listening(child, () => printed).catch(async (thrown: unknown) => {
    child.kill('SIGKILL');
    if (!database) await store.drop();
    throw thrown;
  });
  return {
    ...createCaller(url),
    pid: child.pid ?? 0,
    child,
    output: () => printed,
    async stop(signal = 'SIGTERM') {
      const code = await ended(child, signal);
      if (!database) await store.drop();
      return code;
    },
  };
}

async function listening(child: ChildProcess, printed: () => string): Promise<string> {
  const endMs = Date.now() + START_MS_MAX;
  while (Date.now() < endMs) {
    const url = /listens on (http:\/\/\S+)/.exec(printed())?.[1];
    if (url) return url;
    if (child.exitCode !== null || child.signalCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`The server did not start:\n${printed()}`);
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
  await exit;
  clearTimeout(timer);
  return child.exitCode;
}

/** One request to a server; its whole answer. */
export async function ask(
  url: string,
  method: string,
  path: string,
  { key, body, headers }: RequestOptions = {},
): Promise<Answer> {
  const reply = await request(new URL(path, url), {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
  });
  const text = await reply.body.text();
  return { status: reply.statusCode, headers: reply.headers, body: parsed(text), text };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : { value };
  } catch {
    return {};
  }
}

async function createAccount(
  asked: (method: string, path: string, options?: RequestOptions) => Promise<Answer>,
  mode: 'live' | 'test' = 'test',
): Promise<{ apiKey: string; agentId: string; balance: number }> {
  const { status, body, text } = await asked('POST', '/api/proxy/account/create', { body: { name: 'A test', mode } });
  const { apiKey, agentId, balance } = body;
  if (typeof apiKey !== 'string' || typeof agentId !== 'string' || typeof balance !== 'number') {
    throw new Error(`No account: ${status} ${text}`);
  }
  return { apiKey, agentId, balance };
}
