import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskAddress } from '../../../src/ledger/accounts/accounts.ts';
import { engines } from '../../harness/databases.ts';
import { ADMIN_TOKEN, openWorld, PRICE, visitorFrom, type World } from '../accounts-world.ts';

describe.each(engines)('accounts on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  afterAll(() => world.stop());

  it('start with a key of the right form and 0.25 USD in both modes', async () => {
    for (const mode of ['live', 'test'] as const) {
      const { account, principal } = await world.join(mode);
      expect(account).toMatchObject({ mode, balanceMicros: 250_000 });
      expect(account.apiKey).toMatch(new RegExp(`^fbx_${mode}_[0-9A-Za-z]{43}$`));
      expect(account.agentId).toMatch(/^agt_[0-9A-Za-z]{22}$/);
      expect(principal).toMatchObject({ accountId: account.agentId, mode, isRoot: true, status: 'active', caps: {} });
      const { entries } = await world.accounts.listHistory(principal, { limit: 20 });
      expect(entries).toHaveLength(1);
      expect(entries[0]).toMatchObject({ type: 'deposit', source: 'welcome', amountMicros: 250_000 });
    }
  });

  it('keep no key, only its hash and last four characters', async () => {
    const { account } = await world.join();
    const rows = await world.ledger.database.db
      .selectFrom('api_keys')
      .selectAll()
      .where('account_id', '=', account.agentId)
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(account.apiKey.slice(9));
    expect(rows[0]?.last4).toBe(account.apiKey.slice(-4));
  });

  it('count calls and spending', async () => {
    const { account, principal } = await world.join();
    await world.pay(principal);
    await world.pay(principal);
    await world.pay(principal, 'translate', 3_000, 'refunded');
    expect(await world.accounts.readSummary(principal)).toEqual({
      agentId: account.agentId,
      status: 'active',
      balanceMicros: 250_000 - 2 * PRICE,
      callCount: 2,
      totalSpentMicros: 2 * PRICE,
      caps: {},
      keySpentMicros: 2 * PRICE,
      keySpentTodayMicros: 2 * PRICE,
    });
  });

  it('are identified by a key that lives, and by no other', async () => {
    const { account } = await world.join();
    expect(await world.identify(undefined)).toEqual({ kind: 'anonymous', mode: 'live', ip: '192.0.2.1' });
    expect(await world.identify(account.apiKey, '198.51.100.7')).toMatchObject({ kind: 'account', ip: '198.51.100.7' });
    expect(await world.identify(ADMIN_TOKEN)).toMatchObject({ kind: 'operator' });
    const guesses = ['x', `${ADMIN_TOKEN}x`, account.apiKey.slice(0, -1), `fbx_live_${'a'.repeat(43)}`, '\u0000'];
    for (const guess of guesses) {
      await expect(world.identify(guess)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: expect.stringContaining('invalid'),
      });
    }
  });

  it('are suspended and activated by the operator, who leaves a trace', async () => {
    const { account, principal } = await world.join();
    expect(await world.operator.suspend(account.agentId, 'abuse')).toEqual({ changed: true });
    expect(await world.operator.suspend(account.agentId)).toEqual({ changed: false });
    expect(await world.identify(account.apiKey)).toMatchObject({ status: 'suspended' });
    expect((await world.open(principal)).outcome).toMatchObject({ state: 'refused', refused: 'status' });
    expect(await world.operator.activate(account.agentId)).toEqual({ changed: true });
    expect((await world.open(principal)).outcome).toMatchObject({ state: 'opened' });
    const trail = await world.ledger.database.db
      .selectFrom('audit')
      .select(['actor', 'action'])
      .where('subject', '=', account.agentId)
      .orderBy('id')
      .execute();
    expect(trail).toEqual([
      { actor: 'command line', action: 'account.suspend' },
      { actor: 'command line', action: 'account.activate' },
    ]);
    await expect(world.operator.suspend('agt_nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('get a grant exactly once for each id', async () => {
    const { account, principal } = await world.join();
    const grant = {
      agentId: account.agentId,
      amountMicros: 5_000_000,
      reason: 'beta tester',
      grantId: `g ${account.agentId}`,
    };
    const all = await Promise.all([1, 2, 3].map(() => world.operator.grant(grant)));
    expect(all.filter(({ output }) => output.credited)).toHaveLength(1);
    await expect(world.operator.grant({ ...grant, amountMicros: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const amountMicros of [0, -1, 0.5, 1_000_000_000_001, Number.NaN]) {
      await expect(async () => world.operator.grant({ ...grant, amountMicros })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    }
    const { entries } = await world.accounts.listHistory(principal, { limit: 1 });
    expect(entries[0]).toMatchObject({
      type: 'deposit',
      source: 'grant',
      reason: 'beta tester',
      balanceAfterMicros: 5_250_000,
    });
    const audits = await world.ledger.database.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', account.agentId)
      .execute();
    expect(audits).toEqual([{ action: 'account.grant' }]);
  });

  it('get a new root key from the operator, which ends the lost one', async () => {
    const { account, principal } = await world.join();
    await world.pay(principal);
    const { apiKey, balanceMicros } = await world.operator.rekey(account.agentId);
    expect(balanceMicros).toBe(250_000 - PRICE);
    await expect(world.identify(account.apiKey)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await world.principalOf(apiKey)).toMatchObject({ isRoot: true, lineage: principal.lineage });
    await expect(world.operator.rekey('agt_nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are found by id, by part of the name, and page by page', async () => {
    const name = `Find me 100%_${engine}`;
    const ids: string[] = [];
    for (let i = 0; i < 5; i++)
      ids.push((await world.accounts.create({ name: `${name} ${i}` }, visitorFrom('192.0.2.1'))).agentId);
    const first = await world.operator.listAccounts({ q: 'me 100%_', limit: 3 });
    const second = await world.operator.listAccounts({ q: 'me 100%_', limit: 3, cursor: first.nextCursor ?? '' });
    expect(second.nextCursor).toBeNull();
    const found = [...first.accounts, ...second.accounts].map(({ agentId }) => agentId);
    expect([...found].sort()).toEqual([...ids].sort());
    expect((await world.operator.listAccounts({ q: 'me 100x_' })).accounts).toEqual([]);
    expect((await world.operator.listAccounts({ q: ids[2] ?? '' })).accounts).toHaveLength(1);
    await expect(world.operator.listAccounts({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe.each(engines)('account creation on %s', (engine) => {
  it('welcomes live accounts within the day’s budget, also when many come at once, and test accounts always', async () => {
    const world = await openWorld(engine, { welcomeMicrosPerDay: 1_000_000 });
    try {
      const made = await Promise.all(
        Array.from({ length: 10 }, () =>
          world.accounts.create({ name: 'One of many', mode: 'live' }, visitorFrom('192.0.2.1')),
        ),
      );
      expect(made.filter(({ balanceMicros }) => balanceMicros === 250_000)).toHaveLength(4);
      expect(made.filter(({ balanceMicros }) => balanceMicros === 0)).toHaveLength(6);
      const test = await world.accounts.create({ name: 'Player', mode: 'test' }, visitorFrom('192.0.2.1'));
      expect(test.balanceMicros).toBe(250_000);
    } finally {
      await world.stop();
    }
  });

  it('is limited by network, and says when to come back', async () => {
    const world = await openWorld(engine, { createPerHour: { live: 1, test: 3, 'sign-up': 1 }, accountMode: 'test' });
    try {
      const from = (ip: string) => world.accounts.create({ name: 'Visitor' }, visitorFrom(ip));
      for (const ip of ['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.3']) expect((await from(ip)).mode).toBe('test');
      const refused = await from('192.0.2.200').catch((thrown: unknown) => thrown);
      expect(refused).toMatchObject({
        code: 'RATE_LIMITED',
        facts: { retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 3_500) },
      });
      expect((await from('192.0.3.1')).mode).toBe('test');
      expect((await world.accounts.create({ name: 'Payer', mode: 'live' }, visitorFrom('192.0.2.1'))).mode).toBe(
        'live',
      );
    } finally {
      await world.stop();
    }
  });
});

it('counts an address for its /24, or its /56', () => {
  expect(maskAddress('203.0.113.77')).toBe('203.0.113.0/24');
  expect(maskAddress('::ffff:203.0.113.77')).toBe('203.0.113.0/24');
  expect(maskAddress('2001:db8:1:2ff::1')).toBe(maskAddress('2001:db8:1:200:ffff::2'));
  expect(maskAddress('2001:db8:1:2ff::1')).not.toBe(maskAddress('2001:db8:1:300::1'));
  expect(maskAddress('unknown')).toBe('unknown');
});
