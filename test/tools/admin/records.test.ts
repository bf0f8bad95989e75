/**
 * Records that operators look up and revoke, by HTTP and by command: invites, operators, audit, calls, providers,
 * ledger.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import { startFarebox } from '../../harness/farebox.ts';
import { listOf, memberOf } from '../auth/newsroom.ts';
import { ADMIN_TOKEN, NOBODY, type OperatorWorld, openOperatorWorld } from './world.ts';

describe.each(dailyEngines(import.meta.url))('the operator on %s', (engine) => {
  let world: OperatorWorld;
  let admin: OperatorWorld['admin'];
  beforeAll(async () => {
    world = await openOperatorWorld(engine);
    ({ admin } = world);
  });
  afterAll(() => world.close());

  it('lists invites and ends them', async () => {
    const code = String((await admin('POST', '/admin/invites', { body: { uses: 3 } })).body.code);
    await admin('POST', '/admin/invites', { body: { grantUsd: 2.5 } });
    const { body } = await admin('GET', '/admin/invites');
    const [newest, first] = listOf(body.items);
    expect(newest).toMatchObject({ state: 'open', uses: 1, used: 0, grantUsd: 2.5, createdBy: 'ADMIN_TOKEN' });
    expect(body).toMatchObject({ next_cursor: null, has_more: false });
    expect(JSON.stringify(body)).not.toContain(code);
    const path = `/admin/invites/${first?.id}`;
    expect((await admin('DELETE', path)).body).toEqual({ inviteId: first?.id, revoked: true, changed: true });
    expect((await admin('DELETE', path)).body).toMatchObject({ changed: false });
    expect((await admin('DELETE', '/admin/invites/inv_0')).status).toBe(404);
    expect((await world.command('revoke', String(newest?.id))).output).toContain('is revoked');
    expect((await world.command('invites')).output).toMatch(/inv_\S+ +expired +0\/1 +2\.5 /);
    expect((await admin('GET', '/admin/invites?cursor=nonsense')).status).toBe(400);
  });

  it('lists operators, and takes the rights of one', async () => {
    for (const email of ['ada@example.com', 'bob@example.com'])
      await admin('POST', '/admin/operators', { body: { email } });
    const list = async () => listOf((await admin('GET', '/admin/operators')).body.items).map(({ email }) => email);
    expect(await list()).toEqual(['ada@example.com', 'bob@example.com']);
    expect((await admin('DELETE', '/admin/operators/ADA%40example.com')).body).toEqual({
      email: 'ada@example.com',
      operator: false,
    });
    expect((await world.command('operators')).output).toContain('bob@example.com');
    expect((await world.command('demote', 'bob@example.com')).output).toContain('is no longer an operator');
    expect(await list()).toEqual([]);
    expect((await admin('DELETE', '/admin/operators/bob%40example.com')).status).toBe(404);
  });

  it('reads the audit by who, what and whom', async () => {
    const { body } = await admin('GET', '/admin/audit?action=operator.demote');
    expect(listOf(body.items).map(({ actor, subject }) => `${actor} ${subject}`)).toEqual([
      'command line bob@example.com',
      'ADMIN_TOKEN ada@example.com',
    ]);
    const mixed = await admin('GET', '/admin/audit?action=operator.promote&actor=ADMIN_TOKEN&subject=bob@example.com');
    expect(listOf(mixed.body.items)).toMatchObject([{ ipPrefix: '127.0.0.0/24', details: {} }]);
    const none = await admin('GET', '/admin/audit?to=2020-01-01');
    expect(none.body).toEqual({ items: [], next_cursor: null, has_more: false });
    expect((await admin('GET', '/admin/audit?from=yesterday')).status).toBe(400);
    expect((await world.command('audit', 'ada@example.com')).output).toMatch(/operator\.demote +ada@example\.com/);
    for (let i = 0; i < 51; i++) await admin('POST', '/admin/invites', { body: {} });
    const first = await admin('GET', '/admin/audit');
    expect(listOf(first.body.items)).toHaveLength(50);
    const next = await admin('GET', `/admin/audit?cursor=${first.body.next_cursor}`);
    const ids = [...listOf(first.body.items), ...listOf(next.body.items)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(55);
    const invites = await admin('GET', '/admin/invites');
    const older = await admin('GET', `/admin/invites?cursor=${invites.body.next_cursor}`);
    expect([listOf(invites.body.items).length, listOf(older.body.items).length]).toEqual([50, 3]);
  });

  it('shows the calls of an account', async () => {
    const { agentId, apiKey } = await world.server.account('test');
    const body = { prompt: 'Hello' };
    await world.server.request('POST', '/api/proxy/llm-fast', { key: apiKey, body });
    const calls = await admin('GET', `/admin/accounts/${agentId}/calls`);
    expect(listOf(calls.body.items)).toMatchObject([
      { tool: 'llm-fast', outcome: 'settled', price: expect.any(Number) },
    ]);
    expect((await world.command('calls', agentId)).output).toMatch(/llm-fast +settled/);
    expect((await admin('GET', `/admin/accounts/${agentId}/calls?outcome=refused`)).body.items).toEqual([]);
    expect((await admin('GET', `/admin/accounts/${NOBODY}/calls`)).status).toBe(404);
  });

  it('proves the books when it is asked to', async () => {
    expect((await admin('GET', '/admin/books')).body).toMatchObject({ verify: null, reconcile: null });
    for (const kind of ['verify', 'reconcile']) {
      const { status, body } = await admin('POST', `/admin/books/${kind}`);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { kind: `books-${kind}`, status_url: '/admin/books' },
      });
    }
    const endMs = Date.now() + 30_000;
    for (;;) {
      const { body } = await admin('GET', '/admin/books');
      if (body.verify !== null && body.reconcile !== null) {
        expect(body.verify).toMatchObject({ ok: true, lines: [expect.stringMatching(/^Ledger OK: 1 accounts/)] });
        expect(body.reconcile).toMatchObject({ ok: true, lines: [expect.stringContaining('Nothing to compare')] });
        break;
      }
      if (Date.now() > endMs) throw new Error(JSON.stringify(body));
      await sleep(50);
    }
  });

  it('keeps how providers have done', async () => {
    await world.server.stop();
    world.server = await startFarebox({ database: world.database, env: { ADMIN_TOKEN } });
    const { body } = await world.server.request('GET', '/admin/provider-history?mode=test', { key: ADMIN_TOKEN });
    const today = new Date().toISOString().slice(0, 10);
    expect(listOf(body.items)).toMatchObject([
      { requests: 1, failures: 0, success_rate: 1, days: [{ date: today, requests: 1, rate_limited: 0 }] },
    ]);
    expect(memberOf(body, 'to')).toBe(today);
    const live = await world.server.request('GET', '/admin/provider-history?days=7', { key: ADMIN_TOKEN });
    expect(live.body.items).toEqual([]);
  });
});
