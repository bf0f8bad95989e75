/** Part `mcp`: a paid `tools/call` beside the SDK's own low-level server that does the same upstream work for nothing. */
import { type BenchedFarebox, paidMcpRequest } from './farebox.ts';
import { inTurn, judge, print, printTable, short, warmUp } from './measure.ts';
import { LLM_INPUT, mcpRequest } from './payloads.ts';
import { type LoadGenerator, type Server, startServer } from './processes.ts';

const SDK = 'SDK, low-level server, unmetered';
const PAID = 'Farebox, paid tools/call';
const PAID_TO_SDK_MIN = 0.6;

export async function benchMcp(load: LoadGenerator, upstream: Server, farebox: BenchedFarebox): Promise<void> {
  const sdk = await startServer(new URL('./servers/mcp.ts', import.meta.url), upstream.url);
  const { url, pid, apiKey } = farebox;
  const contenders = [
    { name: SDK, ...sdk, request: mcpRequest('/', 'llm-fast', LLM_INPUT) },
    { name: PAID, url, pid, request: paidMcpRequest(apiKey) },
  ];
  try {
    await warmUp(load, contenders);
    print('\nMCP tools/call, 2026-07-28 (ratio to the bare SDK server)');
    const rows: string[][] = [['', 'concurrency', 'req/s', 'ratio', 'p50 ms', 'p99 ms', 'cpu µs']];
    let ratio = Number.NaN;
    for (const connections of [1, 32]) {
      const figures = await inTurn(load, contenders, connections);
      const base = figures.get(SDK)?.perSecond ?? Number.NaN;
      for (const [name, { perSecond, p50Ms, p99Ms, cpuMicros }] of figures) {
        ratio = perSecond / base;
        rows.push([name, String(connections), ...[perSecond, ratio, p50Ms, p99Ms, cpuMicros].map(short)]);
      }
    }
    printTable(rows);
    judge('paid tools/call to the bare SDK server, at 32', ratio, PAID_TO_SDK_MIN, 'at least');
  } finally {
    await sdk.stop();
  }
}
