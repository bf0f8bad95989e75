/** Local servers as processes: they end with the server, however it ended, and come back when they end by themselves. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engines, freshDatabase } from '../harness/databases.ts';
import { startFareboxProcess } from '../harness/farebox.ts';
import { farebox as runFarebox } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';
import { callTool, HOSTILE, nodeServer, readBalance, untilOffered, writeFareboxFile } from './world.ts';

const folder = mkdtempSync(join(tmpdir(), 'farebox-pids-'));

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended may wait to be reaped.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const readPid = (file: string): number => Number(readFileSync(file, 'utf8'));

describe.each(engines)('on %s', (engine) => {
  it('refunds after a kill -9 of the server, and leaves no process behind', async () => {
    const database = await freshDatabase(engine);
    const pidFile = join(folder, `${engine}.pid`);
    const file = writeFareboxFile({
      upstreams: { odd: { mcp: { ...nodeServer(HOSTILE, 'stubborn'), env: { PID_FILE: pidFile } }, price: 0.01 } },
    });
    const env = { FAREBOX_CONFIG: file };
    const first = await startFareboxProcess({ database, env });
    await untilOffered(first, 'odd-hang');
    const { apiKey } = await first.account('live');
    const before = await readBalance(first, apiKey);
    await callTool(first, apiKey, 'odd/fail');
    const hanging = callTool(first, apiKey, 'odd/hang').catch(() => null);
    await expect.poll(() => readBalance(first, apiKey)).not.toBe(before);
    const pid = readPid(pidFile);
    expect(isAlive(pid)).toBe(true);
    await first.stop('SIGKILL');
    await hanging;
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);

    const second = await startFareboxProcess({ database, env });
    await expect.poll(() => readBalance(second, apiKey), { timeout: 10_000 }).toBe(before);
    await untilOffered(second, 'odd-echo');
    expect((await callTool(second, apiKey, 'odd/echo', { text: 'again' })).status).toBe(200);
    const secondPid = readPid(pidFile);
    await second.stop();
    await expect.poll(() => isAlive(secondPid), { timeout: 10_000 }).toBe(false);
    const { code, output } = await runFarebox({ ...serverEnv(database), ...env }, 'verify', '--all');
    expect(output).not.toBe('');
    expect(code).toBe(0);
    await database.drop();
  }, 90_000);

  it('refunds a call whose process is killed, and starts it again', async () => {
    const database = await freshDatabase(engine);
    const pidFile = join(folder, `${engine}-child.pid`);
    const mcp = { ...nodeServer(HOSTILE, 'good'), env: { PID_FILE: pidFile } };
    const server = await startFareboxProcess({
      database,
      env: { FAREBOX_CONFIG: writeFareboxFile({ upstreams: { odd: { mcp, price: 0.01 } } }) },
    });
    await untilOffered(server, 'odd-hang');
    const { apiKey } = await server.account('live');
    const before = await readBalance(server, apiKey);
    const hanging = callTool(server, apiKey, 'odd/hang');
    await expect.poll(() => readBalance(server, apiKey)).not.toBe(before);
    process.kill(readPid(pidFile), 'SIGKILL');
    expect((await hanging).status).toBe(502);
    expect(await readBalance(server, apiKey)).toBe(before);
    const call = async () => (await callTool(server, apiKey, 'odd/echo', { text: 'x' })).status;
    await expect.poll(call, { timeout: 15_000 }).toBe(200);
    for (const path of ['odd/die', 'odd/endless', 'odd/flood']) {
      const balance = await readBalance(server, apiKey);
      expect((await callTool(server, apiKey, path)).status).toBeGreaterThanOrEqual(500);
      expect(await readBalance(server, apiKey)).toBe(balance);
      await expect.poll(call, { timeout: 30_000 }).toBe(200);
    }
    await server.stop();
    await database.drop();
  }, 120_000);
});

describe('changed definitions', () => {
  it('withholds a changed tool until it is accepted, by command and with an audit entry', async () => {
    const database = await freshDatabase('sqlite');
    const state = join(folder, 'changed');
    rmSync(state, { force: true });
    const file = writeFareboxFile({ upstreams: { odd: { mcp: nodeServer(HOSTILE, 'good', state), price: 0.01 } } });
    const env = { ...serverEnv(database), FAREBOX_CONFIG: file };
    const server = await startFareboxProcess({ database, env: { FAREBOX_CONFIG: file } });
    await untilOffered(server, 'odd-echo');
    const { apiKey } = await server.account('live');
    const call = () => callTool(server, apiKey, 'odd/echo', { text: 'x' });
    expect((await call()).status).toBe(200);
    writeFileSync(state, '');
    await callTool(server, apiKey, 'odd/die');
    await expect.poll(async () => (await call()).text, { timeout: 15_000 }).toContain('changed upstream');
    const refused = await call();
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'TOOL_UNAVAILABLE' } } });
    expect((await runFarebox(env, 'tools', 'list')).output).toContain('odd-echo  0.01 USD  changed');
    expect((await runFarebox(env, 'tools', 'accept', 'odd', 'echo')).output).toContain('Accepted echo');
    expect((await call()).status).toBe(200);
    const audit = await runFarebox(env, 'operator', 'audit', 'odd');
    expect(audit.output).toContain('upstream.tool.withhold');
    expect(audit.output).toContain('upstream.tool.accept');
    await server.stop();
    await database.drop();
  }, 60_000);

  it('reads the file again on SIGHUP and by command', async () => {
    const database = await freshDatabase('sqlite');
    const mcp = nodeServer(HOSTILE, 'good');
    const file = writeFareboxFile({ upstreams: { odd: { mcp, price: 0.01 } } });
    const env = { ...serverEnv(database), FAREBOX_CONFIG: file };
    const server = await startFareboxProcess({ database, env: { FAREBOX_CONFIG: file } });
    await untilOffered(server, 'odd-echo');
    const { apiKey } = await server.account('live');
    writeFileSync(file, JSON.stringify({ upstreams: { odd: { mcp, price: 0.02 }, other: { mcp, price: 0.03 } } }));
    process.kill(server.pid, 'SIGHUP');
    await untilOffered(server, 'other-echo');
    const { body } = await callTool(server, apiKey, 'odd/echo', { text: 'x' });
    expect(body).toMatchObject({ receipt: { amount: 0.02 } });
    writeFileSync(file, 'upstreams: { odd: { mpc: 1 } }');
    expect((await runFarebox(env, 'tools', 'check')).output).toContain('upstreams.odd');
    process.kill(server.pid, 'SIGHUP');
    await expect.poll(() => server.output()).toContain('configuration not reloaded');
    expect((await callTool(server, apiKey, 'odd/echo', { text: 'x' })).status).toBe(200);
    await server.stop();
    await database.drop();
  }, 60_000);
});

describe('upstreams that mislead', () => {
  it('are bounded, cleaned and never waited for', async () => {
    const file = writeFareboxFile({
      upstreams: {
        many: { mcp: nodeServer(HOSTILE, 'many') },
        names: { mcp: nodeServer(HOSTILE, 'names'), price: 0.01 },
        slow: { mcp: nodeServer(HOSTILE, 'slow') },
        missing: { mcp: { command: '/nowhere/at-all' } },
      },
    });
    const server = await startFareboxProcess({ env: { FAREBOX_CONFIG: file } });
    await untilOffered(server, 'names-tree', 'many-tool-499');
    const { text } = await server.request('GET', '/llms-full.txt');
    expect(text).not.toContain('many-tool-500');
    for (const hidden of ['circle', 'outside', 'evil', '\u200b', '\u202e'])
      expect(text).not.toContain(`names-${hidden}`);
    expect(text).not.toMatch(/[\u200b\u202e]/);
    expect(text.length).toBeLessThan(2_000_000);
    const { apiKey } = await server.account('live');
    const node = { value: 1, next: { value: 2 } };
    expect((await callTool(server, apiKey, 'names/tree', { node })).status).toBe(200);
    expect((await callTool(server, apiKey, 'names/tree', { node: { next: {} } })).status).toBe(400);
    await server.stop();
  }, 60_000);

  it('refunds the calls of one that is known and now hangs while it starts, and keeps no other waiting', async () => {
    const database = await freshDatabase('sqlite');
    const start = async (behavior: string) => {
      const odd = { mcp: nodeServer(HOSTILE, behavior), price: 0.01, timeout: '3s' };
      const fine = { mcp: nodeServer(HOSTILE, 'good'), price: 0.01 };
      const env = { FAREBOX_CONFIG: writeFareboxFile({ upstreams: { odd, fine } }) };
      const server = await startFareboxProcess({ database, env });
      await untilOffered(server, 'odd-echo', 'fine-echo');
      return server;
    };
    const before = await start('good');
    const { apiKey } = await before.account('live');
    expect((await callTool(before, apiKey, 'odd/echo', { text: 'x' })).status).toBe(200);
    await before.stop();
    const server = await start('slow');
    const balance = await readBalance(server, apiKey);
    const startedMs = Date.now();
    const hanging = callTool(server, apiKey, 'odd/echo', { text: 'x' });
    expect((await callTool(server, apiKey, 'fine/echo', { text: 'x' })).status).toBe(200);
    const { status, body } = await hanging;
    expect({ status, body }).toMatchObject({ status: 504, body: { error: { code: 'UPSTREAM_TIMEOUT' } } });
    expect(Date.now() - startedMs).toBeLessThan(15_000);
    expect(await readBalance(server, apiKey)).toBe(Math.round((Number(balance) - 0.01) * 1e6) / 1e6);
    await expect
      .poll(async () => (await callTool(server, apiKey, 'odd/echo', { text: 'x' })).text, { timeout: 40_000 })
      .toContain('TOOL_UNAVAILABLE');
    await server.stop();
    await database.drop();
  }, 90_000);
});
