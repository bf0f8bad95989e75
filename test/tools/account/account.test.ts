import { compactVerify, createLocalJWKSet } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../harness/databases.ts';
import { nobody, openToolWorld, type ToolWorld } from './world.ts';

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe.each(engines)('account tools on %s', (engine) => {
  let world: ToolWorld;
  beforeAll(async () => {
    world = await openToolWorld(engine);
  });
  afterAll(() => world.stop());

  it('create: the documented shape, the name trimmed, one key', async () => {
    const body = await world.call('account-create', { name: '  Ada 🦊  ', mode: 'test' }, nobody);
    expect(body).toEqual({
      success: true,
      apiKey: expect.stringMatching(/^fbx_test_[0-9A-Za-z]{43}$/),
      agentId: expect.stringMatching(/^agt_[0-9A-Za-z]{22}$/),
      balance: 0.25,
      mode: 'test',
      message: expect.stringContaining('0.25 USD'),
    });
    const principal = await world.principalOf(String(body.apiKey));
    const { report } = await world.call('account-report', {}, principal);
    expect(report).toMatchObject({ agentName: 'Ada 🦊' });
    expect(await world.call('account-create', { name: '🦊'.repeat(100) }, nobody)).toMatchObject({ mode: 'live' });
  });

  it('create: refuses names that are none, and unknown modes', async () => {
    const names = ['', '   ', '🦊'.repeat(101), 'a'.repeat(100_000), 7, null, undefined];
    for (const name of names) {
      const refused = world.call('account-create', { name }, nobody);
      await expect(refused).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        facts: { details: { issues: [{ path: 'name' }] } },
      });
    }
    const refused = world.call('account-create', { name: 'Ada', mode: 'free' }, nobody);
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('create: says so when the day’s welcome budget is used up', async () => {
    const poor = await openToolWorld(engine, { welcomeMicrosPerDay: 0 });
    try {
      const body = await poor.call('account-create', { name: 'Late' }, nobody);
      expect(body).toMatchObject({ balance: 0, mode: 'live', message: expect.stringContaining('used up') });
    } finally {
      await poor.stop();
    }
  });

  it('balance: both forms, with the calls that are left', async () => {
    const { account, principal } = await world.join();
    await world.pay(principal);
    const short = await world.call('account-summary', {}, principal);
    expect(short).toEqual({
      success: true,
      agentId: account.agentId,
      status: 'active',
      balance: 0.248,
      callCount: 1,
      totalSpent: 0.002,
    });
    const { availableCalls, ...rest } = await world.call('account-balance', {}, principal);
    expect(rest).toEqual(short);
    const expected = world.registry.tools
      .filter(({ toolset }) => toolset.layer !== null)
      .map(({ name, priceMicros }) => [name, priceMicros === 0 ? 'unlimited' : Math.floor(248_000 / priceMicros)]);
    // Its only source is not set up here.
    expect(availableCalls).toEqual({ ...Object.fromEntries(expected), 'geocode-premium': 0 });
    expect(availableCalls).toMatchObject({ 'llm-fast': 124, weather: 'unlimited' });
  });

  it('balance: of a sub-key shows its caps and counts by them', async () => {
    const { principal } = await world.join();
    const caps = { total: 0.01, perCall: 0.003, tools: ['llm-fast', 'weather', 'smart-translate'] };
    const made = await world.call('account-create-key', { name: 'helper', caps }, principal);
    const sub = await world.principalOf(String(made.apiKey));
    await world.pay(sub);
    const body = await world.call('account-balance', {}, sub);
    expect(body).toMatchObject({ balance: 0.248, callCount: 1, totalSpent: 0.002, caps });
    expect(body.availableCalls).toMatchObject({
      'llm-fast': 4,
      weather: 'unlimited',
      'smart-translate': 0,
      'search-ai': 0,
      geocode: 0,
    });
  });

  it('history: entries as documented, paged', async () => {
    const { principal } = await world.join();
    const settled = await world.pay(principal, 'translate', 3_000);
    const refunded = await world.pay(principal, 'llm-fast', 2_000, 'refunded');
    const first = await world.call('account-history', { limit: 2 }, principal);
    expect(first).toEqual({
      success: true,
      transactions: [
        {
          id: expect.any(String),
          type: 'refund',
          amount: 0.002,
          balanceAfter: 0.247,
          tool: 'llm-fast',
          callId: refunded,
          reason: 'upstream_failed',
          at: iso,
        },
        {
          id: expect.any(String),
          type: 'charge',
          amount: -0.002,
          balanceAfter: 0.245,
          tool: 'llm-fast',
          callId: refunded,
          at: iso,
        },
      ],
      nextCursor: expect.any(String),
    });
    const second = await world.call('account-history', { limit: 2, cursor: first.nextCursor }, principal);
    expect(second).toEqual({
      success: true,
      transactions: [
        {
          id: expect.any(String),
          type: 'charge',
          amount: -0.003,
          balanceAfter: 0.247,
          tool: 'translate',
          callId: settled,
          at: iso,
        },
        { id: expect.any(String), type: 'deposit', amount: 0.25, balanceAfter: 0.25, source: 'welcome', at: iso },
      ],
      nextCursor: null,
    });
    for (const limit of [0, 201, 1.5, 'x']) {
      await expect(world.call('account-history', { limit }, principal)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    }
    expect((await world.call('account-history', { limit: 200 }, principal)).transactions).toHaveLength(4);
    expect((await world.call('account-history', {}, principal)).nextCursor).toBeNull();
  });

  it('rotate-key: the new key once, the old one dead, the sub-keys listed', async () => {
    const { account, principal } = await world.join();
    const made = await world.call('account-create-key', { name: 'helper' }, principal);
    const body = await world.call('account-rotate-key', {}, principal);
    expect(body).toEqual({
      success: true,
      newApiKey: expect.stringMatching(/^fbx_live_[0-9A-Za-z]{43}$/),
      agentId: account.agentId,
      balance: 0.25,
      important: expect.stringMatching(/old key has stopped working.*30 days/),
      subKeys: [expect.objectContaining({ id: made.id, name: 'helper', status: 'active' })],
    });
    await expect(world.identify(account.apiKey)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const next = await world.principalOf(String(body.newApiKey));
    const last = await world.call('account-rotate-key', { revokeSubKeys: true }, next);
    expect(last).toMatchObject({ subKeys: [], important: expect.stringContaining('Sub-keys revoked with it: 1.') });
    await expect(world.identify(String(made.apiKey))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('report: the documented shape', async () => {
    const { principal } = await world.join();
    await world.pay(principal);
    const body = await world.call('account-report', {}, principal);
    const today = new Date(await world.ledger.database.now()).toISOString().slice(0, 10);
    const report = {
      agentName: 'Ada’s agent',
      totalSpent: 0.002,
      totalTransactions: 1,
      topServices: [{ name: 'llm-fast', count: 1, spent: 0.002 }],
      dailyBreakdown: expect.any(Array),
      wtTokensEarned: 0,
      currentBalance: 0.248,
      accountAge: iso,
    };
    expect(body).toEqual({ success: true, report });
    expect(body).toMatchObject({
      report: { dailyBreakdown: { length: 7, 6: { date: today, spent: 0.002, transactions: 1 } } },
    });
  });

  it('sub-keys: made, listed and deleted by the root key alone', async () => {
    const { principal } = await world.join();
    const wanted = {
      name: 'helper',
      caps: { total: 1.5, perDay: 0.1, perCall: 0.01, tools: ['llm-fast'] },
      expiresAt: '2099-01-01T00:00:00Z',
    };
    const made = await world.call('account-create-key', wanted, principal);
    const never = { last_used_at: null, lastUsedAt: null, revoked_at: null, revokedAt: null };
    const shown = {
      id: made.keyId,
      key_id: null,
      keyId: expect.stringMatching(/^key_/),
      kind: 'key',
      mode: 'live',
      prefix: 'fbx_live_',
      role: null,
      created_by: null,
      name: 'helper',
      last4: String(made.apiKey).slice(-4),
      caps: wanted.caps,
      spent: 0,
      status: 'active',
      created_at: expect.any(String),
      createdAt: iso,
      expires_at: '2099-01-01T00:00:00+00:00',
      expiresAt: '2099-01-01T00:00:00.000Z',
      ...never,
    };
    const secret = expect.stringMatching(/^fbx_live_/);
    expect(made).toEqual({ success: true, ...shown, apiKey: secret, key: made.apiKey });
    expect(await world.call('account-list-keys', {}, principal)).toEqual({ success: true, keys: [shown] });
    const sub = await world.principalOf(String(made.apiKey));
    for (const [tool, input] of [
      ['account-create-key', { name: 'more' }],
      ['account-list-keys', {}],
      ['account-delete-key', { id: made.id }],
    ] as const) {
      await expect(world.call(tool, input, sub)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(world.call(tool, input, nobody)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    const gone = await world.call('account-delete-key', { id: made.id }, principal);
    expect(gone).toMatchObject({ success: true, ok: true, id: made.id, revokedAt: iso });
    await expect(world.call('account-delete-key', { id: made.id }, principal)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('sub-keys: refuse caps that mean nothing', async () => {
    const { principal } = await world.join();
    const wrong = [
      [{ total: -1 }, 'caps.total'],
      [{ perDay: 1_000_001 }, 'caps.perDay'],
      [{ perCall: 'x' }, 'caps.perCall'],
      [{ tools: ['llm-fsat'] }, 'caps.tools.0'],
      [{ perday: 0.5 }, 'caps'],
      [{ total: true }, 'caps.total'],
    ] as const;
    for (const [caps, path] of wrong) {
      const refused = world.call('account-create-key', { name: 'helper', caps }, principal);
      await expect(refused).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        facts: { details: { issues: [{ path }] } },
      });
    }
    for (const expiresAt of ['2001-01-01T00:00:00Z', 'tomorrow']) {
      const refused = world.call('account-create-key', { name: 'helper', expiresAt }, principal);
      await expect(refused).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        facts: { details: { issues: [{ path: 'expiresAt' }] } },
      });
    }
  });

  it('receipt: signed, checked against the published keys; foreign and unknown ones are alike', async () => {
    const { account, principal } = await world.join();
    const { principal: outsider } = await world.join();
    const callId = await world.pay(principal);
    const body = await world.call('account-receipt', { callId }, principal);
    const receipt = {
      callId,
      agentId: account.agentId,
      tool: 'llm-fast',
      mode: 'live',
      state: 'settled',
      amount: 0.002,
      at: iso,
    };
    expect(body).toEqual({ success: true, receipt, jws: expect.any(String) });
    const jwks = await world.call('jwks', {}, nobody);
    expect(Object.keys(jwks)).toEqual(['keys']);
    const keys = await world.accounts.listPublicReceiptKeys();
    expect(jwks.keys).toEqual(keys);
    const { payload } = await compactVerify(
      String(body.jws),
      createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) }),
    );
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(body.receipt);
    const refusals = await Promise.all(
      [
        world.call('account-receipt', { callId }, outsider),
        world.call('account-receipt', { callId: 'call_0' }, principal),
      ].map((asked) => asked.then(JSON.stringify, (thrown: unknown) => JSON.stringify(thrown) + String(thrown))),
    );
    expect(refusals[0]).toContain('NOT_FOUND');
    expect(refusals[0]).toBe(refusals[1]);
  });

  it('all but what is public need a key; a suspended account gets its balance, history and receipts alone', async () => {
    const { account, principal } = await world.join();
    await world.operator.suspend(account.agentId);
    const suspended = await world.principalOf(account.apiKey);
    const own = ['account-balance', 'account-summary', 'account-history', 'account-receipt'];
    for (const { name, definition } of world.registry.tools.filter(({ toolsetName }) => toolsetName === 'account')) {
      const [input = {}] = definition.examples;
      if (definition.access === 'public') continue;
      await expect(world.call(name, { ...input }, nobody)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      if (own.includes(name)) continue;
      await expect(world.call(name, { ...input }, suspended)).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
    }
    for (const name of ['account-balance', 'account-summary'])
      expect(await world.call(name, {}, suspended)).toMatchObject({ status: 'suspended', balance: 0.25 });
    expect(await world.call('account-history', {}, suspended)).toMatchObject({ transactions: [{ type: 'deposit' }] });
    const nothing = world.call('account-receipt', { callId: 'call_none' }, suspended);
    await expect(nothing).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // A request that had been let in just before is stopped inside its transaction.
    await expect(world.call('account-rotate-key', {}, principal)).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
    await expect(world.call('account-create-key', { name: 'x' }, principal)).rejects.toMatchObject({
      code: 'ACCOUNT_SUSPENDED',
    });
  });
});
