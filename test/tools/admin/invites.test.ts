/** Invites, new operators and unlocking, by HTTP and by command, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import { type OperatorWorld, openOperatorWorld } from './world.ts';

const asAdmin = { actor: 'ADMIN_TOKEN', ipPrefix: '127.0.0.0/24' };
const asCommand = { actor: 'command line', ipPrefix: null };

describe.each(dailyEngines(import.meta.url))('the operator on %s', (engine) => {
  let world: OperatorWorld;
  beforeAll(async () => {
    world = await openOperatorWorld(engine, { BASE_URL: 'https://farebox.example' });
  });
  afterAll(() => world.close());

  it('makes invites of 128 random bits and more, which are stored as a hash alone', async () => {
    const made = await world.admin('POST', '/admin/invites', { body: {} });
    expect(made).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    const { code, url, expiresAt, ...rest } = made.body;
    expect(rest).toEqual({ uses: 1, grantUsd: 0 });
    expect(code).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(url).toBe(`https://farebox.example/claw?code=${code}`);
    const days = (Date.parse(String(expiresAt)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThanOrEqual(14.01);
    const rows = await world.inspector.invites();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(await world.inspector.audits(String(rows[0]?.id))).toEqual([
      { ...asAdmin, action: 'invite.create', details: { uses: 1, days: 14, grantMicros: 0 } },
    ]);
  });

  it('makes invites within bounds', async () => {
    const make = (body: object) => world.admin('POST', '/admin/invites', { body });
    expect(await make({ uses: 10_000, days: 365, grantUsd: 1_000_000 })).toMatchObject({
      status: 200,
      body: { uses: 10_000, grantUsd: 1_000_000 },
    });
    const wrong = [{ uses: 0 }, { uses: 10_001 }, { uses: 1.5 }, { days: 0 }, { days: 366 }, { grantUsd: -1 }];
    for (const body of [...wrong, { grantUsd: 1_000_000.1 }, { grantUsd: 0.0000001 }, { uses: 'many' }]) {
      expect.soft((await make(body)).status, JSON.stringify(body)).toBe(422);
    }
  });

  it('makes invites from the command line', async () => {
    const { code, output } = await world.command('invite', '3', '30', '2.50');
    expect(code).toBe(0);
    expect(output).toMatch(/^Invite for 3, valid until .+, with 2\.5 USD each\./);
    expect(output).toMatch(/https:\/\/farebox\.example\/claw\?code=\w{22}\n/);
    expect(await world.command('invite', 'many')).toMatchObject({
      code: 1,
      output: expect.stringContaining('operator invite takes uses'),
    });
    const newest = (await world.inspector.invites()).at(-1);
    expect(newest).toMatchObject({ uses: 3, used: 0, grant_amount: 2_500_000, created_by: 'command line' });
    expect(await world.inspector.audits(String(newest?.id))).toMatchObject([
      { ...asCommand, action: 'invite.create', details: { uses: 3, days: 30, grantMicros: 2_500_000 } },
    ]);
  });

  it('makes operators, once', async () => {
    const promote = (email: string) => world.admin('POST', '/admin/operators', { body: { email } });
    const email = `Ada.${engine}@Example.com`;
    expect((await promote(email)).body).toEqual({ email, operator: true, changed: true });
    expect((await promote(email.toUpperCase())).body).toEqual({ email, operator: true, changed: false });
    expect((await promote('not an address')).status).toBe(422);
    expect(await world.inspector.audits(`ada.${engine}@example.com`)).toEqual([
      { ...asAdmin, action: 'operator.promote', details: {} },
    ]);
    const other = await world.command('promote', `bob.${engine}@example.com`);
    expect(other).toMatchObject({ code: 0, output: `bob.${engine}@example.com is now an operator.\n` });
    expect(await world.inspector.audits(`bob.${engine}@example.com`)).toMatchObject([asCommand]);
    expect(await world.command('promote', 'nobody')).toMatchObject({ code: 1 });
  });

  it('unlocks an address from the command line', async () => {
    const guess = () => world.server.request('GET', '/admin/accounts', { key: 'a-guess-of-somebody-who-is-none' });
    for (let i = 0; i < 3; i++) await guess();
    expect(await world.admin('GET', '/admin/accounts')).toMatchObject({ status: 403, body: { code: 'admin_locked' } });
    expect(await world.command('unlock', '127.0.0.1')).toEqual({ code: 0, output: '127.0.0.1 is unlocked.\n' });
    expect((await world.admin('GET', '/admin/accounts')).status).toBe(200);
    expect(await world.inspector.audits('127.0.0.1')).toMatchObject([{ ...asCommand, action: 'operator.unlock' }]);
    expect(await world.command('unlock', 'nowhere')).toMatchObject({ code: 1 });
  });

  it('does all of it while no server runs', async () => {
    const { agentId } = await world.server.account('live');
    await world.server.stop();
    expect((await world.command('grant', agentId, '1')).output).toContain('Balance: 1.25 USD.');
    expect((await world.command('accounts', agentId)).output).toMatch(new RegExp(`${agentId} +live +active +1\\.25`));
    expect((await world.command('invite')).output).toMatch(/claw\?code=\w{22}\n/);
    expect((await world.command('promote', `late.${engine}@example.com`)).output).toContain('is now an operator.');
    expect((await world.command('unlock', '192.0.2.7')).output).toContain("192.0.2.7 wasn't locked");
    expect(await world.inspector.audits(agentId)).toMatchObject([{ ...asCommand, action: 'account.grant' }]);
  });
});
