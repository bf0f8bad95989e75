/** The processes of a bench: servers under test, the upstream, the load generator. All end with this one. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadResult } from './load.ts';
import type { VisitOrder, VisitResult } from './visitors.ts';

const START_MS_MAX = 20_000;

export interface Child {
  process: ChildProcess;
  stop(): Promise<void>;
}

export interface Server {
  url: string;
  pid: number;
  stop(): Promise<unknown>;
}

/** Runs one of our files; `args` follow it. */
export function startChild(file: URL, args: readonly string[]): Child {
  const path = fileURLToPath(file);
  const execArgv = path.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = fork(path, args, { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return {
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** A server that tells its port when it listens. */
export async function startServer(file: URL, ...args: string[]): Promise<Server> {
  const child = startChild(file, args);
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${file.pathname} did not start`)), START_MS_MAX);
    child.process.once('exit', () => reject(new Error(`${file.pathname} ended at once`)));
    child.process.once('message', (message: { port: number }) => {
      clearTimeout(timer);
      resolve(message.port);
    });
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.process.pid ?? 0, stop: child.stop };
}

export interface LoadGenerator {
  /** Throws when an answer was not 2xx: a figure with errors in it is none. */
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): Promise<void>;
}

export function startLoadGenerator(): LoadGenerator {
  const child = startChild(new URL('./load.ts', import.meta.url), []);
  return {
    stop: child.stop,
    async run(order) {
      const reply = once(child.process, 'message');
      child.process.send(order);
      const [result]: LoadResult[] = await reply;
      if (!result) throw new Error('The load generator is gone');
      if (result.failed > 0) {
        throw new Error(
          `${result.failed} failed answers from ${order.url}${order.request.path}: ${result.firstFailure}`,
        );
      }
      return result;
    },
  };
}

/** People who look at pages meanwhile. */
export function startVisitors(): { run(order: VisitOrder): Promise<VisitResult>; stop(): Promise<void> } {
  const child = startChild(new URL('./visitors.ts', import.meta.url), []);
  return {
    stop: child.stop,
    async run(order) {
      const reply = once(child.process, 'message');
      child.process.send(order);
      const [result]: VisitResult[] = await reply;
      if (!result) throw new Error('The visitors are gone');
      if (result.failed > 0) throw new Error(`${result.failed} page views failed: ${result.firstFailure}`);
      return result;
    },
  };
}

/** Resident memory of a process in MB; NaN where the system doesn't say it this way. */
export function rssMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/status`))?.[1];
  return kb === undefined ? Number.NaN : Number(kb) / 1024;
}

const TICKS_PER_SECOND = 100;

/** Processor time that a process and its threads have used, in ms; NaN where the system doesn't say it this way. */
export function cpuMs(pid: number): number {
  const fields = textOf(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
