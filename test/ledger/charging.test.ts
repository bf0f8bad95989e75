import { describe, expect, it } from 'vitest';
import { sumOf } from '../../src/database/dialect.ts';
import { setStatus } from '../../src/ledger/accounts/accounts-writes.ts';
import * as deposits from '../../src/ledger/accounts/deposits-writes.ts';
import { revokeKey } from '../../src/ledger/keys/keys-writes.ts';
import { createTimeOrderedId } from '../../src/lib/ids.ts';
import {
  account,
  balanceOf,
  countOf,
  deposit,
  engines,
  freshBooks,
  open,
  PRICE,
  refund,
  settle,
  subKey,
} from './books.ts';

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe.each(engines)('charging on %s', (engine) => {
  it('lets exactly 100 of 200 callers at once spend a balance for 100', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const principal = await account(ledger, 100 * PRICE);
    const outcomes = await Promise.all(times(200, () => open(ledger, principal)));
    expect(countOf(outcomes, 'opened')).toBe(100);
    expect(countOf(outcomes, 'refused')).toBe(100);
    expect(await balanceOf(ledger, principal)).toBe(0);
    const closed = await Promise.all(outcomes.filter((o) => o.state === 'opened').map((o) => settle(ledger, o.id)));
    expect(countOf(closed, 'closed')).toBe(100);
    expect(await balanceOf(ledger, principal)).toBe(0);
    expect(await books.verify()).toEqual({ ok: true, lines: [expect.stringContaining('100 calls (0 open)')] });
  });

  it('keeps a key under its caps, whatever the balance', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const root = await account(ledger, 1_000 * PRICE);
    const total = await subKey(ledger, root, { totalMicros: 10 * PRICE });
    const outcomes = await Promise.all(times(40, () => open(ledger, total)));
    expect(countOf(outcomes, 'opened')).toBe(10);
    expect(outcomes.find((o) => o.state === 'refused')).toMatchObject({ refused: 'cap', cap: 'total' });
    const first = outcomes.find((o) => o.state === 'opened');
    await refund(ledger, first?.id ?? '');
    expect(await open(ledger, total)).toMatchObject({ state: 'opened' });
    expect(await open(ledger, total)).toMatchObject({ refused: 'cap', cap: 'total' });

    const perCall = await subKey(ledger, root, { perCallMicros: PRICE - 1 });
    expect(await open(ledger, perCall)).toMatchObject({ refused: 'cap', cap: 'perCall' });
    const tools = await subKey(ledger, root, { tools: ['search-ai'] });
    expect(await open(ledger, tools)).toMatchObject({ refused: 'cap', cap: 'tools' });
    expect(await open(ledger, tools, { tool: 'search-ai' })).toMatchObject({ state: 'opened' });
    expect(await balanceOf(ledger, root)).toBe((1_000 - 11) * PRICE);
  });

  it('counts a day cap by the UTC day, and a refund frees it only within the day of its charge', async () => {
    const books = await freshBooks(engine);
    const untilTomorrowMs = 86_400_000 - (Date.now() % 86_400_000) + 1_000;
    const today = await books.start();
    const root = await account(today, 100 * PRICE);
    const key = await subKey(today, root, { perDayMicros: 2 * PRICE });
    const first = await open(today, key);
    await refund(today, first.id);
    const [second, third] = [await open(today, key), await open(today, key)];
    expect([second.state, third.state]).toEqual(['opened', 'opened']);
    expect(await open(today, key)).toMatchObject({ refused: 'cap', cap: 'perDay' });
    await settle(today, second.id);
    await settle(today, third.id);
    await today.stop();

    const tomorrow = await books.start({ clockOffsetMs: untilTomorrowMs });
    const [fourth, fifth] = [await open(tomorrow, key), await open(tomorrow, key)];
    expect([fourth.state, fifth.state]).toEqual(['opened', 'opened']);
    await tomorrow.stop();

    // Refunded on the day after: what is spent of that later day stays as it was.
    const later = await books.start({ clockOffsetMs: untilTomorrowMs + 86_400_000 });
    expect(await open(later, key)).toMatchObject({ state: 'opened' });
    expect(await open(later, key)).toMatchObject({ state: 'opened' });
    expect(await open(later, key)).toMatchObject({ refused: 'cap', cap: 'perDay' });
    const days = later.database.db
      .selectFrom('usage_daily')
      .select(['day', sumOf('charges').as('charges'), sumOf('spent').as('spent')]);
    const usage = await days.groupBy('day').orderBy('day').execute();
    // The two calls of the middle day were open when their instance stopped: refunded, on the day of their charge.
    expect(usage.map(({ charges, spent }) => [charges, spent])).toEqual([
      [3, 2 * PRICE],
      [2, 0],
      [2, 2 * PRICE],
    ]);
    expect((await books.verify()).lines).toEqual([expect.stringContaining('Ledger OK')]);
  });

  it('counts the usage of a day once, whoever else has written its rows', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const root = await account(ledger, 20 * PRICE);
    for (const name of ['first', 'second', 'third']) {
      await settle(ledger, (await open(ledger, root)).id);
      await refund(ledger, (await open(ledger, root, { tool: `tool-${name}` })).id);
      // Each row is another version afterwards.
      await books.execute('UPDATE usage_daily SET charges = charges + 0');
    }
    const tools = ledger.database.db
      .selectFrom('usage_daily')
      .select(['tool', sumOf('charges').as('charges'), sumOf('spent').as('spent')]);
    expect(await tools.groupBy('tool').orderBy('tool').execute()).toEqual([
      { tool: 'llm-fast', charges: 3, spent: 3 * PRICE },
      { tool: 'tool-first', charges: 1, spent: 0 },
      { tool: 'tool-second', charges: 1, spent: 0 },
      { tool: 'tool-third', charges: 1, spent: 0 },
    ]);
    expect((await books.verify()).lines).toEqual([expect.stringContaining('Ledger OK')]);
  });

  it('tests revocation, expiry and status inside the debit', async () => {
    const ledger = await (await freshBooks(engine)).start();
    const root = await account(ledger, 10 * PRICE);
    const key = await subKey(ledger, root, {});
    const running = await open(ledger, key);
    await ledger.database.write(revokeKey, {
      accountId: root.accountId,
      actingKeyId: root.keyId,
      lineage: key.lineage,
    });
    expect(await open(ledger, key)).toMatchObject({ state: 'refused', refused: 'key' });
    expect(await settle(ledger, running.id)).toMatchObject({ state: 'closed' });
    await ledger.database.write(setStatus, {
      accountId: root.accountId,
      status: 'suspended',
      actor: 'operator',
      reason: '',
    });
    expect(await open(ledger, root)).toMatchObject({ state: 'refused', refused: 'status' });
    expect(await balanceOf(ledger, root)).toBe(9 * PRICE);
  });

  it('refuses a key with the account or the mode of another', async () => {
    const ledger = await (await freshBooks(engine)).start();
    const one = await account(ledger, 10 * PRICE);
    const other = await account(ledger, 10 * PRICE, 'test');
    expect(await open(ledger, { ...one, keyId: other.keyId })).toMatchObject({ refused: 'key' });
    expect(await open(ledger, { ...other, mode: 'live' })).toMatchObject({ refused: 'key' });
    expect(await open(ledger, { ...one, accountId: 'agt_nobody' })).toMatchObject({ refused: 'key' });
    expect(await open(ledger, other)).toMatchObject({ state: 'opened' });
  });

  it('stops an account on one tool after 30 of its refunds within an hour', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start({ limits: { refundsPerHour: 30 } });
    const principal = await account(ledger, 1_000 * PRICE);
    for (let i = 0; i < 30; i++) await refund(ledger, (await open(ledger, principal)).id);
    const refused = await open(ledger, principal);
    expect(refused).toMatchObject({ state: 'refused', refused: 'refund-limit' });
    expect('retryAfterSeconds' in refused && refused.retryAfterSeconds).toBeGreaterThan(3_500);
    expect(await open(ledger, principal, { priceMicros: 0, key: 'a free write' })).toMatchObject({ state: 'opened' });
    await settle(ledger, (await open(ledger, principal, { tool: 'another' })).id);
    const other = await account(ledger, PRICE);
    expect(await open(ledger, other)).toMatchObject({ state: 'opened' });
    await ledger.stop();
    const later = await books.start({ clockOffsetMs: 3_601_000 });
    expect(await open(later, principal)).toMatchObject({ state: 'opened' });
  });

  it('counts no refund of what was not sent, and what runs as if it failed', async () => {
    const ledger = await (await freshBooks(engine)).start({ limits: { refundsPerHour: 5 } });
    const principal = await account(ledger, 1_000 * PRICE);
    for (let i = 0; i < 8; i++) await refund(ledger, (await open(ledger, principal)).id, 'live', 'not_sent');
    const burst = await Promise.all(Array.from({ length: 20 }, () => open(ledger, principal)));
    const opened = burst.filter(({ state }) => state === 'opened');
    expect(opened).toHaveLength(5);
    expect(burst.at(-1)).toMatchObject({ refused: 'refund-limit', retryAfterSeconds: 1 });
    for (const { id } of opened) await settle(ledger, id);
    const again = await Promise.all(Array.from({ length: 20 }, () => open(ledger, principal)));
    expect(again.filter(({ state }) => state === 'opened')).toHaveLength(10);
  });

  it('does not take welcome credit where a deposit is needed, and spends welcome first', async () => {
    const ledger = await (await freshBooks(engine)).start();
    const principal = await account(ledger, 0);
    const { accountId } = principal;
    const welcome = { accountId, mode: 'live', amountMicros: 5 * PRICE, source: 'welcome', externalId: 'w' } as const;
    await ledger.database.write(deposits.deposit, welcome);
    const refused = { refused: 'balance', balanceMicros: 5 * PRICE, requiredMicros: PRICE, needsDeposit: true };
    expect(await open(ledger, principal, { needsDeposit: true })).toMatchObject(refused);
    await deposit(ledger, accountId, 2 * PRICE);
    const dear = { needsDeposit: true, priceMicros: 3 * PRICE };
    expect(await open(ledger, principal, dear)).toMatchObject({ refused: 'balance', needsDeposit: true });
    for (let i = 0; i < 5; i++) await open(ledger, principal);
    expect(await open(ledger, principal, dear)).toMatchObject({ refused: 'balance', balanceMicros: 2 * PRICE });
    const all = { needsDeposit: true, priceMicros: 2 * PRICE };
    expect(await open(ledger, principal, all)).toMatchObject({ state: 'opened', balanceMicros: 0 });
  });

  it('closes a call once, and only its own', async () => {
    const ledger = await (await freshBooks(engine)).start();
    const principal = await account(ledger, 10 * PRICE);
    const { id } = await open(ledger, principal);
    const [first, second] = await Promise.all([settle(ledger, id), refund(ledger, id)]);
    expect(first).toMatchObject({
      state: 'closed',
      balanceMicros: 9 * PRICE,
      receipt: { callId: id, agentId: principal.accountId, tool: 'llm-fast', state: 'settled', amountMicros: PRICE },
    });
    expect(second).toEqual({ state: 'lost' });
    expect(await settle(ledger, id)).toEqual({ state: 'lost' });
    expect(await settle(ledger, 'call_unknown')).toEqual({ state: 'lost' });
    expect(await balanceOf(ledger, principal)).toBe(9 * PRICE);
  });

  it('credits an external id once, also when it comes twice at once', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const principal = await account(ledger, 0);
    const input = { accountId: principal.accountId, mode: 'live', amountMicros: 5_000_000, source: 'card' } as const;
    const paid = times(10, () => ledger.database.write(deposits.deposit, { ...input, externalId: 'card:1' }));
    const credited = (await Promise.all(paid)).filter((output) => output.credited);
    expect(credited).toHaveLength(1);
    expect(await balanceOf(ledger, principal)).toBe(5_000_000);
    const otherwise = ledger.database.write(deposits.deposit, { ...input, amountMicros: 1, externalId: 'card:1' });
    await expect(otherwise).rejects.toMatchObject({ code: 'CONFLICT' });
    const test = ledger.database.write(deposits.deposit, { ...input, mode: 'test', externalId: 'card:2' });
    await expect(test).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('throws beyond exact arithmetic instead of rounding, without failing its neighbours', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const principal = await account(ledger, PRICE);
    const { accountId } = principal;
    for (const amountMicros of [0, -1, 0.5, 1_000_000_000_001, Number.NaN]) {
      const wrong = ledger.database.write(deposits.deposit, {
        accountId,
        mode: 'live',
        amountMicros,
        source: 'grant',
        externalId: 'x',
      });
      await expect(wrong).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
    await expect(open(ledger, principal, { priceMicros: 2 ** 53 })).rejects.toThrow(RangeError);
    const rich = await account(ledger, 0);
    await books.execute(
      `UPDATE accounts SET balance = ${2 ** 53 - 1}, spent = ${2 ** 53 - 1} WHERE id = '${rich.accountId}'`,
    );
    const [over, fine] = await Promise.allSettled([open(ledger, rich), open(ledger, principal)]);
    expect(over).toMatchObject({ status: 'rejected', reason: { code: 'INTERNAL' } });
    expect(fine).toMatchObject({ status: 'fulfilled', value: { state: 'opened' } });
  });

  it('refuses a call id that exists, and fails nobody else for it', async () => {
    const ledger = await (await freshBooks(engine)).start();
    const principal = await account(ledger, 10 * PRICE);
    const callId = createTimeOrderedId('call_');
    await open(ledger, principal, { callId });
    const [again, fine] = await Promise.allSettled([open(ledger, principal, { callId }), open(ledger, principal)]);
    expect(again.status).toBe('rejected');
    expect(fine).toMatchObject({ status: 'fulfilled', value: { state: 'opened', balanceMicros: 8 * PRICE } });
  });

  it('sheds opens beyond its queue, and never a close', async () => {
    const ledger = await (await freshBooks(engine)).start({ limits: { queueMax: 20, batchMax: 5 } });
    const principal = await account(ledger, 1_000 * PRICE);
    const opened = await Promise.all(times(20, () => open(ledger, principal)));
    const crowd = times(60, () => open(ledger, principal));
    const closes = opened.map(({ id }) => settle(ledger, id));
    const outcomes = await Promise.allSettled(crowd);
    expect(outcomes.filter((o) => o.status === 'fulfilled').length).toBeGreaterThanOrEqual(20);
    expect(outcomes.find((o) => o.status === 'rejected')).toMatchObject({ reason: { code: 'OVERLOADED' } });
    expect(countOf(await Promise.all(closes), 'closed')).toBe(20);
  });
});
