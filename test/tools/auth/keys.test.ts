import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProviders } from '../../../src/config/provider-files.ts';
import { engines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { withClient } from '../../harness/postgres.ts';
import { listOf, memberOf, type Newsroom, openNewsroom, type Person } from './newsroom.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const SESSION = { detail: 'A session is required for this operation', code: 'session_required' };
const OWNER = { detail: 'A session or an uncapped key is required for this operation', code: 'owner_required' };

describe.each(engines)('keys of a company on %s', (engine) => {
  let room: Newsroom;
  let admin: Person;
  beforeAll(async () => {
    room = await openNewsroom(engine, { env: { ADMIN_TOKEN }, providers: await loadProviders() });
    admin = await room.signIn('admin@studio.example');
  });
  afterAll(() => room.stop());

  async function made(body: object = {}, token = admin.token): Promise<{ id: number; key: string }> {
    const answer = await room.ask('POST', '/auth/api-keys', { key: token, body });
    expect(answer).toMatchObject({ status: 200, body: { key: expect.stringMatching(/^fbx_live_/) } });
    return { id: Number(answer.body.key_id), key: String(answer.body.key) };
  }

  const rootKey = async (body: object = {}): Promise<Answer> =>
    room.ask('POST', '/auth/root-key', { key: admin.token, body });

  it('are made by a session, shown once and listed', async () => {
    const answer = await room.ask('POST', '/auth/api-keys', {
      key: admin.token,
      body: { name: 'ci', caps: { perDay: 0.5 }, expires_at: '2099-01-01T00:00:00Z' },
    });
    expect(answer.body).toMatchObject({
      kind: 'key',
      name: 'ci',
      prefix: 'fbx_live_',
      last4: String(answer.body.key).slice(-4),
      role: 'admin',
      caps: { perDay: 0.5 },
      created_by: 'admin@studio.example',
      expires_at: '2099-01-01T09:00:00+09:00',
      last_used_at: null,
      revoked_at: null,
      status: 'active',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    const list = await room.ask('GET', '/auth/api-keys', { key: admin.token });
    expect(listOf(list.body.items)[0]).toMatchObject({ key_id: answer.body.key_id, name: 'ci' });
    expect(list.text).not.toContain(String(answer.body.key));
    const past = { name: 'late', expires_at: '2001-01-01T00:00:00Z' };
    const refused = await room.ask('POST', '/auth/api-keys', { key: admin.token, body: past });
    expect([400, 422]).toContain(refused.status);
  });

  it('open both halves; only a session makes keys and logs out', async () => {
    const { key, id } = await made({ name: 'both' });
    const balance = await room.ask('GET', '/api/account/balance', { key });
    const me = await room.ask('GET', '/auth/me', { key });
    expect(me.body).toMatchObject({
      user: { email: 'admin@studio.example', role: 'admin' },
      company: { id: admin.companyId, account_id: balance.body.agentId },
      auth: { method: 'api_key', key_id: id, expires_at: null },
    });
    expect(await room.ask('POST', '/auth/api-keys', { key, body: {} })).toMatchObject({ status: 403, body: SESSION });
    expect(await room.ask('POST', '/auth/logout', { key })).toMatchObject({ status: 403, body: SESSION });
    const gateway = await room.ask('POST', '/api/account/keys', { key, body: { name: 'x' } });
    expect(gateway).toMatchObject({
      status: 403,
      body: { error: { code: 'FORBIDDEN', details: { reason: 'session_required' } } },
    });
    expect((await room.ask('GET', '/auth/api-keys', { key })).status).toBe(200);
    expect((await room.ask('GET', '/api/account/keys', { key })).status).toBe(200);
    expect((await room.ask('GET', '/api/account/balance', { key })).body.balance).toBe(balance.body.balance);
  });

  it('are refused with a limit that is misspelt, beside caps or in them, or that is no number', async () => {
    for (const [body, loc] of [
      [{ caps: { perday: 0.5 } }, ['body', 'caps', 'perday']],
      [{ cap: { perDay: 0.5 } }, ['body', 'cap']],
      [{ caps: { perDay: true } }, ['body', 'caps', 'perDay']],
    ] as const) {
      const refused = await room.ask('POST', '/auth/api-keys', { key: admin.token, body: { name: 'odd', ...body } });
      expect(refused.status).toBe(422);
      expect(refused.body.detail).toMatchObject([{ loc }]);
    }
  });

  it('with caps manage no keys, on either path, and are refused outside their tools', async () => {
    const { key, id } = await made({ name: 'capped', caps: { perCall: 1 } });
    for (const [method, path] of [
      ['GET', '/auth/api-keys'],
      ['DELETE', `/auth/api-keys/${id}`],
    ] as const) {
      expect(await room.ask(method, path, { key })).toMatchObject({ status: 403, body: OWNER });
    }
    const gateway = { error: { code: 'FORBIDDEN', details: { reason: 'owner_required' } } };
    expect(await room.ask('GET', '/api/account/keys', { key })).toMatchObject({ status: 403, body: gateway });
    expect(await room.ask('DELETE', '/api/account/keys/key_x', { key })).toMatchObject({ status: 403, body: gateway });
    expect((await room.ask('GET', '/auth/me', { key })).status).toBe(200);
    const narrow = await made({ caps: { tools: ['weather', 'auth-list-team'] } });
    expect((await room.ask('GET', '/auth/team', { key: narrow.key })).status).toBe(200);
    expect(await room.ask('GET', '/auth/me', { key: narrow.key })).toMatchObject({
      status: 403,
      body: { detail: 'This key does not allow this operation', code: 'cap_reached', cap: 'tools' },
    });
  });

  it('end at once, once, and for their own company alone', async () => {
    const { key, id } = await made({ name: 'short' });
    const other = await room.signIn(`other-${engine}@elsewhere.example`);
    const absent = await room.ask('DELETE', '/auth/api-keys/999999999', { key: other.token });
    const foreign = await room.ask('DELETE', `/auth/api-keys/${id}`, { key: other.token });
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(absent.text);
    expect((await room.ask('GET', '/auth/me', { key })).status).toBe(200);
    const gone = await room.ask('DELETE', `/auth/api-keys/${id}`, { key: admin.token });
    expect(gone).toMatchObject({ status: 200, body: { ok: true, key_id: id, revoked_at: expect.any(String) } });
    expect((await room.ask('GET', '/auth/me', { key })).status).toBe(401);
    expect((await room.ask('GET', '/api/account/balance', { key })).status).toBe(401);
    expect((await room.ask('DELETE', `/auth/api-keys/${id}`, { key: admin.token })).text).toBe(absent.text);
    for (const odd of ['-1', '99999999999999999999', '0']) {
      expect((await room.ask('DELETE', `/auth/api-keys/${odd}`, { key: admin.token })).status).toBe(404);
    }
  });

  it('keep creator, caps and name through rotation; the old one shows revoked', async () => {
    const { key, id } = await made({ name: 'turning', caps: { total: 2 } });
    const rotated = await room.ask('POST', '/api/proxy/account/rotate-key', { key });
    const next = String(rotated.body.newApiKey);
    expect((await room.ask('GET', '/auth/me', { key })).status).toBe(401);
    expect((await room.ask('GET', '/auth/me', { key: next })).body).toMatchObject({
      user: { email: 'admin@studio.example', role: 'admin' },
    });
    const list = await room.ask('GET', '/auth/api-keys', { key: admin.token });
    const turning = listOf(list.body.items).filter(({ name }) => name === 'turning');
    expect(turning).toMatchObject([
      { last4: next.slice(-4), status: 'active', caps: { total: 2 }, created_by: 'admin@studio.example' },
      { key_id: id, status: 'revoked' },
    ]);
  });

  it('the root key: an admin’s session makes and replaces it; it manages keys and makes none', async () => {
    const first = await rootKey();
    expect(first.body).toMatchObject({ kind: 'root', name: 'root', role: 'admin', caps: null });
    const key = String(first.body.key);
    expect((await room.ask('GET', '/auth/me', { key })).body).toMatchObject({ user: { role: 'admin' } });
    expect((await room.ask('GET', '/auth/api-keys', { key })).status).toBe(200);
    expect(await room.ask('POST', '/auth/api-keys', { key, body: {} })).toMatchObject({ status: 403, body: SESSION });
    expect((await room.ask('POST', '/api/account/keys', { key, body: { name: 'x' } })).status).toBe(403);
    const sub = await made({ name: 'under the root' });
    const second = await rootKey({ revoke_sub_keys: true });
    expect(second.body).toMatchObject({ status: 'active', sub_keys: [] });
    expect((await room.ask('GET', '/auth/me', { key })).status).toBe(401);
    expect((await room.ask('GET', '/auth/me', { key: sub.key })).status).toBe(401);
    const third = await rootKey();
    const id = Number(third.body.key_id);
    const own = await room.ask('DELETE', `/auth/api-keys/${id}`, { key: String(third.body.key) });
    expect(own.status).toBe(200);
    expect((await room.ask('GET', '/auth/me', { key: String(third.body.key) })).status).toBe(401);
    expect((await rootKey()).status).toBe(200);
    const { key: apiKey } = await made();
    expect(await room.ask('POST', '/auth/root-key', { key: apiKey, body: {} })).toMatchObject({
      status: 403,
      body: SESSION,
    });
  });

  it('a root key from the operator’s hand acts as a member of nobody', async () => {
    const owner = await room.signIn('lost@studio.example');
    const { account_id } = Object((await room.ask('GET', '/auth/me', { key: owner.token })).body.company);
    const rekeyed = await room.ask('POST', `/admin/accounts/${account_id}/rekey`, { key: ADMIN_TOKEN, body: {} });
    const key = String(rekeyed.body.apiKey);
    const me = await room.ask('GET', '/auth/me', { key });
    expect(me.body).toMatchObject({ user: null, company: { id: owner.companyId } });
    expect((await room.ask('GET', '/auth/api-keys', { key })).body).toMatchObject({
      items: [{ kind: 'root', role: 'member', created_by: null }],
      total: 1,
    });
    const invited = await room.ask('POST', '/auth/invite', { key, body: { email: 'x@studio.example' } });
    expect(invited).toMatchObject({ status: 403, body: { code: 'admin_required' } });
  });

  it('the gateway’s paths make the same keys with a session, and end them', async () => {
    const answer = await room.ask('POST', '/api/account/keys', {
      key: admin.token,
      body: { name: 'from the gateway', caps: { total: 1 } },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, name: 'from the gateway', caps: { total: 1 } },
    });
    const list = await room.ask('GET', '/auth/api-keys', { key: admin.token });
    expect(listOf(list.body.items)[0]).toMatchObject({ name: 'from the gateway', created_by: 'admin@studio.example' });
    const keys = await room.ask('GET', '/api/account/keys', { key: admin.token });
    expect(listOf(keys.body.keys)).toEqual(list.body.items);
    const { success: _envelope, key: _key, apiKey, ...shown } = answer.body;
    expect(listOf(list.body.items)[0]).toEqual(shown);
    const { key_id, keyId } = answer.body;
    expect(shown).toMatchObject({ id: key_id, key_id: expect.any(Number), keyId: expect.stringMatching(/^key_/) });
    expect(Date.parse(String(shown.created_at))).toBeCloseTo(Date.parse(String(shown.createdAt)), -4);
    const other = await made({ name: 'from the newsroom', caps: { total: 1 } });
    const newest = listOf((await room.ask('GET', '/api/account/keys', { key: admin.token })).body.keys)[0];
    expect(Object.keys(Object(newest)).sort()).toEqual(Object.keys(shown).sort());
    const gone = await room.ask('DELETE', `/api/account/keys/${keyId}`, { key: admin.token });
    expect(gone).toMatchObject({ status: 200, body: { ok: true, id: key_id, key_id, keyId } });
    expect((await room.ask('DELETE', `/api/account/keys/${keyId}`, { key: admin.token })).status).toBe(404);
    expect((await room.ask('DELETE', `/api/account/keys/${other.id}`, { key: admin.token })).status).toBe(200);
    expect((await room.ask('GET', '/auth/me', { key: other.key })).status).toBe(401);
    expect((await room.ask('GET', '/auth/me', { key: String(apiKey) })).status).toBe(401);
  });

  it('of the test account open the tools alone, with test money, and are listed and ended with the others', async () => {
    const live = await room.ask('GET', '/api/account/balance', { key: (await made()).key });
    const answers = await Promise.all(
      ['/auth/api-keys', '/api/account/keys'].map((path) =>
        room.ask('POST', path, { key: admin.token, body: { name: 'trial', mode: 'test' } }),
      ),
    );
    const [key = '', second = ''] = answers.map(({ body }) => String(body.key));
    for (const { body } of answers) {
      expect(body).toMatchObject({ mode: 'test', prefix: 'fbx_test_', key: expect.stringMatching(/^fbx_test_/) });
    }
    const [balance, same] = await Promise.all(
      [key, second].map((token) => room.ask('GET', '/api/account/balance', { key: token })),
    );
    expect(balance?.body).toMatchObject({ balance: 0.25 });
    expect(same?.body.agentId).toBe(balance?.body.agentId);
    expect(balance?.body.agentId).not.toBe(live.body.agentId);
    const paid = await room.ask('POST', '/api/proxy/llm-fast', { key, body: { prompt: 'Hello' } });
    expect(paid).toMatchObject({ status: 200, body: { sandbox: true, balance: 0.248 } });
    const me = await room.ask('GET', '/auth/me', { key: admin.token });
    expect(me.body.company).toMatchObject({ account_id: live.body.agentId, test_account_id: balance?.body.agentId });
    for (const [method, path] of [
      ['GET', '/auth/me'],
      ['GET', '/auth/api-keys'],
      ['POST', '/auth/api-keys'],
    ] as const) {
      expect(await room.ask(method, path, { key, body: {} })).toMatchObject({
        status: 403,
        body: { code: 'no_company' },
      });
    }
    expect(await room.ask('GET', '/api/account/keys', { key })).toMatchObject({
      status: 403,
      body: { error: { code: 'FORBIDDEN', details: { reason: 'no_company' } } },
    });
    const rotated = await room.ask('POST', '/api/proxy/account/rotate-key', { key });
    const items = listOf((await room.ask('GET', '/auth/api-keys', { key: admin.token })).body.items);
    expect(items[0]).toMatchObject({ mode: 'test', spent: 0.002, last_used_at: expect.any(String), status: 'active' });
    const id = memberOf(items[0], 'key_id');
    expect((await room.ask('DELETE', `/auth/api-keys/${id}`, { key: admin.token })).status).toBe(200);
    expect((await room.ask('GET', '/api/account/balance', { key: String(rotated.body.newApiKey) })).status).toBe(401);
  });

  it('keys of accounts without a company open nothing of companies, and manage their own as before', async () => {
    const created = await room.ask('POST', '/api/proxy/account/create', { body: { name: 'Lone', mode: 'live' } });
    const test = await room.ask('POST', '/api/proxy/account/create', { body: { name: 'Play', mode: 'test' } });
    for (const { body } of [created, test]) {
      const key = String(body.apiKey);
      const none = { detail: 'This key does not belong to a company', code: 'no_company' };
      expect(await room.ask('GET', '/auth/me', { key })).toMatchObject({ status: 403, body: none });
      expect((await room.ask('GET', '/auth/api-keys', { key })).status).toBe(403);
      const sub = await room.ask('POST', '/api/account/keys', { key, body: { name: 'sub' } });
      expect(sub.status).toBe(200);
      const { apiKey: subKey } = sub.body;
      expect(await room.ask('GET', '/api/account/keys', { key: String(subKey) })).toMatchObject({
        status: 403,
        body: { error: { message: 'Only the root key of the account can do this.' } },
      });
      expect((await room.ask('GET', '/api/account/keys', { key })).status).toBe(200);
    }
  });

  it('act with the role that their creator has now', async () => {
    await room.ask('POST', '/auth/invite', { key: admin.token, body: { email: 'maker@studio.example' } });
    const maker = await room.signIn('maker@studio.example');
    const { key, id } = await made({ name: 'of the maker' }, maker.token);
    const invite = (token: string): Promise<Answer> =>
      room.ask('POST', '/auth/invite', { key: token, body: { email: 'x@studio.example' } });
    expect(await invite(key)).toMatchObject({ status: 403, body: { code: 'admin_required' } });
    expect(await invite(maker.token)).toMatchObject({
      status: 403,
      body: { detail: 'Admin privileges required', code: 'admin_required' },
    });
    expect(await room.ask('POST', '/auth/root-key', { key: maker.token, body: {} })).toMatchObject({
      status: 403,
      body: { code: 'admin_required' },
    });
    const removed = await room.ask('DELETE', '/auth/team/maker@studio.example?keys=keep', { key: admin.token });
    expect(removed.body).toMatchObject({
      sessions_revoked: 1,
      api_keys: [{ key_id: id, name: 'of the maker', status: 'active' }],
    });
    const me = await room.ask('GET', '/auth/me', { key });
    expect(me).toMatchObject({ status: 200, body: { user: null, auth: { key_id: id } } });
    const item = listOf((await room.ask('GET', '/auth/api-keys', { key: admin.token })).body.items).find(
      (found) => memberOf(found, 'key_id') === id,
    );
    expect(item).toMatchObject({ role: 'member', created_by: 'maker@studio.example' });
    const own = await made({ name: 'of the admin' });
    for (const [method, path] of [
      ['GET', '/auth/api-keys'],
      ['DELETE', `/auth/api-keys/${own.id}`],
    ] as const) {
      expect(await room.ask(method, path, { key })).toMatchObject({ status: 403, body: OWNER });
    }
    for (const [method, path] of [
      ['GET', '/api/account/keys'],
      ['DELETE', `/api/account/keys/${own.id}`],
    ] as const) {
      const refused = { status: 403, body: { error: { details: { reason: 'owner_required' } } } };
      expect(await room.ask(method, path, { key })).toMatchObject(refused);
    }
    expect((await room.ask('GET', '/auth/me', { key: own.key })).status).toBe(200);
  });

  it('end with the membership of their maker, the test key and the root key with them', async () => {
    const boss = await room.signIn(`boss-${engine}@leaving.example`);
    await room.ask('POST', '/auth/invite', { key: boss.token, body: { email: 'gone@leaving.example' } });
    const gone = await room.signIn('gone@leaving.example');
    const keys = [
      await made({ name: 'live' }, gone.token),
      await room
        .ask('POST', '/auth/api-keys', { key: gone.token, body: { mode: 'test' } })
        .then(({ body }) => ({ id: Number(body.key_id), key: String(body.key) })),
    ];
    const stays = await made({ name: 'stays' }, boss.token);
    const removed = await room.ask('DELETE', '/auth/team/gone@leaving.example', { key: boss.token });
    const ended = keys.map(({ id }) => ({ key_id: id, name: expect.any(String), status: 'revoked' }));
    expect(removed.body.api_keys).toEqual(expect.arrayContaining(ended));
    for (const { key } of keys) expect((await room.ask('GET', '/api/account/balance', { key })).status).toBe(401);
    expect((await room.ask('GET', '/api/account/balance', { key: stays.key })).status).toBe(200);
    const audit = await room.ask('GET', '/auth/api-keys', { key: boss.token });
    expect(listOf(audit.body.items).filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  it('a root key whose issuer has left, when it is kept, replaces itself and ends no others', async () => {
    const boss = await room.signIn(`boss-${engine}@root.example`);
    await room.ask('POST', '/auth/invite', { key: boss.token, body: { email: 'second@root.example' } });
    await room.signIn('second@root.example');
    await promote(room, 'second@root.example');
    const second = await room.signIn('second@root.example');
    const root = await room.ask('POST', '/auth/root-key', { key: second.token, body: {} });
    const mine = await made({ name: 'mine' }, boss.token);
    await room.ask('DELETE', '/auth/team/second@root.example?keys=keep', { key: boss.token });
    const key = String(root.body.key);
    const rotate = (body: object): Promise<Answer> => room.ask('POST', '/api/proxy/account/rotate-key', { key, body });
    expect(await rotate({ revokeSubKeys: true })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'owner_required' } } },
    });
    expect((await room.ask('GET', '/auth/me', { key: mine.key })).status).toBe(200);
    const rotated = await rotate({});
    expect(rotated.status).toBe(200);
    expect(rotated.body.subKeys).toBeUndefined();
    expect(await room.ask('GET', '/api/account/keys', { key: String(rotated.body.newApiKey) })).toMatchObject({
      status: 403,
    });
  });
});

/** No operation makes a second admin: the row is changed. */
async function promote({ database: { url, dataDir } }: Newsroom, email: string): Promise<void> {
  const statement = `UPDATE memberships SET role = 'admin'
    WHERE user_id = (SELECT id FROM users WHERE email_norm = '${email}')`;
  if (url !== undefined) {
    await withClient(url, (client) => client.query(statement));
    return;
  }
  const file = new Database(join(dataDir, 'data', 'farebox.db'));
  file.exec(statement);
  file.close();
}
