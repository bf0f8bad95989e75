/** Units of plans beside the calls that take them: what a dead or late instance had reserved comes back. */
import { describe, expect, it } from 'vitest';
import { defaultPlans } from '../../src/identity/quota/plans.ts';
import { openUnits } from '../../src/identity/quota/units.ts';
import { FareboxError, toErrorObject } from '../../src/kernel/errors/errors.ts';
import type { UnitLedger } from '../../src/kernel/ports.ts';
import type { Ledger } from '../../src/ledger/types.ts';
import { account, type Books, engines, freshBooks, until } from './books.ts';

const plans = { ...defaultPlans, free: { ...defaultPlans.free, analyses: 2 } };
const presentation = { zone: 'Asia/Tokyo', operators: new Set<string>() };
const units = (ledger: Ledger): UnitLedger => openUnits(ledger.database, { plans, presentation });
const claim = { scope: 'somebody', key: 'k', fingerprint: 'f' };

async function openCompany(books: Books, ledger: Ledger): Promise<void> {
  const { accountId } = await account(ledger, 0);
  await books.execute(
    `INSERT INTO companies (id, account_id, name, plan, plan_status, timezone, sender_verified, individual_tracking, created_at)
     VALUES ('c_1', '${accountId}', 'One', 'free', 'active', 'Asia/Tokyo', 0, 0, 1)`,
  );
}

const reserve = (ledger: Ledger, callId: string, timeoutMs = 60_000, idempotency?: typeof claim) =>
  units(ledger).open({
    callId,
    unit: 'analysis',
    tool: 'analysis-analyze',
    companyId: 'c_1',
    timeoutMs,
    ...(idempotency ? { idempotency } : {}),
  });
const countUsed = async (books: Books): Promise<number> =>
  Number((await books.rows('SELECT used FROM quota_months'))[0]?.used);

describe.each(engines)('units on %s', (engine) => {
  it('come back when their instance has ended, with the key, and nothing is stored for it any more', async () => {
    const books = await freshBooks(engine);
    const before = await books.start();
    await openCompany(books, before);
    expect(await reserve(before, 'call_1', 60_000, claim)).toEqual({ state: 'opened' });
    expect(await reserve(before, 'call_2', 60_000, claim)).toEqual({ state: 'running', callId: 'call_1' });
    expect(await reserve(before, 'call_3')).toEqual({ state: 'opened' });
    await expect(reserve(before, 'call_4')).rejects.toMatchObject({ code: 'OVERLOADED' });
    expect(await countUsed(books)).toBe(2);
    await before.stop();
    const ledger = await books.start();
    await until(async () => (await countUsed(books)) === 0);
    expect(await units(ledger).readState('call_1')).toMatchObject({
      state: 'released',
      failure: { code: 'CALL_RECOVERED' },
    });
    expect(await units(ledger).settle({ callId: 'call_1', output: {} })).toBe(false);
    expect(await reserve(ledger, 'call_5', 60_000, claim)).toEqual({ state: 'opened' });
  });

  it('come back when the call fails or is overdue, once', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    await openCompany(books, ledger);
    const failure = toErrorObject(new FareboxError('UPSTREAM_FAILED'));
    await reserve(ledger, 'call_1', 60_000, claim);
    await units(ledger).release({ callId: 'call_1', failure });
    await units(ledger).release({ callId: 'call_1', failure });
    expect(await units(ledger).readState('call_1')).toMatchObject({ state: 'released', failure });
    expect(await countUsed(books)).toBe(0);
    await reserve(ledger, 'call_2', -40_000);
    await reserve(ledger, 'call_3', -5_000);
    expect(await countUsed(books)).toBe(2);
    await ledger.database.purge();
    expect(await countUsed(books)).toBe(1);
    await ledger.database.purge();
    expect([await units(ledger).readState('call_2'), await units(ledger).readState('call_3')]).toMatchObject([
      { state: 'released' },
      { state: 'running' },
    ]);
  });
});
