/** Counts provider results and tool durations, and adds them to the database once a minute. */

import type { Database } from '../../database/types.ts';
import type { Log } from '../../kernel/ports.ts';
import type { Mode } from '../../kernel/principal.ts';
import { addUpstreamCounts, type UpstreamCounts } from '../receipts/record-writes.ts';
import { LatencyTally } from './latency-counts.ts';
import { addLatencies } from './latency-writes.ts';

const EVERY_MS = 60_000;
const PORTION_MAX = 50;
/** Ends that the provider is to blame for. */
const FAILURES: ReadonlySet<string> = new Set([
  'auth',
  'quota',
  'overloaded',
  'unreachable',
  'retired',
  'timeout',
  'cut',
  'malformed',
  'lying',
]);

export class UpstreamTally {
  #counts = new Map<string, UpstreamCounts>();
  #timer: NodeJS.Timeout | null = null;
  readonly latencies = new LatencyTally();

  /** `outcome`: as the metrics have it. */
  add(mode: Mode, provider: string, outcome: string, ms: number): void {
    const key = `${mode} ${provider}`;
    const upstreamCounts = this.#counts.get(key) ?? {
      ...{ mode, provider, requests: 0, failures: 0, refusals: 0 },
      ...{ latency_ms: 0, latency_ms_max: 0 },
    };
    upstreamCounts.requests++;
    const hasFailed = FAILURES.has(outcome);
    const isRefused = outcome === 'rate';
    if (hasFailed) upstreamCounts.failures++;
    if (isRefused) upstreamCounts.refusals++;
    else this.latencies.add({ mode, subject: 'provider', name: provider, hasFailed, ms });
    const latencyMs = Math.round(ms);
    upstreamCounts.latency_ms += latencyMs;
    upstreamCounts.latency_ms_max = Math.max(upstreamCounts.latency_ms_max, latencyMs);
    this.#counts.set(key, upstreamCounts);
  }

  /** What it returns writes the rest and ends. */
  startSaving(database: Pick<Database, 'write'>, log: Log): () => Promise<void> {
    const flush = async (): Promise<void> => {
      const counts = [...this.#counts.values()];
      this.#counts = new Map();
      const latencies = this.latencies.take();
      const writes = [
        ...(counts.length > 0 ? [database.write(addUpstreamCounts, counts)] : []),
        ...splitPortions(latencies).map((portion) => database.write(addLatencies, portion)),
      ];
      await Promise.all(writes).catch((thrown: unknown) => {
        log.warn({ err: thrown }, 'could not save provider statistics');
      });
    };
    this.#timer = setInterval(() => void flush(), EVERY_MS);
    this.#timer.unref();
    return async () => {
      if (this.#timer) clearInterval(this.#timer);
      await flush();
    };
  }
}

/** A write does a few rows at once: calls go first. */
function splitPortions<T>(all: readonly T[]): T[][] {
  const portions: T[][] = [];
  for (let from = 0; from < all.length; from += PORTION_MAX) portions.push(all.slice(from, from + PORTION_MAX));
  return portions;
}
