import { randomBytes } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { MemoryLimiter } from '../../../src/http/limits/limits.ts';
import { openRedisLimiter, type SharedLimiter } from '../../../src/http/limits/redis-limits.ts';
import type { Limiter, LimitState, Log } from '../../../src/kernel/ports.ts';
import { redisServer } from '../../harness/databases.ts';
import { startFront } from '../a-front.ts';

function recordingLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  const take = (_: object, message: string): void => void lines.push(message);
  return { lines, debug: take, info: take, warn: take, error: take };
}

describe('limits in memory', () => {
  it('count in windows of their own for each key', () => {
    let nowMs = 1_000_000;
    const limiter = new MemoryLimiter(100, () => nowMs);
    const take = (key: string): LimitState => limiter.consume(key, 2, 60);
    expect(take('a')).toEqual({ isAllowed: true, remaining: 1, resetSeconds: 60, resetAtSeconds: 1_060 });
    nowMs += 30_500;
    expect(take('a')).toEqual({ isAllowed: true, remaining: 0, resetSeconds: 30, resetAtSeconds: 1_060 });
    expect(take('a')).toMatchObject({ isAllowed: false, remaining: 0 });
    expect(take('b')).toMatchObject({ isAllowed: true });
    nowMs += 29_500;
    expect(take('a')).toEqual({ isAllowed: true, remaining: 1, resetSeconds: 60, resetAtSeconds: 1_120 });
  });

  it('keep a bounded number of keys', () => {
    let nowMs = 1_000_000;
    const limiter = new MemoryLimiter(1_000, () => nowMs);
    for (let i = 0; i < 5_000; i++) limiter.consume(`key ${i}`, 2, 60);
    expect(limiter.size).toBe(1_000);
    nowMs += 120_000;
    limiter.consume('later', 2, 60);
    expect(limiter.size).toBe(1);
  });

  it('are not displaced by the many networks of one site, which share a window beyond some', () => {
    const limiter = new MemoryLimiter(5_000, () => 1_000_000);
    const isAllowed = (key: string): boolean => limiter.consume(key, 2, 60).isAllowed;
    for (let i = 0; i < 3; i++) limiter.consume('tools 192.0.2.1', 2, 60);
    limiter.consume('tools 2001:db8:2:1::/64', 2, 60);
    let allowed = 0;
    for (let i = 0; i < 20_000; i++) if (isAllowed(`tools 2001:db8:1:${(i + 1).toString(16)}::/64`)) allowed++;
    expect(allowed).toBeLessThan(300);
    expect(limiter.size).toBeLessThan(300);
    expect(isAllowed('tools 192.0.2.1')).toBe(false);
    expect([isAllowed('tools 2001:db8:2:1::/64'), isAllowed('tools 2001:db8:2:1::/64')]).toEqual([true, false]);
  });

  it('cost about a microsecond', () => {
    const limiter = new MemoryLimiter();
    const keys = Array.from({ length: 1_000 }, (_, i) => `tools 192.0.2.${i}`);
    for (const key of keys) limiter.consume(key, 100, 60);
    const startedMs = performance.now();
    for (let i = 0; i < 100_000; i++) limiter.consume(keys[i % 1_000] ?? '', 100, 60);
    const microseconds = (performance.now() - startedMs) / 100;
    // Ten times what is expected, so that a busy machine does not fail it.
    expect(microseconds).toBeLessThan(10);
  });
});

const url = await redisServer();

describe.skipIf(url === null)('limits in Redis', () => {
  const open: SharedLimiter[] = [];
  afterAll(() => {
    for (const limiter of open) limiter.close();
  });

  async function limiterOn(address: string, prefix: string, log: Log = recordingLog()): Promise<SharedLimiter> {
    const limiter = await openRedisLimiter(address, log, prefix);
    open.push(limiter);
    return limiter;
  }

  /** Both are connected once what one takes is missing for the other. */
  async function untilShared(one: Limiter, two: Limiter): Promise<void> {
    const bothCount = async (): Promise<number> => {
      const before = await two.consume('probe', 1_000, 60);
      await one.consume('probe', 1_000, 60);
      return before.remaining - (await two.consume('probe', 1_000, 60)).remaining;
    };
    await expect.poll(bothCount).toBe(2);
  }

  const prefix = (): string => `farebox-test-${randomBytes(6).toString('hex')}`;

  /** A relay whose connections can be cut and refused, or held without an answer. */
  async function relayTo(
    target: URL,
  ): Promise<{ url: string; cut(): Promise<void>; hold(on: boolean): void; back(): Promise<void> }> {
    const sockets = new Set<Socket>();
    let isHeld = false;
    const server = createServer((socket) => {
      const upstream = connect(Number(target.port), target.hostname);
      for (const one of [socket, upstream]) {
        sockets.add(one);
        one.on('error', () => one.destroy());
        one.on('close', () => sockets.delete(one));
      }
      socket.on('data', (chunk) => isHeld || upstream.write(chunk));
      upstream.pipe(socket);
    });
    const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
    await listen(0);
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    return {
      url: `redis://127.0.0.1:${port}`,
      cut: async () => {
        const closed = new Promise((resolve) => server.close(resolve));
        for (const socket of sockets) socket.destroy();
        await closed;
      },
      hold: (on) => {
        isHeld = on;
      },
      back: () => listen(port),
    };
  }

  it('are shared by two servers', async () => {
    const name = prefix();
    const [one, two] = [await limiterOn(url ?? '', name), await limiterOn(url ?? '', name)];
    const fronts = await Promise.all([one, two].map((limiter) => startFront({ limiter, rateLimitPerMinute: 3 })));
    await untilShared(one, two);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const sent = await fronts[i % 2]?.send('POST', '/api/proxy/echo', { body: {} });
      statuses.push(sent?.status ?? 0);
      if (i === 3) expect(Number(sent?.headers['retry-after'])).toBeGreaterThan(50);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    await Promise.all(fronts.map((front) => front.close()));
  });

  it('count each of many that come together once, on both servers', async () => {
    const name = prefix();
    const [one, two] = [await limiterOn(url ?? '', name), await limiterOn(url ?? '', name)];
    await untilShared(one, two);
    const states = await Promise.all(
      Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? one : two).consume(`key ${at % 3}`, 15, 60)),
    );
    for (const key of [0, 1, 2]) {
      const own = states.filter((_, at) => at % 3 === key);
      const allowed = own.filter(({ isAllowed }) => isAllowed).map(({ remaining }) => remaining);
      expect(allowed.sort((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, at) => at));
    }
  });

  it('fall back to memory when Redis goes away, say so once, and come back', async () => {
    const relay = await relayTo(new URL(url ?? ''));
    const log = recordingLog();
    const name = prefix();
    const limiter = await limiterOn(relay.url, name, log);
    const direct = await limiterOn(url ?? '', name);
    await untilShared(limiter, direct);
    await relay.cut();
    await expect
      .poll(async () => {
        await limiter.consume('b', 50, 60);
        return log.lines.filter((line) => line.includes('unreachable')).length;
      })
      .toBe(1);
    const inMemory = await limiter.consume('c', 2, 60);
    expect(inMemory).toMatchObject({ isAllowed: true, remaining: 1 });
    await limiter.consume('c', 2, 60);
    expect(await limiter.consume('c', 2, 60)).toMatchObject({ isAllowed: false });
    await relay.back();
    await expect
      .poll(
        async () => {
          await limiter.consume('d', 50, 60);
          return log.lines.includes('Redis reconnected: rate limits are shared again');
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(true);
    const before = await direct.consume('d', 50, 60);
    await limiter.consume('d', 50, 60);
    expect((await direct.consume('d', 50, 60)).remaining).toBe(before.remaining - 2);
    await relay.cut();
  });

  it('do not wait for a Redis that hangs', async () => {
    const relay = await relayTo(new URL(url ?? ''));
    const log = recordingLog();
    const name = prefix();
    const limiter = await limiterOn(relay.url, name, log);
    await untilShared(limiter, await limiterOn(url ?? '', name));
    relay.hold(true);
    const startedMs = performance.now();
    for (let i = 0; i < 50; i++) await limiter.consume('a', 100, 60);
    expect(performance.now() - startedMs).toBeLessThan(900);
    // When it is asked again, one request waits for it.
    const countWaiting = (): number => {
      const states = Array.from({ length: 50 }, () => limiter.consume('a', 1_000, 60));
      return states.filter((state) => state instanceof Promise).length;
    };
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
    relay.hold(false);
    await relay.cut();
  });

  it('work without any Redis from the start', async () => {
    const log = recordingLog();
    const limiter = await limiterOn('redis://127.0.0.1:1', prefix(), log);
    const remaining: number[] = [];
    for (let i = 0; i < 3; i++) remaining.push((await limiter.consume('a', 2, 60)).remaining);
    expect(remaining).toEqual([1, 0, 0]);
    expect(log.lines).toHaveLength(1);
  });
});
