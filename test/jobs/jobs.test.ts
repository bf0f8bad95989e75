import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { defineJob, definePipeline, indexJobs, loadJobs } from '../../src/jobs/define.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { engines, freshBooks, until } from '../ledger/books.ts';
import { openWork, workOn } from './work.ts';

const never = (): Promise<void> => new Promise(() => {});

/** Something that waits until it is let through. */
function createGate(): { pass: Promise<void>; open(): void } {
  let open = (): void => {};
  const pass = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { pass, open: () => open() };
}

describe.each(engines)('jobs on %s', (engine) => {
  it('are made once, run once, and tell how far they are', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const gate = createGate();
    const ran: string[] = [];
    const run = async (key: string): Promise<void> => {
      ran.push(key);
      if (key === '2') await gate.pass;
    };
    const other = engine === 'postgres' ? await books.start() : ledger;
    const servers = [
      openWork(ledger.database, workOn('numbers', 4, run)),
      openWork(other.database, workOn('numbers', 4, run)),
    ];
    const [one, two] = servers;
    expect(await one?.readProgress('numbers')).toEqual({
      ...{ running: false, job_id: null, kind: 'numbers', stage: null, total: 0, done: 0, succeeded: 0, failed: 0 },
      ...{ percent: 0, current: null, rate_per_min: 0, eta_seconds: null, started_at: null, finished_at: null },
      ...{ last_error: null, errors: [] },
    });
    const starts = await Promise.all(Array.from({ length: 8 }, (_, i) => servers[i % 2]?.start('numbers')));
    expect(new Set(starts.map((start) => start?.job_id)).size).toBe(1);
    expect(starts.filter((start) => start?.started)).toHaveLength(1);
    expect(starts.filter((start) => start?.already_running)).toHaveLength(7);
    await expect
      .poll(() => two?.readProgress('numbers'))
      .toMatchObject({
        running: true,
        stage: 'numbers',
        total: 4,
        done: 1,
        percent: 25,
        current: { n: 2, title: '#2' },
      });
    gate.open();
    await expect
      .poll(() => two?.readProgress('numbers'))
      .toMatchObject({
        running: false,
        stage: null,
        total: 4,
        done: 4,
        succeeded: 4,
        failed: 0,
        percent: 100,
        current: null,
      });
    expect((await one?.readProgress('numbers'))?.finished_at).toMatch(/\+09:00$/);
    expect(ran).toEqual(['1', '2', '3', '4']);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('start what is due, also beside a kind that cannot tell when it is due', async () => {
    const books = await freshBooks(engine);
    const { database } = await books.start();
    const broken = {
      ...workOn('broken', 1, () => {}),
      isDue: () => Promise.reject(new Error('no such row')),
    };
    const due = {
      ...workOn('due', 1, () => {}),
      isDue: async (_: unknown, lastAtMs: number | null) => lastAtMs === null,
    };
    const server = openWork(database, broken, due);
    await server.start('broken');
    await expect.poll(() => server.readProgress('broken')).toMatchObject({ running: false, done: 1 });
    await expect.poll(() => server.readProgress('due')).toMatchObject({ running: false, done: 1 });
    expect(server.isWell).toBe(false);
    await server.stop();
  });

  it('try a failing item three times, set it aside, and do the rest', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const tries = new Map<string, number>();
    const run = (key: string): void => {
      const count = (tries.get(key) ?? 0) + 1;
      tries.set(key, count);
      if (key === '1' || (key === '3' && count === 1)) throw new FareboxError('CONFLICT', { message: `No ${key}.` });
    };
    const server = openWork(ledger.database, workOn('numbers', 4, run));
    await server.start('numbers');
    await expect
      .poll(() => server.readProgress('numbers'))
      .toMatchObject({
        ...{ running: false, total: 4, done: 4, succeeded: 3, failed: 1, percent: 100 },
        last_error: { n: 1, message: 'No 1.' },
        errors: [{ n: 1, message: 'No 1.' }],
      });
    expect([...tries]).toEqual([...[['1', 3]], ['2', 1], ['3', 2], ['4', 1]]);
    await server.stop();
  });

  it('go on behind the last item when their server is killed', async () => {
    const books = await freshBooks(engine);
    const { dataDir, url } = books.database;
    const task = JSON.stringify({ dataDir, ...(url === undefined ? {} : { databaseUrl: url }) });
    const file = new URL('child.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, ['--import', 'tsx', file, task], { stdio: ['ignore', 'pipe', 'inherit'] });
    const begun: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => begun.push(line));
    await until(() => begun.length === 3, 20_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const ran: string[] = [];
    const server = openWork(
      (await books.start()).database,
      workOn('numbers', 5, (key) => void ran.push(key)),
    );
    await expect
      .poll(() => server.readProgress('numbers'))
      .toMatchObject({ running: false, total: 5, succeeded: 5, failed: 0 });
    expect([begun, ran]).toEqual([
      ['1', '2', '3'],
      ['4', '5', '3'],
    ]);
    await server.stop();
  });

  it('leave a server that hangs, and in the end the item that makes it hang', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const ran: string[] = [];
    const hang = workOn('numbers', 3, async (key) => {
      ran.push(key);
      if (key === '2') await never();
    });
    const servers = [openWork(ledger.database, hang)];
    await servers[0]?.start('numbers');
    for (const tries of [1, 2, 3]) {
      await until(async () => ran.filter((key) => key === '2').length === tries);
      await books.execute('UPDATE jobs SET lease_until = 1');
      servers.push(openWork(ledger.database, hang));
    }
    await expect
      .poll(() => servers[0]?.readProgress('numbers'))
      .toMatchObject({
        ...{ running: false, succeeded: 2, failed: 1 },
        errors: [{ n: 2, message: 'The server stopped while working on this.' }],
      });
    expect(ran).toEqual(['1', '2', '3', '2', '2']);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('end when they cannot even tell their items, and when an item never ends', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const broken = defineJob({
      kind: 'broken',
      count: async () => 1,
      list: () => Promise.reject(new Error('secret words')),
      run: never,
    });
    const slow = { ...workOn('slow', 1, never), itemMs: 10 };
    const server = openWork(ledger.database, broken, slow);
    await Promise.all([server.start('broken'), server.start('slow')]);
    for (const failures of [1, 2]) {
      await until(
        async () =>
          Number((await books.rows(`SELECT failures FROM jobs WHERE kind = 'broken'`))[0]?.failures) >= failures,
      );
      await books.execute('UPDATE jobs SET run_at = 1');
    }
    await expect
      .poll(() => server.readProgress('broken'))
      .toMatchObject({
        running: false,
        last_error: { message: 'Internal error. Nothing was charged.' },
      });
    await expect.poll(() => server.readProgress('slow')).toMatchObject({ running: false, failed: 1 });
    await server.stop();
  });

  it('stand for each stage while they are at it', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const gates = { a: createGate(), b: createGate() };
    const ran: string[] = [];
    const stage = (kind: 'a' | 'b') =>
      workOn(kind, 1, async () => {
        ran.push(kind);
        await gates[kind].pass;
      });
    const server = openWork(
      ledger.database,
      stage('a'),
      stage('b'),
      definePipeline({ kind: 'both', stages: ['a', 'b'] }),
    );
    const lone = await server.start('a');
    await until(() => ran.length === 1);
    const both = await server.start('both');
    expect(both).toMatchObject({ started: true, kind: 'both' });
    expect(await server.start('a')).toMatchObject({ job_id: lone.job_id, already_running: true });
    expect(await server.readProgress('both')).toMatchObject({ running: true, stage: 'a', started_at: null });
    gates.a.open();
    await until(() => ran.length === 3, 5_000);
    expect(ran).toEqual(['a', 'a', 'b']);
    expect(await server.start('b')).toMatchObject({ job_id: both.job_id, kind: 'both', already_running: true });
    expect(await server.readProgress('b')).toMatchObject({ kind: 'both', stage: 'b', running: true });
    expect(await server.start('a')).toMatchObject({ started: true });
    gates.b.open();
    await expect.poll(() => server.readProgress('both')).toMatchObject({ running: false, succeeded: 1 });
    await server.stop();
  });

  it('go away after a month, but for the newest of a kind', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const server = openWork(
      ledger.database,
      workOn('numbers', 0, () => {}),
      workOn('others', 0, () => {}),
    );
    const finish = async (kind: string): Promise<void> => {
      await server.start(kind);
      await expect.poll(() => server.readProgress(kind)).toMatchObject({ running: false, total: 0, percent: 100 });
    };
    for (const kind of ['numbers', 'others', 'numbers']) await finish(kind);
    await server.stop();
    await ledger.database.purge();
    expect(await books.rows('SELECT id FROM jobs')).toHaveLength(3);
    await books.execute('UPDATE jobs SET finished_at = 1');
    await ledger.database.purge();
    expect((await books.rows('SELECT kind FROM jobs ORDER BY kind')).map(({ kind }) => kind)).toEqual([
      'numbers',
      'others',
    ]);
  });
});

describe('kinds of jobs', () => {
  it('are found by folder, and have names of their own', async () => {
    expect([...(await loadJobs()).keys()]).toContain('retention');
    const one = workOn('one', 1, () => {});
    expect(() => indexJobs([one, workOn('one', 2, () => {})])).toThrow('Two kinds of jobs are named one.');
    expect(() => indexJobs([one, definePipeline({ kind: 'all', stages: ['one', 'two'] })])).toThrow('a stage two');
  });
});
