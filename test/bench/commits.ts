/** Part `delay`: paid calls when each commit of the ledger takes 2 ms longer. Group commit must hide most of it. */
import { type BenchedFarebox, paidRequest, startFarebox } from './farebox.ts';
import { inTurn, judge, print, printTable, short, warmUp } from './measure.ts';
import type { LoadGenerator, Server } from './processes.ts';

const DELAY_MS = 2;
const CONNECTIONS = 64;
const SLOW_TO_FAST_MIN = 0.7;

export async function benchSlowCommits(load: LoadGenerator, upstream: Server, farebox: BenchedFarebox): Promise<void> {
  const slow = await startFarebox(upstream.url, { commitDelayMs: DELAY_MS });
  const names = ['commits as they are', `commits ${DELAY_MS} ms slower`];
  try {
    const contenders = [farebox, slow].map(({ url, pid, apiKey }, i) => {
      return { name: names[i] ?? '', url, pid, request: paidRequest(apiKey) };
    });
    await warmUp(load, contenders);
    const figures = await inTurn(load, contenders, CONNECTIONS);
    print(`\nPaid calls at concurrency ${CONNECTIONS}, with slow commits`);
    const rows = [...figures].map(([name, { perSecond, p50Ms, p99Ms }]) => {
      return [name, ...[perSecond, p50Ms, p99Ms].map(short)];
    });
    printTable([['', 'req/s', 'p50 ms', 'p99 ms'], ...rows]);
    const [fast = Number.NaN, slowed = Number.NaN] = [...figures.values()].map(({ perSecond }) => perSecond);
    judge(`with commits ${DELAY_MS} ms slower to without`, slowed / fast, SLOW_TO_FAST_MIN, 'at least');
  } finally {
    await slow.stop();
  }
}
