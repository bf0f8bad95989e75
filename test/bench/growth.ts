/**
 * Part `growth`: what callers and operators wait for among many accounts, beside the same among a thousand; `growth=1000000` for
 * more than twenty thousand. Each account has made ten calls, the one that asks some thousand more. And how long a proof takes.
 */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Engine, engines, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { root } from '../harness/sources.ts';
import { type BenchedFarebox, paidRequest, startFarebox } from './farebox.ts';
import { judge, median, print, printTable, short } from './measure.ts';
import type { LoadGenerator, Server } from './processes.ts';
import { SEEDED_KEY, seedBooks } from './seed.ts';
import { measureSweep, openSwept, type SweptBooks } from './sweep.ts';

const FEW = 1_000;
const MANY = 20_000;
const CALLS_EACH = 10;
const ROUNDS = 40;
/** Not measured. */
const WARM_ROUNDS = 10;
const LOAD = { connections: 32, warmMs: 300, measureMs: 1_200 };
const LOAD_ROUNDS = 3;
/** Of the server and of a command. */
const START_ROUNDS = 3;
const SWEEPS = 20;
const GROWTH_MAX = 1.2;
const VERIFY_S_MAX = 10;
const ADMIN_TOKEN = 'the-operator-of-a-benchmark';
const DEEP_PAGES = 10;
const BESIDE_MS = 5_000;
const STALL_MS_MAX = 200;
const LOG_MB_MAX = 150;

interface Books {
  database: FreshDatabase;
  dataDir: string;
}

interface Grown {
  farebox: BenchedFarebox;
  /** Of several. */
  startMs: number;
  requests: Record<string, { path: string; token: string }>;
}

export async function benchGrowth(load: LoadGenerator, upstream: Server, many = MANY): Promise<void> {
  for (const engine of engines) {
    print(`\nOn ${engine}: ${many} accounts beside ${FEW}, ${CALLS_EACH} calls each`);
    const books: Books[] = [];
    const running: BenchedFarebox[] = [];
    try {
      for (const accounts of [FEW, many]) books.push(await seed(engine, accounts));
      const [few, large] = await startInTurn(load, upstream, books, running);
      if (few && large) await compareAll(load, few, large, engine, many);
      for (const farebox of running.splice(0)) await farebox.stop();
      await compareSweeps(books, engine);
    } finally {
      await Promise.all(running.map((farebox) => farebox.stop()));
      await Promise.all(books.map(({ database }) => database.drop()));
    }
  }
}

async function compareAll(load: LoadGenerator, few: Grown, large: Grown, engine: Engine, many: number): Promise<void> {
  await compare(load, few, large, engine);
  if (engine === 'sqlite') await proveBesideLoad(load, large);
  const seconds = await measureProof(large.farebox);
  const again = await measureProof(large.farebox, false);
  print(`  a proof of all books: ${short(seconds)} s; of what is new: ${short(again)} s`);
  // Both have started a process.
  const perMillion = ((seconds - again) * 1_000_000) / (many * CALLS_EACH);
  judge(`${engine}: a proof of all books, for a million calls`, perMillion, VERIFY_S_MAX, 'at most', ' s');
}

async function seed(engine: Engine, accounts: number): Promise<Books> {
  const database = await freshDatabase(engine);
  const dataDir = join(database.dataDir, 'data');
  await seedBooks({ dataDir, databaseUrl: database.url, accounts, calls: accounts * CALLS_EACH });
  return { database, dataDir };
}

/** The last of its starts goes on; `running` has what is to be stopped. */
async function startInTurn(
  load: LoadGenerator,
  upstream: Server,
  books: readonly Books[],
  running: BenchedFarebox[],
): Promise<Grown[]> {
  const times: number[][] = books.map(() => []);
  for (let round = 0; round < START_ROUNDS; round++) {
    for (const farebox of running.splice(0)) await farebox.stop();
    for (const [which, { database, dataDir }] of books.entries()) {
      const variables = { ADMIN_TOKEN, ADMIN_RATE_LIMIT_PER_MINUTE: '1000000', DATA_DIR: dataDir };
      const farebox = { ...(await startFarebox(upstream.url, { database, variables })), dataDir };
      running.push(farebox);
      times[which]?.push(farebox.startMs);
    }
  }
  const grown: Grown[] = [];
  for (const [which, farebox] of running.entries()) {
    const requests = await prepareRequests(load, farebox);
    grown.push({ farebox, startMs: median(times[which] ?? []), requests });
  }
  return grown;
}

/** After some thousand calls of the account that asks. */
async function prepareRequests(load: LoadGenerator, farebox: BenchedFarebox): Promise<Grown['requests']> {
  const order = { url: farebox.url, request: paidRequest(SEEDED_KEY), connections: 32, warmMs: 0, measureMs: 3_000 };
  await load.run({ ...order, requestsMax: 2_000 });
  let cursor = '';
  for (let page = 0; page < DEEP_PAGES; page++) {
    const body = await ask(farebox.url, `/api/proxy/account/history?limit=100${cursor}`, SEEDED_KEY);
    const next = /"nextCursor":"([^"]+)"/.exec(body)?.[1];
    if (next) cursor = `&cursor=${next}`;
  }
  const calls = await ask(farebox.url, '/api/account/calls?limit=1', SEEDED_KEY);
  const callId = /"callId":"([^"]+)"/.exec(calls)?.[1] ?? '';
  const own = (path: string) => ({ path, token: SEEDED_KEY });
  const admin = (path: string) => ({ path, token: ADMIN_TOKEN });
  return {
    balance: own('/api/account/balance'),
    'history, first page': own('/api/proxy/account/history?limit=50'),
    'history, deep': own(`/api/proxy/account/history?limit=50${cursor}`),
    report: own('/api/proxy/account/report'),
    'calls log': own('/api/account/calls'),
    receipt: own(`/api/account/receipts/${callId}`),
    'accounts, as the operator': admin('/admin/accounts'),
    'a name nobody has': admin('/admin/accounts?q=nobody+has+it'),
    'two characters nobody has': admin('/admin/accounts?q=zq'),
    'a part of one name': admin('/admin/accounts?q=0000777'),
  };
}

async function ask(url: string, path: string, token: string): Promise<string> {
  const reply = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const body = await reply.text();
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${body}`);
  return body;
}

async function compare(load: LoadGenerator, few: Grown, many: Grown, engine: Engine): Promise<void> {
  const rows: [name: string, few: number, many: number][] = [];
  for (const name of Object.keys(few.requests)) {
    const times: [number[], number[]] = [[], []];
    for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
      for (const [which, { farebox, requests }] of [few, many].entries()) {
        const { path, token } = requests[name] ?? { path: '', token: '' };
        const startMs = performance.now();
        await ask(farebox.url, path, token);
        if (round >= 0) times[which]?.push(performance.now() - startMs);
      }
    }
    rows.push([name, median(times[0]), median(times[1])]);
  }
  rows.push(['a paid call at 32', ...(await measurePaid(load, [few, many]))]);
  rows.push(['start', few.startMs, many.startMs]);
  rows.push(['margin, with its start', ...(await measureMargin([few, many]))]);
  const cells = rows.map(([name, low, high]) => [name, short(low), short(high), short(high / low)]);
  printTable([['milliseconds', 'few', 'many', 'ratio'], ...cells]);
  for (const [name, low, high] of rows)
    judge(`${engine}: ${name}, among many to few`, high / low, GROWTH_MAX, 'at most');
}

async function compareSweeps(books: readonly Books[], engine: Engine): Promise<void> {
  const swept: SweptBooks[] = [];
  const times: [number[], number[]] = [[], []];
  try {
    for (const { database, dataDir } of books) swept.push(await openSwept(dataDir, database.url));
    for (let round = 0; round < SWEEPS; round++) {
      for (const [which, one] of swept.entries()) times[which]?.push(await measureSweep(one));
    }
  } finally {
    for (const { database } of swept) await database.stop();
  }
  const [few, many] = [median(times[0]), median(times[1])];
  print(`  a sweep of open calls: ${short(few)} and ${short(many)} ms`);
  judge(`${engine}: a sweep of open calls, among many to few`, many / few, GROWTH_MAX, 'at most');
}

async function measurePaid(load: LoadGenerator, both: readonly Grown[]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < LOAD_ROUNDS; round++) {
    for (const [which, { farebox }] of both.entries()) {
      const { perSecond } = await load.run({ url: farebox.url, request: paidRequest(SEEDED_KEY), ...LOAD });
      times[which]?.push(1_000 / perSecond);
    }
  }
  return [median(times[0]), median(times[1])];
}

/** The log of writes grows for as long as one snapshot is read from; emptying it afterwards is what calls would wait for. */
async function proveBesideLoad(load: LoadGenerator, { farebox }: Grown): Promise<void> {
  const order = { url: farebox.url, request: paidRequest(SEEDED_KEY), connections: 32, warmMs: 0 };
  let mostMb = 0;
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, statSync(join(farebox.dataDir, 'farebox.db-wal')).size / 1e6);
  }, 50);
  const proof = measureProof(farebox);
  const { maxMs, p99Ms } = await load.run({ ...order, measureMs: BESIDE_MS });
  await proof;
  clearInterval(watch);
  print(`  paid calls beside a proof: of a hundred the slowest ${short(p99Ms)} ms`);
  judge('sqlite: the slowest paid call beside a proof', maxMs, STALL_MS_MAX, 'at most', ' ms');
  judge('sqlite: the log of writes beside a proof', mostMb, LOG_MB_MAX, 'at most', ' MB');
}

async function measureMargin(both: readonly Grown[]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < START_ROUNDS; round++) {
    for (const [which, { farebox }] of both.entries()) times[which]?.push(await measureCommand(farebox, 'margin'));
  }
  return [median(times[0]), median(times[1])];
}

/** In seconds. */
const measureProof = async (farebox: BenchedFarebox, all = true): Promise<number> =>
  (await measureCommand(farebox, 'verify', ...(all ? ['--all'] : []))) / 1_000;

async function measureCommand({ env }: BenchedFarebox, ...words: string[]): Promise<number> {
  const startMs = performance.now();
  await promisify(execFile)(process.execPath, [join(root, 'dist/bundle/farebox.js'), ...words], { env });
  return performance.now() - startMs;
}
