/** The server as a process from `npm start` to its exit code, on both databases. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { engines, type FreshDatabase, freshDatabase } from './harness/databases.ts';
import { type FareboxProcess, startFareboxProcess } from './harness/farebox.ts';
import { startInHost } from './harness/host.ts';
import { farebox, runCommand } from './harness/operator.ts';
import { serverEnv } from './harness/server-env.ts';
import { root } from './harness/sources.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function database(engine: (typeof engines)[number] = 'sqlite'): Promise<FreshDatabase> {
  const fresh = await freshDatabase(engine, { empty: true });
  undo.push(() => fresh.drop());
  return fresh;
}

async function started(store: FreshDatabase, env: Record<string, string> = {}): Promise<FareboxProcess> {
  const server = await startFareboxProcess({ database: store, env });
  undo.push(() => server.stop());
  return server;
}

/** A paid or free call that takes `ms`, begun and under way. */
async function slowCall(server: FareboxProcess, key: string, ms: number) {
  const answer = server.request('POST', '/api/proxy/geocode', { key, body: { q: `Rome sandbox:slow=${ms}` } });
  await sleep(150);
  return answer;
}

/** Of SIGTERM: running calls are finished, new ones refused, and it exits with 0. */
async function expectToFinish(server: FareboxProcess): Promise<void> {
  const { apiKey } = await server.account('test');
  const running = slowCall(server, apiKey, 1_200);
  await sleep(200);
  const exit = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  await sleep(100);
  const refused = await server.request('POST', '/api/proxy/geocode', { key: apiKey, body: { q: 'Oslo' } });
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'DRAINING', retryable: true } } });
  expect((await server.request('GET', '/health/ready')).status).toBe(503);
  expect((await server.request('GET', '/health/live')).status).toBe(200);
  expect(await running).toMatchObject({ status: 200, body: { success: true } });
  expect(await exit).toEqual([0, null]);
}

describe.each(engines)('a server on %s', (engine) => {
  it('ends calls that outlast the drain, and still exits with 0', async () => {
    const server = await started(await database(engine), { DRAIN_TIMEOUT_MS: '2500' });
    const { apiKey } = await server.account('test');
    const running = slowCall(server, apiKey, 20_000);
    await sleep(200);
    const beganMs = Date.now();
    expect(await server.stop()).toBe(0);
    expect(Date.now() - beganMs).toBeLessThan(6_000);
    expect(await running).toMatchObject({ status: 503, body: { error: { code: 'DRAINING' } } });
  });

  it('takes the operator’s commands while it runs and while it does not, and ends on SIGTERM', async () => {
    const store = await database(engine);
    const server = await started(store);
    const { apiKey, agentId } = await server.account('test');
    const command = (...words: string[]) => runCommand(serverEnv(store), 'operator', ...words);

    const given = await farebox(serverEnv(store), 'operator', 'grant', agentId, '2.5', 'a', 'present');
    expect(given).toMatchObject({ code: 0 });
    expect((await server.request('GET', '/api/account/balance', { key: apiKey })).body).toMatchObject({
      balance: 2.75,
    });
    expect((await command('suspend', agentId)).output).toContain(`${agentId} is suspended.`);
    const suspended = await server.request('GET', '/api/account/balance', { key: apiKey });
    expect(suspended).toMatchObject({ status: 200, body: { status: 'suspended' } });
    expect((await server.request('POST', '/api/proxy/geocode', { key: apiKey, body: { q: 'Oslo' } })).status).toBe(403);
    expect((await command('activate', agentId)).code).toBe(0);
    const rekeyed = await command('rekey', agentId);
    const newKey = /fbx_test_\w{43}/.exec(rekeyed.output)?.[0] ?? '';
    expect((await server.request('GET', '/api/account/balance', { key: apiKey })).status).toBe(401);
    expect((await server.request('GET', '/api/account/balance', { key: newKey })).status).toBe(200);

    const books = await farebox(serverEnv(store), 'verify');
    expect(books).toMatchObject({ code: 0, output: expect.stringContaining('Ledger OK: 1 accounts') });

    await expectToFinish(server);
    const more = await command('grant', agentId, '1');
    expect(more.output).toContain('Balance: 3.75 USD.');
    expect((await command('accounts')).output).toMatch(new RegExp(`${agentId} +test +active +3\\.75`));
    expect(await command('grant', agentId, 'much')).toMatchObject({ code: 1 });
    expect(await command('grant', 'agt_0000000000000000000000', '1')).toMatchObject({ code: 1 });
    expect(await runCommand(serverEnv(store), 'verify')).toMatchObject({ code: 0 });
  });
});

describe('starting', () => {
  const start = async (store: FreshDatabase, env: Record<string, string>) =>
    await farebox({ ...serverEnv(store), ...env }, 'start');
  /** The same from within a process: what the command prints before it exits with 1. */
  const failStart = async (store: FreshDatabase, env: Record<string, string>): Promise<string> =>
    await startInHost({ ...serverEnv(store), ...env }).then(
      (url) => `It started at ${url}`,
      (thrown) => String(thrown.message),
    );

  it('stops with one sentence that names a variable that is wrong', async () => {
    const store = await database();
    expect(await start(store, { PORT: 'eighty' })).toEqual({
      code: 1,
      output: 'PORT must be a whole number from 0 to 65535.\n',
    });
    expect(await failStart(store, { INPUT_CAPS: 'nothing.text=5' })).toBe(
      'INPUT_CAPS names the tool nothing, which does not exist.',
    );
    expect(await failStart(store, { INPUT_CAPS: 'llm-fast.toString=5' })).toBe(
      'INPUT_CAPS names the field toString, which llm-fast does not have.',
    );
  });

  it('names the variable of a store that can’t be used', async () => {
    const store = await database();
    const nobody = { DATABASE_URL: 'postgres://user@127.0.0.1:1/farebox', FAREBOX_SECRET: 'x'.repeat(32) };
    expect(await start(store, nobody)).toEqual({
      code: 1,
      output: "DATABASE_URL can't be used: connect ECONNREFUSED 127.0.0.1:1.\n",
    });
    expect(await start(store, { DATA_DIR: '/dev/null/data' })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^DATA_DIR can't be used: .*\/dev\/null\/data.*\.\n$/),
    });
  });

  it('stops with one sentence when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    undo.push(async () => other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    expect(await failStart(await database(), { PORT: port })).toBe(
      `PORT ${port} is in use by another program: stop it or set PORT to another one.`,
    );
  });

  it('says where it listens, keeps its files and its folder to itself, and ends at once on a second signal', async () => {
    const store = await database();
    const server = await started(store);
    expect(server.output()).toContain(`Farebox listens on ${server.url}\n`);
    expect(server.output()).toContain(
      `curl -s ${server.url}/api/proxy/account/create --json '{"name":"me","mode":"test"}'`,
    );
    for (const file of ['control.sock', 'secret', 'farebox.db', 'farebox.db-wal', 'instance.db']) {
      expect(statSync(join(store.dataDir, 'data', file)).mode & 0o777, file).toBe(0o600);
    }
    expect(await failStart(store, {})).toMatch(
      /^Another Farebox server is running on the data folder .+ set DATA_DIR\.$/,
    );

    const { apiKey } = await server.account('test');
    const running = slowCall(server, apiKey, 20_000).catch(() => null);
    await sleep(200);
    const exit = once(server.child, 'exit');
    server.child.kill('SIGINT');
    await sleep(100);
    server.child.kill('SIGINT');
    await sleep(500);
    expect(server.child.exitCode).toBeNull();
    server.child.kill('SIGINT');
    expect(await exit).toEqual([1, null]);
    await running;
  });

  it('ends well behind npm, too', async () => {
    const store = await database();
    const env = { ...serverEnv(store), HOME: store.dataDir };
    const npm = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const exit = once(npm, 'exit');
    while (!printed.includes('listens on') && npm.exitCode === null) await sleep(20);
    const url = /listens on (\S+)/.exec(printed)?.[1] ?? '';
    npm.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    await expect(fetch(url)).rejects.toThrow();
  });
});
