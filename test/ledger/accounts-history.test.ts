import { compactVerify, createLocalJWKSet } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secrets } from '../../src/ledger/secret.ts';
import { engines, freshDatabase } from '../harness/databases.ts';
import { openWorld, PRICE, type World } from './accounts-world.ts';

const DAY_MS = 86_400_000;

describe.each(engines)('what an account can look up on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  afterAll(() => world.stop());

  it('is a history of any length, page by page, newest first, without gap or repeat', async () => {
    const { principal } = await world.join();
    await world.operator.grant({ agentId: principal.accountId, amountMicros: 10_000_000 });
    const calls = 600;
    for (let i = 0; i < calls; i += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, j) =>
          world.pay(principal, 'llm-fast', PRICE, (i + j) % 40 === 0 ? 'refunded' : 'settled'),
        ),
      );
    }
    for (let i = 0; i < 400; i += 100) await Promise.all(Array.from({ length: 100 }, () => world.pay(principal)));
    const entries = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await world.accounts.listHistory(
        principal,
        cursor === undefined ? { limit: 200 } : { limit: 200, cursor },
      );
      entries.push(...page.entries);
      cursor = page.nextCursor ?? undefined;
      pages++;
    } while (cursor !== undefined && pages < 20);
    const refunds = 15;
    expect(entries).toHaveLength(2 + calls + refunds + 400);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.filter(({ type }) => type === 'refund')).toHaveLength(refunds);
    for (const [index, entry] of entries.entries()) {
      const before = entries[index + 1]?.balanceAfterMicros ?? 0;
      expect(entry.balanceAfterMicros - entry.amountMicros).toBe(before);
    }
    expect(entries[0]).toMatchObject({ type: 'charge', tool: 'llm-fast', callId: expect.stringMatching(/^call_/) });
    await expect(world.accounts.listHistory(principal, { limit: 1, cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('is, for a sub-key, its own history, report and receipts alone', async () => {
    const { principal } = await world.join();
    const made = await world.accounts.createKey(principal, { name: 'helper', caps: {} });
    const sub = await world.principalOf(made.apiKey);
    const rootCall = await world.pay(principal, 'translate', 3_000);
    const subCall = await world.pay(sub);
    expect((await world.accounts.listHistory(sub, { limit: 20 })).entries.map(({ callId }) => callId)).toEqual([
      subCall,
    ]);
    expect((await world.accounts.listHistory(principal, { limit: 20 })).entries).toHaveLength(3);
    expect(await world.accounts.readReceipt(sub, subCall)).toMatchObject({ callId: subCall, amountMicros: PRICE });
    await expect(world.accounts.readReceipt(sub, rootCall)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await world.accounts.readReceipt(principal, subCall)).toMatchObject({ callId: subCall });
    expect(await world.accounts.readSummary(sub)).toMatchObject({ callCount: 1, totalSpentMicros: PRICE });
    const report = await world.accounts.readReport(sub, { days: 7 });
    expect(report).toMatchObject({ totalSpentMicros: PRICE, totalTransactions: 1 });
    expect(report.topServices).toEqual([{ name: 'llm-fast', count: 1, spentMicros: PRICE }]);
  });

  it('is a receipt of a closed call of its own, and nothing that tells a foreign one from none', async () => {
    const { principal } = await world.join();
    const { principal: outsider } = await world.join();
    const settled = await world.pay(principal);
    const refunded = await world.pay(principal, 'llm-fast', PRICE, 'refunded');
    const { callId: running } = await world.open(principal);
    expect(await world.accounts.readReceipt(principal, settled)).toMatchObject({
      callId: settled,
      agentId: principal.accountId,
      tool: 'llm-fast',
      mode: 'live',
      state: 'settled',
      amountMicros: PRICE,
    });
    expect(await world.accounts.readReceipt(principal, refunded)).toMatchObject({ state: 'refunded' });
    const refusals = await Promise.all(
      [
        world.accounts.readReceipt(outsider, settled),
        world.accounts.readReceipt(principal, 'call_nobody'),
        world.accounts.readReceipt(principal, running),
      ].map((asked) => asked.catch((thrown: unknown) => thrown)),
    );
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'NOT_FOUND' });
    expect(new Set(refusals.map(String)).size).toBe(1);
  });

  it('is a signature that the public keys verify', async () => {
    const { principal } = await world.join();
    const receipt = await world.accounts.readReceipt(principal, await world.pay(principal));
    const jws = await world.accounts.signReceipt(receipt);
    const keys = createLocalJWKSet({
      keys: [...(await world.accounts.listPublicReceiptKeys())].map((key) => ({ ...key })),
    });
    const { payload } = await compactVerify(jws, keys);
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
      callId: receipt.callId,
      amount: 0.002,
      state: 'settled',
    });
  });
});

describe.each(engines)('over days, on %s,', (engine) => {
  it('the report shows seven UTC days, oldest first, with zeros where nothing was spent', async () => {
    const database = await freshDatabase(engine);
    try {
      const ages = [9, 6, 3, 0];
      let apiKey = '';
      for (const [index, age] of ages.entries()) {
        const world = await openWorld(engine, { database, clockOffsetMs: -age * DAY_MS });
        try {
          if (index === 0) apiKey = (await world.join()).account.apiKey;
          const principal = await world.principalOf(apiKey);
          for (let i = 0; i <= index; i++) await world.pay(principal, `tool-${i}`, 1_000 * (i + 1));
          await world.pay(principal, 'tool-0', 9_000, 'refunded');
          if (age > 0) continue;
          const report = await world.accounts.readReport(principal, { days: 7 });
          const today = await world.ledger.database.now();
          const dates = Array.from({ length: 7 }, (_, i) =>
            new Date(today - (6 - i) * DAY_MS).toISOString().slice(0, 10),
          );
          expect(report.dailyBreakdown).toEqual(
            [3_000, 0, 0, 6_000, 0, 0, 10_000].map((spentMicros, i) => ({
              date: dates[i],
              spentMicros,
              transactions: [3, 0, 0, 4, 0, 0, 5][i],
            })),
          );
          expect(report.topServices).toEqual(
            [
              { name: 'tool-2', count: 2, spentMicros: 6_000 },
              { name: 'tool-1', count: 3, spentMicros: 6_000 },
              { name: 'tool-3', count: 1, spentMicros: 4_000 },
              { name: 'tool-0', count: 6, spentMicros: 3_000 },
            ].sort((a, b) => b.spentMicros - a.spentMicros || (a.name < b.name ? -1 : 1)),
          );
          expect(report).toMatchObject({
            agentName: 'Ada’s agent',
            totalSpentMicros: 20_000,
            totalTransactions: 14,
            wtTokensEarned: 0,
            balanceMicros: 230_000,
          });
          expect(today - Date.parse(report.createdAt)).toBeGreaterThan(8 * DAY_MS);
        } finally {
          await world.stop();
        }
      }
    } finally {
      await database.drop();
    }
  });

  it('the day’s welcome budget begins anew', async () => {
    const database = await freshDatabase(engine);
    try {
      for (const clockOffsetMs of [-DAY_MS, 0]) {
        const world = await openWorld(engine, { database, clockOffsetMs, welcomeMicrosPerDay: 250_000 });
        try {
          const made = [await world.join(), await world.join()];
          expect(made.map(({ account }) => account.balanceMicros)).toEqual([250_000, 0]);
        } finally {
          await world.stop();
        }
      }
    } finally {
      await database.drop();
    }
  });

  it('receipt keys of earlier secrets stay public even when the secret itself is gone', async () => {
    const database = await freshDatabase(engine);
    try {
      const kids: string[][] = [];
      for (const letter of ['a', 'b']) {
        const world = await openWorld(engine, { database, secrets: new Secrets(letter.repeat(32), []) });
        kids.push((await world.accounts.listPublicReceiptKeys()).map(({ kid }) => kid));
        await world.stop();
      }
      expect(kids[0]).toHaveLength(1);
      expect(kids[1]).toHaveLength(2);
      expect(kids[1]?.[1]).toBe(kids[0]?.[0]);
    } finally {
      await database.drop();
    }
  });
});
