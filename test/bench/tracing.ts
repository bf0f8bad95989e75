/** Part `tracing`: paid calls with OpenTelemetry on, every span sampled and sent, beside the same calls without. */
import { type BenchedFarebox, paidMcpRequest, paidRequest, startFarebox } from './farebox.ts';
import { inTurn, judge, print, printTable, short, warmUp } from './measure.ts';
import { type LoadGenerator, type Server, startServer } from './processes.ts';

const CONNECTIONS = 32;
const ON_TO_OFF_MIN = 0.85;

export async function benchTracing(load: LoadGenerator, upstream: Server, farebox: BenchedFarebox): Promise<void> {
  const collector = await startServer(new URL('./servers/upstream.ts', import.meta.url));
  const traced = await startFarebox(upstream.url, { variables: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  try {
    print(`\nPaid calls at concurrency ${CONNECTIONS}, with and without OpenTelemetry`);
    for (const [door, request] of [
      ['REST', paidRequest],
      ['MCP', paidMcpRequest],
    ] as const) {
      const contenders = [
        { name: `${door}, off`, ...farebox, request: request(farebox.apiKey) },
        { name: `${door}, on`, ...traced, request: request(traced.apiKey) },
      ];
      await warmUp(load, contenders);
      const figures = await inTurn(load, contenders, CONNECTIONS);
      const rows = [...figures].map(([name, { perSecond, p50Ms, p99Ms, cpuMicros }]) => {
        return [name, ...[perSecond, p50Ms, p99Ms, cpuMicros].map(short)];
      });
      printTable([['', 'req/s', 'p50 ms', 'p99 ms', 'cpu µs'], ...rows]);
      const [off = Number.NaN, on = Number.NaN] = [...figures.values()].map(({ perSecond }) => perSecond);
      judge(`${door} with OpenTelemetry to without, at ${CONNECTIONS}`, on / off, ON_TO_OFF_MIN, 'at least');
    }
  } finally {
    await Promise.all([traced.stop(), collector.stop()]);
  }
}
