import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { listOf, memberOf, type Newsroom, openNewsroom, type Person, waitFor } from './newsroom.ts';

describe.each(dailyEngines(import.meta.url))('a team on %s', (engine) => {
  let room: Newsroom;
  let admin: Person;
  beforeAll(async () => {
    room = await openNewsroom(engine, { env: { PLAN_LIMITS: '{"free":{"members":4}}' } });
    admin = await room.signIn('admin@team.example', { company_name: 'Team <b> https://evil.example\n' });
  });
  afterAll(() => room.stop());

  const invite = (email: string, key = admin.token): Promise<Answer> =>
    room.ask('POST', '/auth/invite', { key, body: { email } });
  const remove = (email: string, key = admin.token): Promise<Answer> =>
    room.ask('DELETE', `/auth/team/${encodeURIComponent(email)}`, { key });
  const team = async (): Promise<Record<string, unknown>[]> =>
    listOf((await room.ask('GET', '/auth/team', { key: admin.token })).body.items);

  it('grows by invitation and sign-in', async () => {
    const answer = await invite('Grace@team.example');
    expect(answer).toMatchObject({
      status: 200,
      body: { ok: true, member: { email: 'Grace@team.example', name: '', role: 'member', status: 'invited' } },
    });
    const [mail] = await waitFor(async () => {
      const found = await room.mails('Grace@team.example');
      return found.length > 0 ? found : undefined;
    });
    expect(mail).toContain('/login');
    expect(mail).not.toMatch(/evil\.example\/|https:\/\/evil|<b>/);
    expect(await team()).toMatchObject([
      { email: 'admin@team.example', role: 'admin', status: 'active', invited_at: null },
      { email: 'Grace@team.example', role: 'member', status: 'invited', joined_at: null, last_login_at: null },
    ]);
    const again = await invite('grace@team.example');
    expect(again.status).toBe(200);
    const grace = await room.signIn('grace@team.example');
    expect(grace).toMatchObject({ companyId: admin.companyId, body: { user: { role: 'member' } } });
    expect(await team()).toMatchObject([{ status: 'active' }, { status: 'active', role: 'member' }]);
    expect(await invite('GRACE@team.example')).toMatchObject({ status: 409, body: { code: 'already_member' } });
    expect((await room.ask('GET', '/auth/team', { key: grace.token })).status).toBe(200);
  });

  it('fills nobody’s mailbox: an address is invited ten times an hour', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await invite('often@team.example')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const other = await room.signIn('admin@other-team.example');
    const last = await invite('Often@team.example', other.token);
    expect(last).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    await remove('often@team.example');
  });

  it('invites once for each idempotency key, with a session and with a key', async () => {
    const made = await room.ask('POST', '/auth/api-keys', { key: admin.token, body: {} });
    for (const [index, key] of [admin.token, String(made.body.key)].entries()) {
      const email = `once-${index}@team.example`;
      const once = (to: string): Promise<Answer> =>
        room.ask('POST', '/auth/invite', { key, body: { email: to }, headers: { 'idempotency-key': `once-${index}` } });
      const both = await Promise.all([once(email), once(email)]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(both[0]?.text).toBe(both[1]?.text);
      const again = await once(email);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(await once('another@team.example')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
      await waitFor(async () => ((await room.mails(email)).length > 0 ? true : undefined));
      expect(await room.mails(email)).toHaveLength(1);
      await remove(email);
    }
  });

  it('shrinks at once: sessions and open invitations end', async () => {
    const grace = await room.signIn('grace@team.example');
    const twice = await room.signIn('grace@team.example');
    expect((await remove('admin@team.example', grace.token)).body).toMatchObject({ code: 'admin_required' });
    const answer = await remove(' Grace@TEAM.example ');
    expect(answer).toMatchObject({ status: 200, body: { ok: true, api_keys: [] } });
    expect(Number(answer.body.sessions_revoked)).toBeGreaterThanOrEqual(2);
    for (const { token } of [grace, twice]) {
      expect((await room.ask('GET', '/auth/me', { key: token })).status).toBe(401);
    }
    expect((await remove('grace@team.example')).status).toBe(404);
    expect((await remove('nobody at all')).status).toBe(404);
    await invite('open@team.example');
    expect(await remove('open@team.example')).toMatchObject({ status: 200, body: { sessions_revoked: 0 } });
    expect((await room.signIn('open@team.example')).companyId).not.toBe(admin.companyId);
  });

  it('keeps its last admin, and nobody removes themselves', async () => {
    expect(await remove('admin@team.example')).toMatchObject({ status: 409, body: { code: 'cannot_remove_self' } });
    const created = await room.ask('POST', '/auth/api-keys', { key: admin.token, body: {} });
    const key = String(created.body.key);
    expect(await remove('admin@team.example', key)).toMatchObject({
      status: 409,
      body: { code: 'cannot_remove_self' },
    });
  });

  it('is no larger than its plan allows, also when everybody is invited at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => invite(`guest-${i}@team.example`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body).toMatchObject({ code: 'plan_limit', limit: 4 });
  });

  it('is nobody else’s', async () => {
    const other = await room.signIn('other@elsewhere.example');
    const foreign = await remove('admin@team.example', other.token);
    const absent = await remove('absent@team.example', other.token);
    expect(foreign).toMatchObject({ status: 404, body: { detail: 'Member not found' } });
    expect(foreign.text).toBe(absent.text);
    expect(listOf((await room.ask('GET', '/auth/team', { key: other.token })).body.items)).toHaveLength(1);
  });

  it('the company changes by what is given', async () => {
    const changed = await room.ask('PUT', '/auth/company', {
      key: admin.token,
      body: { name: 'Renamed', name_en: 'Renamed Inc.', sender: { name: 'Press', email: 'pr@team.example' } },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        name: 'Renamed',
        name_en: 'Renamed Inc.',
        individual_tracking: true,
        sender: { name: 'Press', email: 'pr@team.example', reply_to: null, verified: false },
      },
    });
    const body = { name_en: null, individual_tracking: false, timezone: 'Europe/Berlin', prtimes_company_id: 7 };
    await room.ask('PUT', '/auth/company', { key: admin.token, body });
    expect((await room.ask('GET', '/auth/company', { key: admin.token })).body).toMatchObject({
      name: 'Renamed',
      name_en: null,
      individual_tracking: false,
      timezone: 'Europe/Berlin',
      prtimes_company_id: 7,
      sender: { name: 'Press' },
    });
    const change = async (sender: object) =>
      (await room.ask('PUT', '/auth/company', { key: admin.token, body: { sender } })).status;
    for (const name of ['Bank <security@bank.example>', 'security＠bank.example', 'PR\r\nBcc: x', 'PR \u202egnp'])
      expect([name, await change({ name })]).toEqual([name, 422]);
    expect(await change({ reply_to: 'security@bank.example' })).toBe(400);
    const odd = await room.ask('PUT', '/auth/company', { key: admin.token, body: { timezone: 'Mars/Olympus' } });
    expect([400, 422]).toContain(odd.status);
  });
});

describe.each(dailyEngines(import.meta.url))('a suspended company on %s', (engine) => {
  it('reads and signs in; its keys are refused', async () => {
    const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
    const room = await openNewsroom(engine, { env: { ADMIN_TOKEN } });
    try {
      const owner = await room.signIn('owner@suspended.example');
      const made = await room.ask('POST', '/auth/api-keys', { key: owner.token, body: {} });
      const { account_id } = Object((await room.ask('GET', '/auth/me', { key: owner.token })).body.company);
      const suspended = await room.ask('POST', `/admin/accounts/${account_id}/suspend`, {
        key: ADMIN_TOKEN,
        body: {},
      });
      expect(suspended.status).toBe(200);
      expect(await room.ask('GET', '/auth/me', { key: String(made.body.key) })).toMatchObject({
        status: 403,
        body: { code: 'account_suspended' },
      });
      expect((await room.ask('GET', '/auth/me', { key: owner.token })).status).toBe(200);
      expect((await room.ask('PUT', '/auth/company', { key: owner.token, body: { name: 'Still' } })).status).toBe(200);
      const elsewhere = await room.ask('POST', '/api/account/keys', { key: owner.token, body: { name: 'no' } });
      expect(elsewhere).toMatchObject({ status: 403, body: { error: { code: 'ACCOUNT_SUSPENDED' } } });
      expect((await room.signIn('owner@suspended.example')).companyId).toBe(owner.companyId);
    } finally {
      await room.stop();
    }
  });
});

describe('over MCP', () => {
  it('the operations of companies are shown to their members alone, and act for them', async () => {
    const room = await openNewsroom('sqlite');
    try {
      const owner = await room.signIn('owner@agents.example');
      const made = await room.ask('POST', '/auth/api-keys', { key: owner.token, body: {} });
      const lone = await room.ask('POST', '/api/proxy/account/create', { body: { name: 'Lone', mode: 'live' } });
      const rpc = async (key: string, path: string, method: string, params: object): Promise<unknown> => {
        const { text } = await room.ask('POST', path, {
          key,
          headers: { accept: 'application/json, text/event-stream' },
          body: { jsonrpc: '2.0', id: 1, method, params },
        });
        return memberOf(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text), 'result');
      };
      const shown = async (key: string): Promise<string[]> => {
        const result = await rpc(key, '/mcp/proxy/x/auth', 'tools/list', {});
        return listOf(memberOf(result, 'tools')).map(({ name }) => String(name));
      };
      const withKey = await shown(String(made.body.key));
      expect(withKey).toContain('auth-me');
      expect(withKey).not.toContain('auth-create-key');
      expect(await shown(owner.token)).toContain('auth-create-key');
      expect(await shown(String(lone.body.apiKey))).toEqual(['auth-send-code', 'auth-verify']);
      const called = await rpc(String(made.body.key), '/mcp/proxy', 'tools/call', {
        name: 'auth-list-team',
        arguments: {},
      });
      expect(memberOf(called, 'structuredContent')).toMatchObject({ total: 1 });
      const refused = await rpc(String(lone.body.apiKey), '/mcp/proxy', 'tools/call', {
        name: 'auth-list-team',
        arguments: {},
      });
      expect(JSON.stringify(refused)).toContain('no_company');
    } finally {
      await room.stop();
    }
  });
});
