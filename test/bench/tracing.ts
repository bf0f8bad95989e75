/**
 * Part `tracing`: paid calls with OpenTelemetry on, every span sampled and sent, with it on and a tenth of the traces sampled,
 * and without it. Each round gives one ratio, in an order that alternates: what else the machine does meets both alike. A second
 * server without it shows how far two equal ones differ at that moment.
 */
import { type BenchedFarebox, paidMcpRequest, paidRequest, startFarebox } from './farebox.ts';
import { type Contender, inTurn, judge, median, print, printTable, short, warmUp } from './measure.ts';
import { type LoadGenerator, type Server, startServer } from './processes.ts';

const CONNECTIONS = 32;
const ROUNDS = 11;
const MEASURE_MS = 700;
const ON_TO_OFF_MIN = 0.85;

export async function benchTracing(load: LoadGenerator, upstream: Server, farebox: BenchedFarebox): Promise<void> {
  const collector = await startServer(new URL('./servers/upstream.ts', import.meta.url));
  const start = (variables: Record<string, string>): Promise<BenchedFarebox> =>
    startFarebox(upstream.url, { variables: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...variables } });
  const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
  const [whole, tenth, again] = await Promise.all([start({}), start(sampler), startFarebox(upstream.url)]);
  try {
    print(`\nPaid calls at concurrency ${CONNECTIONS}, with and without OpenTelemetry: medians of ${ROUNDS} rounds`);
    for (const [door, request] of [
      ['REST', paidRequest],
      ['MCP', paidMcpRequest],
    ] as const) {
      const contenders = [
        { name: `${door}, off`, ...farebox, request: request(farebox.apiKey) },
        { name: `${door}, every trace`, ...whole, request: request(whole.apiKey) },
        { name: `${door}, a tenth`, ...tenth, request: request(tenth.apiKey) },
        { name: `${door}, off again`, ...again, request: request(again.apiKey) },
      ];
      for (const servers of [contenders, contenders]) await warmUp(load, servers);
      const [, onToOff = Number.NaN, sampledToOff = Number.NaN] = await compare(load, contenders);
      judge(`${door} with OpenTelemetry to without, at ${CONNECTIONS}`, onToOff, ON_TO_OFF_MIN, 'at least');
      judge(`${door} with a tenth of the traces to without`, sampledToOff, ON_TO_OFF_MIN, 'at least');
    }
  } finally {
    await Promise.all([whole.stop(), tenth.stop(), again.stop(), collector.stop()]);
  }
}

/** Median ratio of each contender to the first in the same round. */
async function compare(load: LoadGenerator, contenders: readonly Contender[]): Promise<number[]> {
  const rows = new Map<string, { perSecond: number; cpuMicros: number; ratio: number }[]>();
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? contenders : [...contenders].reverse();
    const figures = await inTurn(load, order, CONNECTIONS, { rounds: 1, warmMs: 0, measureMs: MEASURE_MS });
    const first = figures.get(contenders[0]?.name ?? '')?.perSecond ?? Number.NaN;
    for (const [name, { perSecond, cpuMicros }] of figures)
      rows.set(name, [...(rows.get(name) ?? []), { perSecond, cpuMicros, ratio: perSecond / first }]);
  }
  const of = (name: string, member: 'perSecond' | 'cpuMicros' | 'ratio'): number =>
    median((rows.get(name) ?? []).map((row) => row[member]));
  const names = contenders.map(({ name }) => name);
  const cells = names.map((name) => [
    name,
    ...(['perSecond', 'cpuMicros', 'ratio'] as const).map((one) => short(of(name, one))),
  ]);
  printTable([['', 'req/s', 'cpu µs', 'to off'], ...cells]);
  return names.map((name) => of(name, 'ratio'));
}
