import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountPrincipal, Caps } from '../../src/kernel/principal.ts';
import { engines, freshDatabase } from '../harness/databases.ts';
import { openWorld, PRICE, type World } from './accounts-world.ts';

describe.each(engines)('keys on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  afterAll(() => world.stop());

  async function subKey(root: AccountPrincipal, caps: Caps = {}, expiresAt?: string) {
    const made = await world.accounts.createKey(root, { name: 'helper', caps, ...(expiresAt ? { expiresAt } : {}) });
    return { made, sub: await world.principalOf(made.apiKey) };
  }

  it('rotate: the new one works, the old one is dead on the next request, history and balance stay', async () => {
    const { account, principal } = await world.join();
    await world.pay(principal);
    const rotated = await world.accounts.rotateKey(principal, { revokeSubKeys: false });
    expect(rotated).toMatchObject({
      agentId: account.agentId,
      balanceMicros: 250_000 - PRICE,
      subKeys: [],
      revokedSubKeys: 0,
    });
    await expect(world.identify(account.apiKey)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('invalid'),
    });
    const next = await world.principalOf(rotated.apiKey);
    expect(next).toMatchObject({ lineage: principal.lineage, isRoot: true });
    expect((await world.accounts.listHistory(next, { limit: 20 })).entries).toHaveLength(2);
    await expect(world.accounts.rotateKey(principal, { revokeSubKeys: false })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('rotate once when asked twice at once', async () => {
    const { principal } = await world.join();
    const both = await Promise.allSettled(
      [1, 2].map(() => world.accounts.rotateKey(principal, { revokeSubKeys: false })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('rotate under load: no call opens with the old key once rotation has answered; calls under way finish', async () => {
    const { principal } = await world.join();
    await world.operator.grant({ agentId: principal.accountId, amountMicros: 100_000_000 });
    const running: string[] = [];
    let answered = false;
    let openedLate = 0;
    let refused = 0;
    const caller = async (): Promise<void> => {
      for (let i = 0; i < 200; i++) {
        const late = answered;
        const { callId, outcome } = await world.open(principal);
        if (outcome.state === 'opened') {
          running.push(callId);
          if (late) openedLate++;
        } else {
          expect(outcome).toMatchObject({ state: 'refused', refused: 'key' });
          refused++;
          if (refused > 200) return;
        }
      }
    };
    const callers = Array.from({ length: 32 }, caller);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const rotated = await world.accounts.rotateKey(principal, { revokeSubKeys: false });
    answered = true;
    await Promise.all(callers);
    expect(running.length).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
    expect(openedLate).toBe(0);
    const ends = await Promise.all(
      running.map((callId) => world.ledger.calls.close({ callId, mode: 'live', outcome: { state: 'settled' } })),
    );
    expect(ends.every(({ state }) => state === 'closed')).toBe(true);
    const next = await world.principalOf(rotated.apiKey);
    expect(await world.accounts.readSummary(next)).toMatchObject({
      callCount: running.length,
      totalSpentMicros: running.length * PRICE,
      keySpentMicros: running.length * PRICE,
      balanceMicros: 100_250_000 - running.length * PRICE,
    });
  });

  it('of others are made by the root key, shown once, listed without their secret', async () => {
    const { principal } = await world.join('test');
    const caps = { totalMicros: 50_000, perDayMicros: 20_000, perCallMicros: 5_000, tools: ['llm-fast'] };
    const { made, sub } = await subKey(principal, caps, '2099-01-01T01:00:00+01:00');
    expect(made).toMatchObject({
      name: 'helper',
      caps,
      spentMicros: 0,
      status: 'active',
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    expect(made.apiKey).toMatch(/^fbx_test_/);
    expect(sub).toMatchObject({ accountId: principal.accountId, isRoot: false, caps, mode: 'test' });
    const listed = await world.accounts.listKeys(principal);
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatchObject({ id: made.id, last4: made.apiKey.slice(-4) });
    expect(JSON.stringify(listed)).not.toContain(made.apiKey);
    const past = world.accounts.createKey(principal, { name: 'late', caps: {}, expiresAt: '2001-01-01T00:00:00Z' });
    await expect(past).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      facts: { details: { issues: [{ path: 'expiresAt' }] } },
    });
  });

  it('stay within their caps, which a refund frees and rotation keeps', async () => {
    const { principal } = await world.join();
    const { sub } = await subKey(principal, { totalMicros: 3 * PRICE, perCallMicros: 2_500, tools: ['llm-fast'] });
    expect((await world.open(sub, 'translate')).outcome).toMatchObject({ refused: 'cap', cap: 'tools' });
    expect((await world.open(sub, 'llm-fast', 2_501)).outcome).toMatchObject({ refused: 'cap', cap: 'perCall' });
    await world.pay(sub);
    await world.pay(sub, 'llm-fast', PRICE, 'refunded');
    const rotated = await world.accounts.rotateKey(sub, { revokeSubKeys: false });
    expect(rotated.subKeys).toBeNull();
    const next = await world.principalOf(rotated.apiKey);
    expect(next).toMatchObject({ caps: sub.caps, lineage: sub.lineage, isRoot: false });
    const opened = await Promise.all(Array.from({ length: 10 }, () => world.open(next)));
    expect(opened.filter(({ outcome }) => outcome.state === 'opened')).toHaveLength(2);
    expect(opened.find(({ outcome }) => outcome.state !== 'opened')?.outcome).toMatchObject({
      refused: 'cap',
      cap: 'total',
    });
    const listed = await world.accounts.listKeys(principal);
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatchObject({ id: sub.lineage, spentMicros: 3 * PRICE, status: 'active' });
  });

  it('stay within a day’s cap', async () => {
    const { principal } = await world.join();
    const { sub } = await subKey(principal, { perDayMicros: PRICE });
    await world.pay(sub);
    expect((await world.open(sub)).outcome).toMatchObject({ refused: 'cap', cap: 'perDay' });
    expect(await world.accounts.readSummary(sub)).toMatchObject({
      keySpentTodayMicros: PRICE,
      caps: { perDayMicros: PRICE },
    });
  });

  it('are ended one by one, at once, and for no other account', async () => {
    const { principal } = await world.join();
    const { principal: outsider } = await world.join();
    const { made, sub } = await subKey(principal);
    await expect(world.accounts.revokeKey(outsider, made.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.accounts.revokeKey(principal, principal.lineage)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { revokedAt } = await world.accounts.revokeKey(principal, made.id);
    expect(revokedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    await expect(world.identify(made.apiKey)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await world.open(sub)).outcome).toMatchObject({ refused: 'key' });
    await expect(world.accounts.revokeKey(principal, made.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await world.accounts.listKeys(principal))[0]).toMatchObject({ status: 'revoked', revokedAt });
  });

  it('survive the rotation of the root key, which lists them, or end with it when asked', async () => {
    const { principal } = await world.join();
    const first = await subKey(principal);
    const second = await subKey(principal);
    await world.accounts.revokeKey(principal, second.made.id);
    const rotated = await world.accounts.rotateKey(principal, { revokeSubKeys: false });
    expect(rotated.subKeys?.map(({ id }) => id)).toEqual([first.made.id]);
    expect((await world.open(first.sub)).outcome.state).toBe('opened');
    await expect(world.accounts.rotateKey(first.sub, { revokeSubKeys: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const root = await world.principalOf(rotated.apiKey);
    const again = await world.accounts.rotateKey(root, { revokeSubKeys: true });
    expect(again).toMatchObject({ subKeys: [], revokedSubKeys: 1 });
    expect((await world.open(first.sub)).outcome).toMatchObject({ refused: 'key' });
  });

  it('expire by the database’s clock', async () => {
    const { principal } = await world.join();
    const soon = (await world.ledger.database.now()) + 700;
    const { made, sub } = await subKey(principal, {}, new Date(soon).toISOString());
    expect((await world.open(sub)).outcome.state).toBe('opened');
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect((await world.open(sub)).outcome).toMatchObject({ refused: 'key' });
    await expect(world.identify(made.apiKey)).rejects.toMatchObject({ message: expect.stringContaining('expired') });
    expect((await world.accounts.listKeys(principal))[0]).toMatchObject({ status: 'expired' });
  });

  it('are at most a hundred live ones', async () => {
    const { principal } = await world.join();
    const make = (count: number) =>
      Promise.allSettled(
        Array.from({ length: count }, () => world.accounts.createKey(principal, { name: '', caps: {} })),
      );
    // A hundred at once wait for the few connections of a pool, on a busy machine longer than a write may.
    for (let i = 0; i < 24; i++) await make(4);
    const made = await make(5);
    const refused = made.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({ code: 'CONFLICT' });
    expect(await world.accounts.listKeys(principal)).toHaveLength(100);
  });
});

it('a key that ends at one instance is refused by another on its next request', async (test) => {
  const database = await freshDatabase('postgres');
  try {
    if (!database.shared) return test.skip('needs a PostgreSQL server that several instances can share');
    const here = await openWorld('postgres', { database });
    const there = await openWorld('postgres', { database });
    try {
      const { account, principal } = await here.join();
      const made = await here.accounts.createKey(principal, { name: 'helper', caps: {} });
      const sub = await there.principalOf(made.apiKey);
      const root = await there.principalOf(account.apiKey);
      await there.pay(sub);
      await here.accounts.revokeKey(principal, made.id);
      await expect(there.identify(made.apiKey)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      expect((await there.open(sub)).outcome).toMatchObject({ refused: 'key' });
      await here.accounts.rotateKey(principal, { revokeSubKeys: false });
      await expect(there.identify(account.apiKey)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      expect((await there.open(root)).outcome).toMatchObject({ refused: 'key' });
    } finally {
      await here.stop();
      await there.stop();
    }
  } finally {
    await database.drop();
  }
});
