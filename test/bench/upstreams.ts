/** Part `upstreams`: a paid call of an MCP server through Farebox beside the SDK's client that calls the same server itself. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { npmServer, writeFareboxFile } from '../upstreams/world.ts';
import { type BenchedFarebox, startFarebox } from './farebox.ts';
import { judge, median, PLAN, print, printTable, short } from './measure.ts';
import { type LoadGenerator, startChild, startServer } from './processes.ts';
import type { ClientOrder, ClientResult } from './sdk-client.ts';

const PAID_TO_DIRECT_MIN = 0.5;
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
  target: ClientOrder['target'];
  path: string;
}

export async function benchUpstreams(load: LoadGenerator): Promise<void> {
  const remote = await startServer(new URL('./servers/tools.ts', import.meta.url));
  const { command, args } = npmServer('server-everything', 'stdio');
  const terms = { price: 0.001, concurrency: 2 * CONNECTIONS };
  const upstreams = { remote: { mcp: { url: remote.url }, ...terms }, local: { mcp: { command, args }, ...terms } };
  const farebox = await startFarebox('http://127.0.0.1:9', {
    variables: { FAREBOX_CONFIG: writeFareboxFile({ upstreams }) },
  });
  const client = startChild(new URL('./sdk-client.ts', import.meta.url), []);
  const callDirectly = async ({ target }: Road, measureMs: number): Promise<number> => {
    const reply = once(client.process, 'message');
    const order: ClientOrder = {
      target,
      name: 'echo',
      input: { message: MESSAGE },
      connections: CONNECTIONS,
      measureMs,
    };
    client.process.send(order);
    const [result]: ClientResult[] = await reply;
    if (!result || result.failed > 0) throw new Error('The SDK client failed');
    return result.perSecond;
  };
  const callPaid = async ({ path }: Road, measureMs: number): Promise<number> => {
    const headers = { authorization: `Bearer ${farebox.apiKey}` };
    const request = { path, headers, json: JSON.stringify({ message: MESSAGE }) };
    return (await load.run({ url: farebox.url, request, connections: CONNECTIONS, warmMs: 0, measureMs })).perSecond;
  };
  const roads: Road[] = [
    { name: 'Streamable HTTP', target: { url: remote.url }, path: '/api/tools/remote/echo' },
    { name: 'stdio, server-everything', target: { args }, path: '/api/tools/local/echo' },
  ];
  try {
    for (const { path } of roads) await untilOffered(farebox, path);
    print(`\nA paid call of an MCP server, at ${CONNECTIONS} (ratio to the SDK client that calls the server itself)`);
    const rows: string[][] = [['', 'SDK client req/s', 'Farebox req/s', 'ratio']];
    const ratios: [string, number][] = [];
    for (const road of roads) {
      const direct: number[] = [];
      const paid: number[] = [];
      // The first round warms up.
      for (let round = 0; round <= PLAN.rounds; round++) {
        direct.push(await callDirectly(road, PLAN.measureMs));
        paid.push(await callPaid(road, PLAN.measureMs));
      }
      const [base, own] = [median(direct.slice(1)), median(paid.slice(1))];
      rows.push([road.name, short(base), short(own), short(own / base)]);
      ratios.push([road.name, own / base]);
    }
    printTable(rows);
    for (const [name, ratio] of ratios)
      judge(`paid call to the SDK client, ${name}`, ratio, PAID_TO_DIRECT_MIN, 'at least');
  } finally {
    await farebox.stop();
    await Promise.all([client.stop(), remote.stop()]);
  }
}
