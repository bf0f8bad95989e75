/** Access to what belongs to a company: who gives it, what it opens, how it ends, and when by itself. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dailyEngines, freshDatabase } from '../harness/databases.ts';
import type { Answer } from '../harness/farebox.ts';
import { listOf, type Newsroom, openNewsroom } from '../tools/auth/newsroom.ts';
import {
  codeFor,
  consent,
  exchange,
  type Granted,
  grantFor,
  mcp,
  newPkce,
  openPage,
  parametersOf,
  postForm,
  refresh,
  register,
  ticketOf,
  tokensIn,
} from './a-client.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The server as the client's steps take it. */
const at = ({ url, ask }: Newsroom) => ({ url, request: ask });
const me = (room: Newsroom, key: string): Promise<Answer> => room.ask('GET', '/auth/me', { key });
const everything = (room: Newsroom) => ({ resource: room.url, scope: 'tools account newsroom' });

describe.each(dailyEngines(import.meta.url))('access to a company on %s', (engine) => {
  let room: Newsroom;
  let companies = 0;
  const emails = { admin: '', member: '' };

  beforeAll(async () => {
    room = await openNewsroom(engine);
  });
  beforeEach(() => {
    const domain = `company${++companies}.example`;
    Object.assign(emails, { admin: `admin@${domain}`, member: `member@${domain}` });
  });
  afterAll(() => room.stop());

  it('is given by the session of a member, and acts as that member', async () => {
    const admin = await room.signIn(emails.admin);
    await room.ask('POST', '/auth/invite', { key: admin.token, body: { email: emails.member } });
    const member = await room.signIn(emails.member);
    const granted = await grantFor(at(room), member.token, everything(room), { total: 2 });
    const seen = await me(room, granted.access);
    expect(seen.body).toMatchObject({
      user: { email: emails.member },
      company: { id: admin.companyId },
      auth: { method: 'oauth' },
    });
    const { body } = await room.ask('GET', '/auth/api-keys', { key: admin.token });
    expect(listOf(body.items)).toMatchObject([
      { kind: 'oauth', name: 'A test', created_by: emails.member, caps: { total: 2 }, status: 'active' },
    ]);
    // It is no owner, whatever its scopes and however little it is limited.
    const whole = await grantFor(at(room), admin.token, everything(room));
    for (const { access } of [granted, whole]) {
      const keys = await room.ask('GET', '/auth/api-keys', { key: access });
      expect(keys).toMatchObject({ status: 403, body: { code: 'owner_required' } });
      const made = await room.ask('POST', '/auth/api-keys', { key: access, body: {} });
      expect(made).toMatchObject({ status: 403, body: { code: 'session_required' } });
      expect((await room.ask('POST', '/auth/root-key', { key: access, body: {} })).status).toBe(403);
    }
  });

  it('opens what its scopes say, and tells what is missing', async () => {
    const { token } = await room.signIn(emails.admin);
    const { access } = await grantFor(at(room), token, { resource: room.url, scope: 'tools' });
    const refused = await me(room, access);
    expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope', scope: 'account' } });
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer error="insufficient_scope", scope="account", resource_metadata="${room.url}/.well-known/oauth-protected-resource"`,
    );
    expect((await room.ask('GET', '/api/proxy/account/balance', { key: access })).status).toBe(200);
    const elsewhere = await grantFor(at(room), token, { scope: 'account' });
    const answer = await me(room, elsewhere.access);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  it('ends with its key, by whoever manages the keys, and not with the session that gave it', async () => {
    const { token } = await room.signIn(emails.admin);
    const granted = await grantFor(at(room), token, everything(room));
    await room.ask('POST', '/auth/logout', { key: token, body: {} });
    expect((await me(room, granted.access)).status).toBe(200);
    const again = await room.signIn(emails.admin);
    const { body } = await room.ask('GET', '/auth/api-keys', { key: again.token });
    const [grant] = listOf(body.items);
    expect((await room.ask('DELETE', `/auth/api-keys/${grant?.id}`, { key: again.token })).status).toBe(200);
    expect((await me(room, granted.access)).status).toBe(401);
    expect(await refresh(room.url, granted)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('is a token away for whoever holds a key, under the number that the company knows it by', async () => {
    const { token, companyId } = await room.signIn(emails.admin);
    const made = await room.ask('POST', '/auth/api-keys', { key: token, body: { name: 'ci' } });
    const fields = { grant_type: 'client_credentials', client_secret: String(made.body.key) };
    const client_id = `key_${made.body.key_id}`;
    const { body } = await postForm(room.url, '/oauth/token', { ...fields, client_id });
    expect(body).toMatchObject({ scope: 'tools account newsroom', expires_in: 3600 });
    expect((await me(room, String(body.access_token))).body).toMatchObject({ company: { id: companyId } });
    const other = await postForm(room.url, '/oauth/token', { ...fields, client_id: 'key_999' });
    expect(other).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    await room.ask('DELETE', `/auth/api-keys/${made.body.key_id}`, { key: token });
    expect((await me(room, String(body.access_token))).status).toBe(401);
  });

  it('is not given by the root key, by a stranger, or by a session that has ended', async () => {
    const admin = await room.signIn(emails.admin);
    const root = await room.ask('POST', '/auth/root-key', { key: admin.token, body: {} });
    const ticket = ticketOf(await openPage(at(room), parametersOf(await register(at(room)), newPkce())));
    const refused = await consent(at(room), ticket, String(root.body.key));
    expect(refused).toMatchObject({ status: 403, body: { error: 'session_required' } });
    await room.ask('POST', '/auth/logout', { key: admin.token, body: {} });
    expect((await consent(at(room), ticket, admin.token)).status).toBe(401);
  });

  it('is not got with a code of somebody who has left, or from before all keys were ended', async () => {
    const admin = await room.signIn(emails.admin);
    await room.ask('POST', '/auth/invite', { key: admin.token, body: { email: emails.member } });
    const member = await room.signIn(emails.member);
    const [client, pkce] = [await register(at(room)), newPkce()];
    const left = await codeFor(at(room), client, pkce, member.token, everything(room));
    const before = await codeFor(at(room), client, pkce, admin.token, everything(room));
    await room.ask('DELETE', `/auth/team/${emails.member}`, { key: admin.token });
    await room.ask('POST', '/auth/root-key', { key: admin.token, body: { revoke_sub_keys: true } });
    for (const code of [left, before]) {
      const refused = await exchange(room.url, client, code, pkce);
      expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    }
    const { body } = await room.ask('GET', '/auth/api-keys', { key: admin.token });
    expect(listOf(body.items)).toMatchObject([{ kind: 'root' }]);
  });

  it('lasts an hour, then as long as it is refreshed; codes last a minute', async () => {
    const database = await freshDatabase(engine);
    // Behind one public address, as servers that follow each other have it.
    const env = { BASE_URL: 'http://farebox.example' };
    const later = (clockOffsetMs: number) => openNewsroom(engine, { database, env, clockOffsetMs });
    const [client, pkce] = [{ id: '' }, newPkce()];
    let granted: Granted;
    let code: string;
    {
      const room = await later(0);
      const { token } = await room.signIn('admin@company.example');
      granted = await grantFor(at(room), token);
      client.id = granted.client.id;
      code = await codeFor(at(room), client, pkce, token);
      expect((await mcp(at(room), granted.access)).status).toBe(200);
      await room.stop();
    }
    {
      const room = await later(HOUR_MS + 1_000);
      const late = await exchange(room.url, client, code, pkce);
      expect(late).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      expect((await mcp(at(room), granted.access)).status).toBe(401);
      granted = tokensIn(await refresh(room.url, granted), granted.client);
      expect((await mcp(at(room), granted.access)).status).toBe(200);
      await room.stop();
    }
    {
      const room = await later(HOUR_MS + 29 * DAY_MS);
      granted = tokensIn(await refresh(room.url, granted), granted.client);
      await room.stop();
    }
    const room = await later(HOUR_MS + 60 * DAY_MS);
    expect(await refresh(room.url, granted)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const { token } = await room.signIn('admin@company.example');
    const { body } = await room.ask('GET', '/auth/api-keys', { key: token });
    expect(listOf(body.items)).toMatchObject([{ kind: 'oauth', status: 'expired' }]);
    await room.stop();
    await database.drop();
  });
});
