/** Part `writes`: paid calls alone, and beside a mailing's events and searches. What is paid for goes first. */
import { copyProduct } from '../harness/product-copy.ts';
import { eventsFeature } from './events-feature.ts';
import { type BenchedFarebox, paidRequest, startFarebox } from './farebox.ts';
import { judge, median, PLAN, print, printTable, short, warmUp } from './measure.ts';
import type { LoadGenerator, Server } from './processes.ts';

const CONNECTIONS = 32;
const ROWS = 100_000;
const WRITES_PER_SECOND = 500;
const SEARCH_EVERY_MS = 100;
const THROUGHPUT_MIN = 0.8;
const P99_MAX = 2;

interface Work {
  rows: number;
  writes: number;
  writeP99Ms: number;
  searches: number;
  searchP50Ms: number;
}

interface Figures {
  perSecond: number[];
  p99Ms: number[];
}

export async function benchWrites(load: LoadGenerator, upstream: Server): Promise<void> {
  const copy = copyProduct(eventsFeature);
  const farebox = await startFarebox(upstream.url, { folder: copy.folder });
  try {
    const contender = { name: 'paid', url: farebox.url, pid: farebox.pid, request: paidRequest(farebox.apiKey) };
    await warmUp(load, [contender]);
    await work(farebox, { fill: ROWS });
    const [alone, beside]: [Figures, Figures] = [
      { perSecond: [], p99Ms: [] },
      { perSecond: [], p99Ms: [] },
    ];
    const works: Work[] = [];
    const measure = async (figures: Figures): Promise<void> => {
      const { perSecond, p99Ms } = await load.run({ ...contender, connections: CONNECTIONS, ...PLAN });
      figures.perSecond.push(perSecond);
      figures.p99Ms.push(p99Ms);
    };
    for (let round = 0; round < PLAN.rounds; round++) {
      await measure(alone);
      const ms = PLAN.warmMs + PLAN.measureMs;
      const working = work(farebox, { ms, perSecond: WRITES_PER_SECOND, searchEveryMs: SEARCH_EVERY_MS });
      await measure(beside);
      works.push(await working);
    }
    report(alone, beside, works);
  } finally {
    await farebox.stop();
    copy.drop();
  }
}

function report(alone: Figures, beside: Figures, works: readonly Work[]): void {
  print(`\nPaid calls at concurrency ${CONNECTIONS}, alone and beside other work (SQLite)`);
  const row = (name: string, { perSecond, p99Ms }: Figures): string[] => [
    name,
    short(median(perSecond)),
    short(median(p99Ms)),
  ];
  printTable([
    ['', 'req/s', 'p99 ms'],
    row('alone', alone),
    row(`beside ${WRITES_PER_SECOND} writes a second and a search each ${SEARCH_EVERY_MS} ms`, beside),
  ]);
  const of = (member: keyof Work): number => median(works.map((work) => work[member]));
  const seconds = (PLAN.warmMs + PLAN.measureMs) / 1000;
  print(`  writes a second: ${short(of('writes') / seconds)}, p99 ${short(of('writeP99Ms'))} ms`);
  print(`  searches over ${short(of('rows'))} rows: ${of('searches')}, median ${short(of('searchP50Ms'))} ms`);
  judge(
    'paid calls a second beside to alone',
    median(beside.perSecond) / median(alone.perSecond),
    THROUGHPUT_MIN,
    'at least',
  );
  judge('their p99 beside to alone', median(beside.p99Ms) / median(alone.p99Ms), P99_MAX, 'at most');
}

async function work({ url, apiKey }: BenchedFarebox, input: object): Promise<Work> {
  const reply = await fetch(`${url}/api/proxy/bench-work`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(input),
  });
  if (reply.status !== 200) throw new Error(`The work was refused: ${reply.status} ${await reply.text()}`);
  const done: Work = JSON.parse(await reply.text());
  return done;
}
