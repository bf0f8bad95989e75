/** A Redis of its own is frozen, goes on, is killed and comes back, while callers buy at two servers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { short } from '../../bench/measure.ts';
import { openPaidProcesses } from '../../harness/paid-world.ts';
import { createTimer, PaidSpan, Payers } from '../../soak/paid.ts';
import type { HardResult } from './run.ts';

const PER_SECOND = 20;
const PHASE_MS = 6_000;
/** One request a second waits a quarter of a second for a Redis that hangs; twice, and the rest, is for a busy machine. */
const LONGER_MS_MAX = 1_000;

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

async function startRedis(port: number): Promise<ChildProcess> {
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of child.stdout.setEncoding('utf8')) if (String(line).includes('Ready to accept')) break;
  return child;
}

async function kill(redis: ChildProcess): Promise<void> {
  const exit = once(redis, 'exit');
  redis.kill('SIGKILL');
  await exit;
}

export async function runRedis(): Promise<HardResult> {
  const port = await findFreePort();
  let redis = await startRedis(port);
  const env = { REDIS_URL: `redis://127.0.0.1:${port}`, LOG_LEVEL: 'info' };
  const world = await openPaidProcesses({ engine: 'postgres', servers: 2, env });
  try {
    const { apiKey } = await world.account(1_000);
    const payers = world.servers.map(({ url }) => new Payers(url, apiKey, PER_SECOND));
    const spend = async (): Promise<PaidSpan> => {
      const span = new PaidSpan();
      await Promise.all(payers.map((one) => one.call(span, createTimer(PHASE_MS))));
      return span;
    };
    await spend();
    const spans: [phase: string, span: PaidSpan][] = [['there', await spend()]];
    redis.kill('SIGSTOP');
    spans.push(['frozen', await spend()]);
    redis.kill('SIGCONT');
    spans.push(['going on', await spend()]);
    await kill(redis);
    spans.push(['gone', await spend()]);
    redis = await startRedis(port);
    spans.push(['back', await spend()]);
    await sleep(PHASE_MS);
    const faults = judgeSpans(spans);
    for (const server of world.servers) {
      for (const line of ['counting rate limits in memory', 'rate limits are shared again'])
        if (server.output().split(line).length < 3) faults.push(`a server did not say twice: ${line}`);
    }
    const told = spans.map(([phase, span]) => `${phase} ${short(span.findQuantile(0.99))} ms`).join(', ');
    return { faults, told: `p99 of ${spans[0]?.[1].calls} calls each: ${told}` };
  } finally {
    await world.close();
    await kill(redis);
  }
}

function judgeSpans(spans: readonly [phase: string, span: PaidSpan][]): string[] {
  const usualMs = spans[0]?.[1].findQuantile(1) ?? 0;
  return spans.flatMap(([phase, span]) => {
    const failures = span.faults.slice(0, 5).map((fault) => `while Redis is ${phase}: ${fault}`);
    const slowestMs = span.findQuantile(1);
    const isSlow = slowestMs > 2 * usualMs + LONGER_MS_MAX;
    return isSlow ? [...failures, `while Redis is ${phase} a call took ${short(slowestMs)} ms`] : failures;
  });
}
