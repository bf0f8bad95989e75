/** Operators' actions on accounts over HTTP, on both databases, with an audit row each. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import { startFarebox } from '../../harness/farebox.ts';
import { ADMIN_TOKEN, NOBODY, type OperatorWorld, openOperatorWorld } from './world.ts';

const HERE = '127.0.0.0/24';
const asAdmin = { actor: 'ADMIN_TOKEN', ipPrefix: HERE };

describe.each(dailyEngines(import.meta.url))('the operator on %s', (engine) => {
  let world: OperatorWorld;
  beforeAll(async () => {
    world = await openOperatorWorld(engine);
  });
  afterAll(() => world.close());

  it('grants, and says so in the audit', async () => {
    const { agentId, apiKey } = await world.server.account('live');
    const path = `/admin/accounts/${agentId}/grant`;
    const granted = await world.admin('POST', path, { body: { amount: 5, reason: 'a present' } });
    expect(granted).toMatchObject({
      status: 200,
      body: { agentId, balance: 5.25, amount: 5, source: 'grant' },
      headers: { 'cache-control': 'no-store' },
    });
    expect(Object.keys(granted.body)).toEqual(['agentId', 'balance', 'amount', 'source']);
    const history = await world.server.request('GET', '/api/proxy/account/history', { key: apiKey });
    expect(history.body.transactions).toMatchObject([{ amount: 5, source: 'grant', reason: 'a present' }, {}]);
    expect(await world.inspector.audits(agentId)).toEqual([
      {
        ...asAdmin,
        action: 'account.grant',
        details: { amountMicros: 5_000_000, reason: 'a present', grantId: expect.any(String) },
      },
    ]);
  });

  it('grants within the bounds alone', async () => {
    const { agentId } = await world.server.account('live');
    const path = `/admin/accounts/${agentId}/grant`;
    for (const amount of [0, -1, 1_000_000.000001, 0.0000001, 'five', null, true]) {
      const refused = await world.admin('POST', path, { body: { amount, reason: '' } });
      expect([400, 422], String(amount)).toContain(refused.status);
    }
    const large = await world.admin('POST', path, { body: { amount: 1_000_000, reason: 'all of it' } });
    expect(large.body).toMatchObject({ balance: 1_000_000.25, amount: 1_000_000 });
    const smallest = await world.admin('POST', path, { body: { amount: 0.000001, reason: '' } });
    expect(smallest.body).toMatchObject({ balance: 1_000_000.250001 });
  });

  it('grants once for an Idempotency-Key, also when it comes twenty times at once', async () => {
    const { agentId } = await world.server.account('live');
    const path = `/admin/accounts/${agentId}/grant`;
    const send = (key: string, body: object = { amount: 2, reason: 'once' }) =>
      world.admin('POST', path, { body, headers: { 'idempotency-key': key } });
    const all = await Promise.all(Array.from({ length: 20 }, () => send(`grant ${agentId}`.replaceAll(' ', '-'))));
    expect(all.map(({ status, text }) => `${status} ${text}`)).toEqual(
      all.map(() => `200 {"agentId":"${agentId}","balance":2.25,"amount":2,"source":"grant"}`),
    );
    expect(all.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(19);
    const later = await send(`grant-${agentId}`);
    expect(later).toMatchObject({ status: 200, body: { balance: 2.25 }, headers: { 'idempotency-replayed': 'true' } });
    const other = await send(`grant-${agentId}`, { amount: 3, reason: 'once' });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect(await send('another-key')).toMatchObject({ body: { balance: 4.25 } });
    expect(await world.inspector.audits(agentId)).toHaveLength(2);
  });

  it('frees the key of a grant that failed', async () => {
    const headers = { 'idempotency-key': 'a-grant-that-fails-first' };
    const body = { amount: 1, reason: '' };
    expect((await world.admin('POST', `/admin/accounts/${NOBODY}/grant`, { body, headers })).status).toBe(404);
    const { agentId } = await world.server.account('live');
    const granted = await world.admin('POST', `/admin/accounts/${agentId}/grant`, { body, headers });
    expect(granted).toMatchObject({ status: 200, body: { balance: 1.25 } });
    expect(granted.headers['idempotency-replayed']).toBeUndefined();
  });

  it('suspends and activates', async () => {
    const { agentId, apiKey } = await world.server.account('live');
    const act = (word: string, body?: object) => world.admin('POST', `/admin/accounts/${agentId}/${word}`, { body });
    const works = async () => (await world.server.request('GET', '/api/proxy/account/report', { key: apiKey })).status;
    const shown = async () => (await world.server.request('GET', '/api/account/balance', { key: apiKey })).body.status;
    expect((await act('suspend', { reason: 'spam' })).body).toEqual({ agentId, status: 'suspended', changed: true });
    expect(await works()).toBe(403);
    expect(await shown()).toBe('suspended');
    expect((await act('suspend')).body).toEqual({ agentId, status: 'suspended', changed: false });
    expect((await act('activate')).body).toEqual({ agentId, status: 'active', changed: true });
    expect(await works()).toBe(200);
    expect(await world.inspector.audits(agentId)).toEqual([
      { ...asAdmin, action: 'account.suspend', details: { before: 'active', reason: 'spam' } },
      { ...asAdmin, action: 'account.activate', details: { before: 'suspended' } },
    ]);
  });

  it('rekeys: the old root key ends at once, sub-keys live on', async () => {
    const { agentId, apiKey } = await world.server.account('live');
    const made = await world.server.request('POST', '/api/account/keys', { key: apiKey, body: { name: 'ci' } });
    const rekeyed = await world.admin('POST', `/admin/accounts/${agentId}/rekey`);
    expect(rekeyed).toMatchObject({
      status: 200,
      body: { agentId, apiKey: expect.stringMatching(/^fbx_live_\w{43}$/), subKeys: [{ name: 'ci' }] },
      headers: { 'cache-control': 'no-store' },
    });
    const statusOf = async (key: unknown) =>
      (await world.server.request('GET', '/api/account/balance', { key: String(key) })).status;
    expect(await statusOf(apiKey)).toBe(401);
    expect(await statusOf(rekeyed.body.apiKey)).toBe(200);
    expect(await statusOf(made.body.apiKey)).toBe(200);
    const audits = await world.inspector.audits(agentId);
    const last4 = String(rekeyed.body.apiKey).slice(-4);
    expect(audits.at(-1)).toEqual({ ...asAdmin, action: 'account.rekey', details: { last4 } });
    expect(JSON.stringify(audits)).not.toContain(String(rekeyed.body.apiKey).slice(9));
  });

  it('answers 404 in the newsroom’s shape for an account that is not there', async () => {
    const shape = { detail: 'Account not found.' };
    for (const [word, body] of [['grant', { amount: 1, reason: '' }], ['suspend'], ['activate'], ['rekey']] as const) {
      const answer = await world.admin('POST', `/admin/accounts/${NOBODY}/${word}`, { body });
      expect.soft(answer, word).toMatchObject({ status: 404, body: shape });
      expect.soft(Object.keys(answer.body), word).toEqual(['detail']);
    }
    expect(await world.inspector.audits(NOBODY)).toEqual([]);
  });

  it('is nobody else', async () => {
    const { agentId, apiKey } = await world.server.account('live');
    const paths = ['grant', 'suspend', 'activate', 'rekey'].map((word) => `/admin/accounts/${agentId}/${word}`);
    for (const path of [...paths, '/admin/invites', '/admin/operators']) {
      const body = { amount: 1, reason: '', email: 'ada@example.com' };
      const refused = await world.server.request('POST', path, { key: apiKey, body });
      expect.soft(refused, path).toMatchObject({
        status: 403,
        body: { detail: 'Operator access required', code: 'operator_required' },
      });
      expect.soft((await world.server.request('POST', path, { body })).status, path).toBe(401);
    }
    expect((await world.server.request('GET', '/admin/accounts', { key: apiKey })).status).toBe(403);
    expect(await world.inspector.audits(agentId)).toEqual([]);
  });

  it('lists accounts page by page, and finds them by name and id', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `Ålesund ${engine} ${String(i).padStart(2, '0')}`);
    const ids: string[] = [];
    for (const name of names) {
      const { body } = await world.server.request('POST', '/api/proxy/account/create', {
        body: { name, mode: 'test' },
      });
      ids.push(String(body.agentId));
      // Two of the same millisecond are listed in either order.
      await setTimeout(2);
    }
    const list = async (query: Record<string, string>) =>
      (await world.admin('GET', `/admin/accounts?${new URLSearchParams(query)}`)).body;
    const idsOf = ({ items }: Record<string, unknown>): unknown[] =>
      Array.isArray(items) ? items.map(({ agentId }: { agentId: string }) => agentId) : [];
    const first = await list({});
    expect(idsOf(first)).toEqual(ids.slice(-50).reverse());
    expect(first).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
    const second = await list({ cursor: String(first.next_cursor) });
    expect(idsOf(second).slice(0, 10)).toEqual(ids.slice(0, 10).reverse());
    const found = await list({ q: 'ålesund' });
    expect(idsOf(found)).toHaveLength(50);
    const rest = await list({ q: 'ÅLESUND', cursor: String(found.next_cursor) });
    expect(rest).toMatchObject({ next_cursor: null, has_more: false });
    expect(idsOf(rest)).toHaveLength(10);
    expect(await list({ q: ids[7] ?? '' })).toEqual({
      items: [
        {
          agentId: ids[7],
          name: names[7],
          mode: 'test',
          status: 'active',
          balance: 0.25,
          receivable: 0,
          callCount: 0,
          totalSpent: 0,
          companyId: null,
          createdAt: expect.stringMatching(/^\d{4}-.+Z$/),
        },
      ],
      next_cursor: null,
      has_more: false,
    });
    expect(await list({ q: 'nobody is called so' })).toEqual({ items: [], next_cursor: null, has_more: false });
    expect(await world.admin('GET', '/admin/accounts?cursor=nonsense')).toMatchObject({
      status: 400,
      body: { detail: 'Invalid cursor', code: 'invalid_cursor' },
    });
  });

  it('does the same from the command line, as somebody else in the audit', async () => {
    const { agentId } = await world.server.account('live');
    await world.command('grant', agentId, '1.5', 'by', 'hand');
    await world.command('suspend', agentId);
    await world.command('activate', agentId);
    const { output } = await world.command('rekey', agentId);
    expect(output).toMatch(/fbx_live_\w{43}/);
    const audits = await world.inspector.audits(agentId);
    expect(audits.map(({ action }) => action)).toEqual([
      'account.grant',
      'account.suspend',
      'account.activate',
      'account.rekey',
    ]);
    expect(new Set(audits.map(({ actor, ipPrefix }) => `${actor} ${ipPrefix}`))).toEqual(
      new Set(['command line null']),
    );
  });
});

it('does not start with an ADMIN_TOKEN that is too short', async () => {
  const short = { ADMIN_TOKEN: ADMIN_TOKEN.slice(0, 23) };
  await expect(startFarebox({ env: short })).rejects.toThrow('ADMIN_TOKEN must have at least 24 characters');
});
