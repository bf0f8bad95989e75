/** Kept answers in Redis: what one server has asked for serves the others, and without Redis nothing breaks. */
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { openRedisAnswers } from '../src/database/redis/redis-answers.ts';
import type { Log } from '../src/kernel/ports.ts';
import { redisServer } from './harness/databases.ts';
import { type Farebox, startFarebox } from './harness/farebox.ts';

const url = await redisServer();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function recordingLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  const take = (_: object, message: string): void => void lines.push(message);
  return { lines, debug: take, info: take, warn: take, error: take };
}

async function start(redis: string): Promise<Farebox> {
  const server = await startFarebox({ env: { REDIS_URL: redis } });
  closers.push(() => server.stop());
  return server;
}

/** Prices change hands between servers and callers: they are the same for everybody. */
async function rate(server: Farebox, mode: 'live' | 'test', amount: number) {
  const { apiKey } = await server.account(mode);
  const body = { from: 'USD', to: 'JPY', amount };
  const answer = await server.request('POST', '/api/proxy/exchange-rate', { key: apiKey, body });
  const { status, body: said } = answer;
  return { status, cached: said.cached === true, converted: said.converted };
}

describe.skipIf(url === null)('two servers on one Redis', () => {
  it('serve an answer that either has, to the same mode only', async () => {
    const [one, two] = await Promise.all([start(url ?? ''), start(url ?? '')]);
    const amount = randomInt(1_000_000, 1_000_000_000) / 1_000;
    const first = await rate(one, 'test', amount);
    expect(first).toMatchObject({ status: 200, cached: false });
    await sleep(50);
    expect(await rate(two, 'test', amount)).toEqual({ ...first, cached: true });
    expect(await rate(one, 'test', amount)).toEqual({ ...first, cached: true });
    expect(await rate(two, 'test', amount + 1)).toMatchObject({ status: 200, cached: false });
  });
});

describe('the store', () => {
  const open = async (address: string, log: Log, prefix = `test:${randomBytes(6).toString('hex')}:`) => {
    const answers = await openRedisAnswers(address, log, prefix);
    closers.push(() => answers.close());
    return answers;
  };

  it.skipIf(url === null)('keeps for as long as it is told, by prefix', async () => {
    const prefix = `test:${randomBytes(6).toString('hex')}:`;
    const [a, b, other] = await Promise.all([
      open(url ?? '', recordingLog(), prefix),
      open(url ?? '', recordingLog(), prefix),
      open(url ?? '', recordingLog()),
    ]);
    a.set('key', '東京', 1);
    await sleep(50);
    expect([await b.get('key'), await other.get('key'), await b.get('none')]).toEqual(['東京', undefined, undefined]);
    await sleep(1_100);
    expect(await b.get('key')).toBeUndefined();
  });

  it('finds nothing where no Redis answers, says so once, and costs no waiting', async () => {
    const log = recordingLog();
    const answers = await open('redis://127.0.0.1:1', log);
    const startedMs = performance.now();
    for (let i = 0; i < 100; i++) {
      answers.set('key', 'text', 60);
      expect(await answers.get('key')).toBeUndefined();
    }
    expect(performance.now() - startedMs).toBeLessThan(500);
    expect(log.lines).toEqual(['Redis unreachable: caching responses in memory']);
  });

  it('leaves a server its own memory', async () => {
    const server = await start('redis://127.0.0.1:1');
    const amount = randomInt(1_000, 1_000_000);
    expect(await rate(server, 'test', amount)).toMatchObject({ status: 200, cached: false });
    expect(await rate(server, 'test', amount)).toMatchObject({ status: 200, cached: true });
  });
});
