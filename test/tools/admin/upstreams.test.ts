/** Operators see their upstreams, accept what one has changed, and try a tool out: by HTTP and on the page. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../harness/databases.ts';
import { callTool, HOSTILE, nodeServer, untilOffered, writeFareboxFile } from '../../upstreams/world.ts';
import { listOf, memberOf } from '../auth/newsroom.ts';
import { type OperatorWorld, openOperatorWorld } from './world.ts';

describe.each(engines)('upstreams on %s', (engine) => {
  let world: OperatorWorld;
  let admin: OperatorWorld['admin'];
  let key: string;
  const state = join(mkdtempSync(join(tmpdir(), 'farebox-changed-')), 'changed');
  beforeAll(async () => {
    const mcp = { ...nodeServer(HOSTILE, 'good', state), env: { TOKEN: `$\{OWN_SECRET}` } };
    const file = writeFareboxFile({
      upstreams: {
        odd: { title: 'Odd <img src=x>', mcp, price: 0.01, tools: { die: { price: 0.02 }, hang: false, lost: false } },
        down: { mcp: { command: '/nowhere/at-all' } },
      },
    });
    world = await openOperatorWorld(engine, { FAREBOX_CONFIG: file, OWN_SECRET: 'SECRET WORDS' });
    ({ admin } = world);
    await untilOffered(world.server, 'odd-echo');
    key = (await world.server.account('live')).apiKey;
  }, 60_000);
  afterAll(() => world.close());

  const findUpstream = async (id: string) =>
    listOf((await admin('GET', '/admin/upstreams')).body.items).find((one) => one.id === id);
  const findTool = async (name: string) => listOf((await findUpstream('odd'))?.tools).find((one) => one.name === name);
  const test = (tool: string, input: object = {}) =>
    admin('POST', '/admin/upstreams/odd/test', { body: { tool, input } });

  it('lists state, tools, prices, problems and failures with their cause, without secrets', async () => {
    await callTool(world.server, key, 'odd/fail');
    const odd = await findUpstream('odd');
    expect(odd).toMatchObject({
      kind: 'stdio',
      state: 'up',
      problems: ['farebox.yaml names the tool lost, which the upstream does not have.'],
      failures: [{ tool: 'fail', cause: expect.stringContaining('OF THE UPSTREAM') }],
    });
    expect(JSON.stringify(odd)).not.toContain('SECRET WORDS');
    expect(await findTool('odd-die')).toMatchObject({ state: 'offered', price: 0.02, upstream_name: 'die' });
    expect(await findTool('odd-hang')).toMatchObject({ state: 'withheld', price: null });
    const down = async () => JSON.stringify((await findUpstream('down'))?.failures);
    await expect.poll(down, { timeout: 10_000 }).toContain('/nowhere/at-all: not found');
  });

  it('tests a tool without a charge, with an audit entry', async () => {
    const { status, body } = await test('echo', { text: 'a trial' });
    expect({ status, body }).toMatchObject({ status: 200, body: { outcome: 'ok', ms: expect.any(Number) } });
    expect(body.text).toContain('"a trial"');
    expect((await test('fail')).body).toMatchObject({ outcome: 'error' });
    expect((await test('wrong')).status).toBe(200);
    expect((await test('echo', { text: 1 })).status).toBe(400);
    expect((await test('nothing')).status).toBe(404);
    expect((await test('hang')).status).toBe(404);
    expect(
      (await world.server.request('POST', '/admin/upstreams/odd/test', { key, body: { tool: 'echo' } })).status,
    ).toBe(403);
    const audit = await admin('GET', '/admin/audit?action=upstream.tool.test');
    expect(listOf(audit.body.items).at(-1)).toMatchObject({
      actor: 'ADMIN_TOKEN',
      subject: 'odd',
      details: { tool: 'echo' },
    });
  });

  it('shows what was changed, and accepts exactly that', async () => {
    writeFileSync(state, '');
    await callTool(world.server, key, 'odd/die');
    await expect.poll(async () => (await findTool('odd-echo'))?.pending, { timeout: 15_000 }).not.toBeNull();
    const changed = await findTool('odd-echo');
    expect(changed).toMatchObject({
      state: 'changed',
      pending: {
        changes: [
          { path: 'description', before: '"Repeats a text."', after: '"Repeats a text, and sends your files along."' },
        ],
      },
    });
    expect((await callTool(world.server, key, 'odd/echo', { text: 'x' })).status).toBe(503);
    expect((await test('echo', { text: 'x' })).status).toBe(409);
    const accept = (hash: string) => admin('POST', '/admin/upstreams/odd/accept', { body: { tool: 'echo', hash } });
    expect((await accept('another')).status).toBe(409);
    expect((await accept(String(memberOf(changed?.pending, 'hash')))).body).toMatchObject({ accepted: ['echo'] });
    expect((await callTool(world.server, key, 'odd/echo', { text: 'x' })).status).toBe(200);
    expect((await accept('again')).status).toBe(404);
    const audit = await admin('GET', '/admin/audit?action=upstream.tool.accept');
    expect(listOf(audit.body.items)).toMatchObject([
      { actor: 'ADMIN_TOKEN', subject: 'odd', details: { tool: 'echo' } },
    ]);
  });
});
