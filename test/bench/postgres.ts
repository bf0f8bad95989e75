/** Part `postgres`: what a call costs PostgreSQL and Redis, with one server and with two, and beside a long snapshot. */
import { createClient } from 'redis';
import { freshDatabase, redisServer } from '../harness/databases.ts';
import { DatabaseMonitor } from './database-counts.ts';
import { type BenchedFarebox, type FareboxOptions, paidRequest, startFarebox } from './farebox.ts';
import type { LoadOrder } from './load.ts';
import { benchLockedRow } from './locked-row.ts';
import { benchLongSnapshot } from './long-snapshot.ts';
import { type Contender, inTurn, judge, median, print } from './measure.ts';
import { CHAT_REQUEST } from './payloads.ts';
import { cpuMs, type LoadGenerator, type Server, startLoadGenerator, startServer } from './processes.ts';

const PAID_TO_BARE_MIN = 0.35;
const TRANSACTIONS_MAX = 0.3;
const TWO_TO_ONE_MAX = 1.1;
const REDIS_SHARE_MAX = 0.05;
const WARM_REQUESTS = 6_000;
const WARM_MS_MAX = 15_000;
const COUNT_MS = 2_500;
const SHARED_MS = 2_500;
const SHARED_ROUNDS = 2;
const SHARED_CONNECTIONS = 512;

export async function benchPostgres(load: LoadGenerator, upstream: Server): Promise<void> {
  print('\nPaid calls on PostgreSQL');
  await benchOneServer(load, upstream);
  await benchLongSnapshot();
  await benchLockedRow();
  await benchTwoServers(load, upstream);
}

async function benchOneServer(load: LoadGenerator, upstream: Server): Promise<void> {
  const bare = await startServer(new URL('./servers/bare.ts', import.meta.url), upstream.url);
  const database = await freshDatabase('postgres');
  const farebox = await startFarebox(upstream.url, { database });
  const monitor = await new DatabaseMonitor(database.url ?? '').start();
  const { url, pid, apiKey } = farebox;
  const chat = { path: '/v1/chat/completions', json: JSON.stringify(CHAT_REQUEST) };
  const contenders: Contender[] = [
    { name: 'bare', ...bare, request: chat },
    { name: 'paid', url, pid, request: paidRequest(apiKey) },
  ];
  try {
    for (const { url, request } of contenders) await warm(load, { url, request }, 64);
    const figures = await inTurn(load, contenders, 32, { rounds: 3, warmMs: 300, measureMs: 1_500 });
    const [bareFigure, paid] = [figures.get('bare'), figures.get('paid')];
    const ratio = (paid?.perSecond ?? Number.NaN) / (bareFigure?.perSecond ?? Number.NaN);
    judge('paid call on PostgreSQL to the bare proxy, at 32', ratio, PAID_TO_BARE_MIN, 'at least');
    const order = { url, request: paidRequest(apiKey), connections: 64, warmMs: 0, measureMs: COUNT_MS };
    const { result, counts } = await monitor.during(() => load.run(order));
    judge('transactions a call, at 64', counts.transactions / result.answered, TRANSACTIONS_MAX, 'at most');
    const [walBytes, micros] = [counts.walBytes / result.answered, (counts.cpuMs * 1_000) / result.answered];
    print(`  a call writes ${walBytes.toFixed(0)} bytes of WAL and takes ${micros.toFixed(0)} µs of PostgreSQL,`);
    print(`  ${paid?.cpuMicros.toFixed(0)} µs of the server (the bare proxy: ${bareFigure?.cpuMicros.toFixed(0)} µs)`);
  } finally {
    await monitor.stop();
    await Promise.all([farebox.stop(), bare.stop()]);
    await database.drop();
  }
}

/** By their number: on a busy machine, seconds compile little of what is hot. */
async function warm(
  load: LoadGenerator,
  target: Pick<LoadOrder, 'url' | 'request'>,
  connections: number,
): Promise<void> {
  await load.run({ ...target, connections, warmMs: 0, measureMs: WARM_MS_MAX, requestsMax: WARM_REQUESTS });
}

interface SharedFigures {
  /** Of the servers, PostgreSQL and Redis, for one call. */
  cpuMicros: number;
  redisMicros: number;
  redisCommands: number;
  perSecond: number;
}

async function benchTwoServers(load: LoadGenerator, upstream: Server): Promise<void> {
  const redisUrl = await redisServer();
  if (redisUrl === null) return;
  const database = await freshDatabase('postgres');
  const otherLoad = startLoadGenerator();
  const options: FareboxOptions = {
    database,
    variables: {
      REDIS_URL: redisUrl,
      GROQ_BASE_URL: `${upstream.url}/near/v1`,
      MAX_CONNECTIONS_PER_ADDRESS: '10000',
    },
  };
  const one = await startFarebox(upstream.url, options);
  const two = await startFarebox(upstream.url, options);
  const monitor = await new DatabaseMonitor(database.url ?? '').start();
  const redis = createClient({ url: redisUrl });
  await redis.connect();
  // Both serve the same account.
  const servers = [one, two].map((server) => ({ ...server, apiKey: one.apiKey }));
  const measure = (used: readonly BenchedFarebox[], ms: number): Promise<SharedFigures> =>
    measureShared(used, [load, otherLoad], monitor, redis, ms);
  try {
    for (const { url, apiKey } of servers) await warm(load, { url, request: paidRequest(apiKey) }, SHARED_CONNECTIONS);
    const figures: [SharedFigures[], SharedFigures[]] = [[], []];
    for (let round = 0; round < SHARED_ROUNDS; round++) {
      figures[0].push(await measure(servers.slice(0, 1), SHARED_MS));
      figures[1].push(await measure(servers, SHARED_MS));
    }
    const [alone, together] = [joinFigures(figures[0]), joinFigures(figures[1])];
    const what = `two servers to one, 20 ms upstream, at ${SHARED_CONNECTIONS}: processor time a call`;
    judge(what, together.cpuMicros / alone.cpuMicros, TWO_TO_ONE_MAX, 'at most');
    judge('of it in Redis', together.redisMicros / together.cpuMicros, REDIS_SHARE_MAX, 'at most');
    print(`  one server: ${alone.perSecond.toFixed(0)} calls/s, ${alone.cpuMicros.toFixed(0)} µs a call;`);
    print(`  two: ${together.perSecond.toFixed(0)} calls/s, ${together.cpuMicros.toFixed(0)} µs a call`);
    print(`  commands of Redis a call: ${together.redisCommands.toFixed(2)}`);
  } finally {
    redis.destroy();
    await monitor.stop();
    await Promise.all([one.stop(), two.stop(), otherLoad.stop()]);
    await database.drop();
  }
}

function joinFigures(rounds: readonly SharedFigures[]): SharedFigures {
  const of = (member: keyof SharedFigures): number => median(rounds.map((figures) => figures[member]));
  return {
    cpuMicros: of('cpuMicros'),
    redisMicros: of('redisMicros'),
    redisCommands: of('redisCommands'),
    perSecond: of('perSecond'),
  };
}

async function measureShared(
  servers: readonly BenchedFarebox[],
  loads: readonly LoadGenerator[],
  monitor: DatabaseMonitor,
  redis: { info(section: string): Promise<string> },
  measureMs: number,
): Promise<SharedFigures> {
  const connections = SHARED_CONNECTIONS / servers.length;
  const readServers = (): number => servers.reduce((sum, { pid }) => sum + cpuMs(pid), 0);
  const [serversBefore, redisBefore] = [readServers(), await readRedis(redis)];
  const { result: results, counts } = await monitor.during(() => {
    const runs = servers.map(({ url, apiKey }, index) =>
      loads[index]?.run({ url, request: paidRequest(apiKey), connections, warmMs: 0, measureMs }),
    );
    return Promise.all(runs);
  });
  const redisAfter = await readRedis(redis);
  const answered = results.reduce((sum, result) => sum + (result?.answered ?? 0), 0);
  const redisMs = redisAfter.cpuMs - redisBefore.cpuMs;
  return {
    cpuMicros: ((readServers() - serversBefore + counts.cpuMs + redisMs) * 1_000) / answered,
    redisMicros: (redisMs * 1_000) / answered,
    redisCommands: (redisAfter.commands - redisBefore.commands) / answered,
    perSecond: (answered * 1_000) / measureMs,
  };
}

async function readRedis(redis: {
  info(section: string): Promise<string>;
}): Promise<{ cpuMs: number; commands: number }> {
  const find = (text: string, name: string): number => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(text)?.[1]);
  const cpu = await redis.info('cpu');
  return {
    cpuMs: (find(cpu, 'used_cpu_sys') + find(cpu, 'used_cpu_user')) * 1_000,
    commands: find(await redis.info('stats'), 'total_commands_processed'),
  };
}
