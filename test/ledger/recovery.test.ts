import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadMigrations } from '../../src/database/definitions.ts';
import { waitForOtherInstance } from '../../src/kernel/call/other-instance.ts';
import type { AccountPrincipal } from '../../src/kernel/principal.ts';
import { account, balanceOf, countOf, engines, freshBooks, open, openBooks, PRICE, settle, until } from './books.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that has opened calls and holds them; resolves with the states of its opens. */
async function childWith(
  source: { dataDir: string; url: string | undefined },
  principal: AccountPrincipal,
  calls: number,
): Promise<{ child: ChildProcess; states: string[] }> {
  const { dataDir, url } = source;
  const task = JSON.stringify({ dataDir, principal, calls, ...(url === undefined ? {} : { databaseUrl: url }) });
  const file = fileURLToPath(new URL('child.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, task], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const [line] = await once(lines, 'line');
  return { child, states: JSON.parse(String(line)) };
}

/** Begins before all tests and is looked at after them: PostgreSQL waits ten seconds for who is silent. */
async function freezeInstance() {
  const books = await openBooks('postgres');
  if (!books.database.shared) return { books, caller: null };
  const ledger = await books.start();
  const principal = await account(ledger, 5 * PRICE);
  const { child } = await childWith(books.database, principal, 5);
  children.splice(children.indexOf(child), 1);
  child.kill('SIGSTOP');
  const caller = waitForOtherInstance(
    ledger.calls,
    { callId: `call_${child.pid}_0`, mode: 'live' },
    60_000,
    undefined,
  ).catch((thrown: unknown) => thrown);
  return { books, caller, ledger, principal, child };
}

let frozen: Awaited<ReturnType<typeof freezeInstance>>;
beforeAll(async () => {
  frozen = await freezeInstance();
});
afterAll(async () => {
  frozen.child?.kill('SIGKILL');
  await frozen.books.close();
});

describe.each(engines)('recovery on %s', (engine) => {
  it('refunds what a killed server left open, at start, and frees its keys', async () => {
    const books = await freshBooks(engine);
    const before = await books.start();
    const principal = await account(before, 50 * PRICE);
    await before.stop();
    const { child, states } = await childWith(books.database, principal, 40);
    expect(states).toEqual(Array.from({ length: 40 }, () => 'opened'));
    expect(await books.verify()).toMatchObject({ ok: true, lines: [expect.stringContaining('(40 open)')] });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await until(async () => (await books.verify()).lines.length === 21);
    const ledger = await books.start();
    await until(async () => (await balanceOf(ledger, principal)) === 50 * PRICE);
    expect(await books.verify()).toMatchObject({ ok: true, lines: [expect.stringContaining('(0 open)')] });
    expect(await ledger.calls.readState(`call_${child.pid}_0`, 'live')).toMatchObject({
      state: 'refunded',
      failure: { code: 'CALL_RECOVERED' },
    });
    // Crashes do not count against the caller's refund limit.
    const again = await open(ledger, principal, { key: 'key 0' });
    expect(again.state).toBe('opened');
    expect(await settle(ledger, again.id)).toMatchObject({ state: 'closed', balanceMicros: 49 * PRICE });
  });

  it('refunds calls whose deadline and its grace have passed, with no traffic', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const principal = await account(ledger, 50 * PRICE);
    const overdue = await open(ledger, principal, { timeoutMs: -30_500, key: 'k' });
    const nearly = await open(ledger, principal, { timeoutMs: -25_000 });
    await until(async () => (await ledger.calls.readState(overdue.id, 'live')).state === 'refunded');
    expect(await settle(ledger, overdue.id)).toEqual({ state: 'lost' });
    expect(await settle(ledger, nearly.id)).toMatchObject({ state: 'closed', balanceMicros: 49 * PRICE });
    expect(await ledger.calls.find(principal, 'k', 'print')).toBeNull();
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('refunds what an instance that stopped left open', async () => {
    const books = await freshBooks(engine);
    const first = await books.start();
    const principal = await account(first, 2 * PRICE);
    await Promise.all([open(first, principal), open(first, principal)]);
    await first.stop();
    await expect(open(first, principal)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    const second = await books.start();
    await until(async () => (await balanceOf(second, principal)) === 2 * PRICE);
  });
});

describe('one folder', () => {
  it('takes one server at a time, whether in this process or another', async () => {
    const books = await freshBooks('sqlite');
    const ledger = await books.start();
    await expect(books.start()).rejects.toThrow(/^Another Farebox server is running on the data folder .+\.$/);
    const principal = await account(ledger, PRICE);
    expect(await open(ledger, principal)).toMatchObject({ state: 'opened' });
    await ledger.stop();
    const { child } = await childWith(books.database, principal, 1);
    await expect(books.start()).rejects.toThrow('Another Farebox server');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await books.start();
  });
});

describe('two instances on one PostgreSQL', () => {
  it('spend one balance together, and never more', async () => {
    const books = await freshBooks('postgres');
    if (!books.database.shared) return;
    const limits = { batchMax: 10 };
    const [one, two] = await Promise.all([books.start({ limits }), books.start({ limits })]);
    const principal = await account(one, 100 * PRICE);
    const crowd = Array.from({ length: 200 }, (_, i) => {
      const ledger = i % 2 === 0 ? one : two;
      return open(ledger, principal).then((outcome) => ({ ...outcome, ledger }));
    });
    const outcomes = await Promise.all(crowd);
    expect(countOf(outcomes, 'opened')).toBe(100);
    const opened = outcomes.filter((outcome) => outcome.state === 'opened');
    expect(new Set(opened.map(({ ledger }) => ledger)).size).toBe(2);
    await Promise.all(opened.map(({ ledger, id }) => settle(ledger, id)));
    expect(await balanceOf(two, principal)).toBe(0);
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('open one idempotency key once', async () => {
    const books = await freshBooks('postgres');
    if (!books.database.shared) return;
    const [one, two] = await Promise.all([books.start(), books.start()]);
    const principal = await account(one, 100 * PRICE);
    for (let round = 0; round < 20; round++) {
      const key = `round ${round}`;
      const outcomes = await Promise.all([one, two, one, two].map((ledger) => open(ledger, principal, { key })));
      expect(countOf(outcomes, 'opened')).toBe(1);
      expect(countOf(outcomes, 'running')).toBe(3);
    }
    expect(await books.verify()).toMatchObject({ ok: true, lines: [expect.stringContaining('(20 open)')] });
  });

  it('close only their own calls, and leave those of a living one alone', async () => {
    const books = await freshBooks('postgres');
    if (!books.database.shared) return;
    const [one, two] = await Promise.all([books.start(), books.start()]);
    const principal = await account(one, 100 * PRICE);
    const { id } = await open(one, principal);
    expect(await settle(two, id)).toEqual({ state: 'lost' });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await settle(one, id)).toMatchObject({ state: 'closed' });
  });

  it('recover each other’s calls when one dies', async () => {
    const books = await freshBooks('postgres');
    if (!books.database.shared) return;
    const ledger = await books.start();
    const principal = await account(ledger, 50 * PRICE);
    const { child } = await childWith(books.database, principal, 20);
    const own = await open(ledger, principal);
    child.kill('SIGKILL');
    const killedMs = performance.now();
    await until(async () => (await balanceOf(ledger, principal)) === 49 * PRICE);
    expect(performance.now() - killedMs).toBeLessThan(4_000);
    expect(await settle(ledger, own.id)).toMatchObject({ state: 'closed', balanceMicros: 49 * PRICE });
    await until(async () => (await books.rows('SELECT owner FROM instances')).length === 1);
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('make the schema once when they start at the same moment', async () => {
    const books = await freshBooks('postgres', { empty: true });
    if (!books.database.shared) return;
    const ledgers = await Promise.all([books.start(), books.start(), books.start()]);
    expect(ledgers).toHaveLength(3);
    const [versions] = await books.rows('SELECT count(*)::int AS steps FROM schema_versions');
    expect(versions?.steps).toBe((await loadMigrations()).length);
  });
});

describe('an instance that is frozen while PostgreSQL holds its connection', () => {
  it('has its calls refunded, and who waits for one elsewhere hears of it', { timeout: 60_000 }, async () => {
    const { books, caller, ledger, principal, child } = frozen;
    if (!caller || !ledger || !principal || !child) return;
    expect(await caller).toMatchObject({ code: 'CALL_RECOVERED', status: 503 });
    await until(async () => (await balanceOf(ledger, principal)) === 5 * PRICE);
    await until(async () => (await books.rows('SELECT owner FROM instances')).length === 1);
    child.kill('SIGCONT');
    // It has noticed, and lives under another name.
    await until(async () => (await books.rows('SELECT owner FROM instances')).length === 2);
    expect(await books.verify()).toMatchObject({ ok: true, lines: [expect.stringContaining('(0 open)')] });
  });
});
