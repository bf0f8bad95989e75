/** Operators who are people: a session opens what ADMIN_TOKEN opens, and the audit says whose it was. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type Inspector, openInspector } from '../../harness/inspect.ts';
import { memberOf, type Newsroom, openNewsroom } from '../auth/newsroom.ts';
import { ADMIN_TOKEN } from './world.ts';

describe.each(engines)('a session of an operator on %s', (engine) => {
  let database: FreshDatabase;
  let room: Newsroom;
  let inspector: Inspector;
  beforeAll(async () => {
    database = await freshDatabase(engine);
    const env = { ADMIN_TOKEN, ADMIN_EMAILS: 'boss@farebox.example', ADMIN_RATE_LIMIT_PER_MINUTE: '1000000' };
    room = await openNewsroom(engine, { database, env });
    inspector = await openInspector(database);
  });
  afterAll(async () => {
    await inspector.close();
    await room.stop();
    await database.drop();
  });

  it('does what ADMIN_TOKEN does, in the user’s name', async () => {
    const boss = await room.signIn('boss@farebox.example');
    const agentId = String(memberOf(boss.body.company, 'account_id'));
    const granted = await room.ask('POST', `/admin/accounts/${agentId}/grant`, {
      key: boss.token,
      body: { amount: 2, reason: 'mine' },
    });
    expect(granted).toMatchObject({ status: 200, body: { balance: 2.25 } });
    expect(await inspector.audits(agentId)).toMatchObject([
      { actor: 'boss@farebox.example', ipPrefix: '127.0.0.0/24', action: 'account.grant' },
    ]);
  });

  it('has idempotency keys of its own', async () => {
    const boss = await room.signIn('boss@farebox.example');
    const agentId = String(memberOf(boss.body.company, 'account_id'));
    const grant = (key: string) =>
      room.ask('POST', `/admin/accounts/${agentId}/grant`, {
        key,
        body: { amount: 1, reason: '' },
        headers: { 'idempotency-key': `${engine}-both-use-this-one` },
      });
    const [mine, again, another] = [await grant(boss.token), await grant(boss.token), await grant(ADMIN_TOKEN)];
    expect(again.body).toEqual(mine.body);
    expect(memberOf(another.body, 'balance')).toBe(Number(memberOf(mine.body, 'balance')) + 1);
  });

  it('is had by whoever was made one, from the next request on, also before the first sign-in', async () => {
    const ada = await room.signIn('ada@studio.example', { company_name: 'Studio Ångström' });
    const look = (key: string) => room.ask('GET', '/admin/accounts', { key });
    expect(await look(ada.token)).toMatchObject({ status: 403, body: { code: 'operator_required' } });
    const promote = (email: string) => room.ask('POST', '/admin/operators', { key: ADMIN_TOKEN, body: { email } });
    expect((await promote('ADA@studio.example')).body).toMatchObject({ changed: true, operator: true });
    expect((await look(ada.token)).status).toBe(200);
    expect((await promote('new@studio2.example')).body).toMatchObject({ changed: true });
    const other = await room.signIn('new@studio2.example');
    expect(other.body).toMatchObject({ is_new_user: true, user: { operator: true } });
    expect((await look(other.token)).status).toBe(200);
  });

  it('finds accounts by the name of their company', async () => {
    const found = await room.ask('GET', `/admin/accounts?q=${encodeURIComponent('ångström')}`, { key: ADMIN_TOKEN });
    expect(found.body).toMatchObject({
      items: [{ name: 'Studio Ångström', companyId: expect.stringMatching(/^c_/), mode: 'live' }],
      has_more: false,
    });
  });

  it('of a suspended company may still not write for it, but its owner may sign in', async () => {
    const eve = await room.signIn('eve@press.example');
    const agentId = String(memberOf(eve.body.company, 'account_id'));
    await room.ask('POST', `/admin/accounts/${agentId}/suspend`, { key: ADMIN_TOKEN, body: {} });
    expect((await room.ask('GET', '/auth/me', { key: eve.token })).status).toBe(200);
    const rekeyed = await room.ask('POST', `/admin/accounts/${agentId}/rekey`, { key: ADMIN_TOKEN });
    const key = String(rekeyed.body.apiKey);
    expect((await room.ask('GET', '/api/account/balance', { key })).body).toMatchObject({ status: 'suspended' });
    expect((await room.ask('POST', '/api/proxy/geocode', { key, body: { q: 'Oslo' } })).status).toBe(403);
    await room.ask('POST', `/admin/accounts/${agentId}/activate`, { key: ADMIN_TOKEN });
    expect((await room.ask('GET', '/api/account/balance', { key })).status).toBe(200);
    const keys = await room.ask('GET', '/auth/api-keys', { key: eve.token });
    expect(keys.body.items).toMatchObject([{ kind: 'root', status: 'active', last4: key.slice(-4) }]);
  });
});
