/**
 * Part `upstreams`: a paid call of an MCP server through Farebox. Over HTTP, beside the SDK's client that calls the same
 * server itself; over stdio, where that client has no wire to cross, beside a bare HTTP server with that client behind it.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { npmServer, writeFareboxFile } from '../upstreams/world.ts';
import { type BenchedFarebox, startFarebox } from './farebox.ts';
import { judge, median, PLAN, print, printTable, short } from './measure.ts';
import { type LoadGenerator, startChild, startServer } from './processes.ts';
import type { ClientOrder, ClientResult } from './sdk-client.ts';

/** As for a call of a built-in tool beside a bare proxy. */
const PAID_TO_BARE_MIN = 0.35;
const PAID_TO_CLIENT_MIN = 0.5;
const CONNECTIONS = 32;
const OFFERED_MS_MAX = 20_000;
const MESSAGE = 'A gateway that charges for a call writes the charge down first. '.repeat(8);

/** Resolves when the tool answers. */
async function untilOffered({ url, apiKey }: BenchedFarebox, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const endMs = Date.now() + OFFERED_MS_MAX;
  for (;;) {
    const { status } = await fetch(url + path, { method: 'POST', headers, body: '{"message":"Hello"}' });
    if (status === 200) return;
    if (Date.now() > endMs) throw new Error(`${path} answers ${status}`);
    await sleep(100);
  }
}

interface Road {
  name: string;
  path: string;
  ratioMin: number;
  /** Calls of the same tool a second, without Farebox. */
  callUnpaid(measureMs: number): Promise<number>;
}

export async function benchUpstreams(load: LoadGenerator): Promise<void> {
  const { command, args } = npmServer('server-everything', 'stdio');
  const remote = await startServer(new URL('./servers/tools.ts', import.meta.url));
  const bridge = await startServer(new URL('./servers/bridge.ts', import.meta.url), ...args);
  const terms = { price: 0.001, concurrency: 2 * CONNECTIONS };
  const upstreams = { remote: { mcp: { url: remote.url }, ...terms }, local: { mcp: { command, args }, ...terms } };
  const farebox = await startFarebox('http://127.0.0.1:9', {
    variables: { FAREBOX_CONFIG: writeFareboxFile({ upstreams }) },
  });
  const client = startChild(new URL('./sdk-client.ts', import.meta.url), []);
  const input = { message: MESSAGE };
  const callDirectly = async (measureMs: number): Promise<number> => {
    const reply = once(client.process, 'message');
    const order: ClientOrder = { url: remote.url, name: 'echo', input, connections: CONNECTIONS, measureMs };
    client.process.send(order);
    const [result]: ClientResult[] = await reply;
    if (!result || result.failed > 0) throw new Error('The SDK client failed');
    return result.perSecond;
  };
  const headers = { authorization: `Bearer ${farebox.apiKey}` };
  const post = async (url: string, path: string, measureMs: number): Promise<number> => {
    const request = { path, headers, json: JSON.stringify(input) };
    return (await load.run({ url, request, connections: CONNECTIONS, warmMs: 0, measureMs })).perSecond;
  };
  const roads: Road[] = [
    {
      name: 'Streamable HTTP, to the SDK client',
      path: '/api/tools/remote/echo',
      ratioMin: PAID_TO_CLIENT_MIN,
      callUnpaid: callDirectly,
    },
    {
      name: 'stdio, to a bare HTTP server',
      path: '/api/tools/local/echo',
      ratioMin: PAID_TO_BARE_MIN,
      callUnpaid: (measureMs) => post(bridge.url, '/', measureMs),
    },
  ];
  try {
    for (const { path } of roads) await untilOffered(farebox, path);
    print(`\nA paid call of an MCP server, at ${CONNECTIONS}, and the same call without Farebox`);
    const rows: string[][] = [['', 'without, req/s', 'Farebox req/s', 'ratio']];
    const verdicts: { name: string; ratio: number; ratioMin: number }[] = [];
    for (const { name, path, ratioMin, callUnpaid } of roads) {
      const unpaid: number[] = [];
      const paid: number[] = [];
      // The first round warms up.
      for (let round = 0; round <= PLAN.rounds; round++) {
        unpaid.push(await callUnpaid(PLAN.measureMs));
        paid.push(await post(farebox.url, path, PLAN.measureMs));
      }
      const [base, own] = [median(unpaid.slice(1)), median(paid.slice(1))];
      rows.push([name, short(base), short(own), short(own / base)]);
      verdicts.push({ name, ratio: own / base, ratioMin });
    }
    printTable(rows);
    for (const { name, ratio, ratioMin } of verdicts)
      judge(`paid call of an MCP server, ${name}`, ratio, ratioMin, 'at least');
  } finally {
    await farebox.stop();
    await Promise.all([client.stop(), bridge.stop(), remote.stop()]);
  }
}
