/** Composed calls: parts are charged when they start and closed only with the whole, each by its own outcome. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClosedChild, CloseOutcome } from '../../src/kernel/ports.ts';
import type { AccountPrincipal } from '../../src/kernel/principal.ts';
import * as accountReads from '../../src/ledger/accounts/account-answers.ts';
import { deposit } from '../../src/ledger/accounts/deposits-writes.ts';
import { revokeKey } from '../../src/ledger/keys/keys-writes.ts';
import type { Ledger } from '../../src/ledger/types.ts';
import { createTimeOrderedId } from '../../src/lib/ids.ts';
import { account, balanceOf, countOf, engines, freshBooks, open, PRICE, settle, subKey, until } from './books.ts';

const FEE = 20_000;
const failure = { code: 'UPSTREAM_FAILED', message: 'It failed.', next: 'Wait.', retryable: true } as const;
const settled = { state: 'settled' } as const;
const refunded = { state: 'refunded', reason: 'upstream_failed', failure } as const;

const whole = (ledger: Ledger, principal: AccountPrincipal, priceMicros = FEE) =>
  open(ledger, principal, { tool: 'smart', priceMicros, timeoutMs: 60_000 });

const part = (ledger: Ledger, principal: AccountPrincipal, parentId: string, n = 1, priceMicros = PRICE) =>
  open(ledger, principal, { callId: `${parentId}-${n}`, parentId, priceMicros });

function close(
  ledger: Ledger,
  callId: string,
  children: readonly ClosedChild[],
  outcome: ClosedChild['outcome'] = settled,
): Promise<CloseOutcome> {
  return ledger.calls.close({ callId, mode: 'live', outcome, children });
}

describe.each(engines)('composed calls on %s', (engine) => {
  it('settle each part by its own outcome, in the transaction of the whole, with one receipt', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const principal = await account(ledger, 100_000);
    const { id } = await whole(ledger, principal);
    for (const n of [1, 2, 3])
      expect(await part(ledger, principal, id, n, n * 1_000)).toMatchObject({ state: 'opened' });
    expect(await balanceOf(ledger, principal)).toBe(100_000 - FEE - 6_000);
    expect(await books.verify()).toMatchObject({ ok: true, lines: [expect.stringContaining('(4 open)')] });
    const ended = [
      { callId: `${id}-1`, outcome: settled, costMicros: 3 },
      { callId: `${id}-2`, outcome: refunded },
      { callId: `${id}-3`, outcome: settled },
    ];
    const parts = [
      { callId: id, tool: 'smart', state: 'settled', amountMicros: FEE },
      { callId: `${id}-1`, tool: 'llm-fast', state: 'settled', amountMicros: 1_000 },
      { callId: `${id}-2`, tool: 'llm-fast', state: 'refunded', amountMicros: 2_000 },
      { callId: `${id}-3`, tool: 'llm-fast', state: 'settled', amountMicros: 3_000 },
    ];
    const receipt = { callId: id, tool: 'smart', state: 'settled', amountMicros: FEE + 4_000, parts };
    const balanceMicros = 100_000 - FEE - 4_000;
    expect(await close(ledger, id, ended)).toMatchObject({ state: 'closed', balanceMicros, receipt });
    // Whoever asks for the receipt of a part gets that of the whole.
    for (const asked of [id, `${id}-2`]) {
      expect(await accountReads.readReceipt(ledger.database, principal, asked)).toMatchObject(receipt);
    }
    const { entries } = await accountReads.listHistory(ledger.database, principal, { limit: 20 });
    expect(entries.map(({ type, amountMicros }) => [type, amountMicros])).toEqual([
      ['refund', 2_000],
      ['charge', -3_000],
      ['charge', -2_000],
      ['charge', -1_000],
      ['charge', -FEE],
      ['deposit', 100_000],
    ]);
    expect(await books.verify()).toMatchObject({ ok: true, lines: [expect.stringContaining('(0 open)')] });
  });

  it('are refunded as a whole when the whole fails, whatever its parts did', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const principal = await account(ledger, 100_000);
    const { id } = await whole(ledger, principal);
    await part(ledger, principal, id, 1);
    await part(ledger, principal, id, 2);
    const outcome = await close(ledger, id, [{ callId: `${id}-1`, outcome: settled }], refunded);
    expect(outcome).toMatchObject({ state: 'closed', balanceMicros: 100_000, receipt: { state: 'refunded' } });
    expect(await balanceOf(ledger, principal)).toBe(100_000);
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('refund a part that nobody told the end of', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const principal = await account(ledger, 100_000);
    const { id } = await whole(ledger, principal, 0);
    await part(ledger, principal, id, 1);
    await part(ledger, principal, id, 2);
    const outcome = await close(ledger, id, [{ callId: `${id}-2`, outcome: settled }]);
    expect(outcome).toMatchObject({
      state: 'closed',
      balanceMicros: 100_000 - PRICE,
      receipt: { amountMicros: PRICE },
    });
    const [row] = await books.rows(`SELECT state, reason FROM calls WHERE id = '${id}-1'`);
    expect(row).toEqual({ state: 'refunded', reason: 'internal' });
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('take no part after their end, of another caller, or of a part', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const [principal, other] = [await account(ledger, 100_000), await account(ledger, 100_000)];
    const sub = await subKey(ledger, principal, {});
    const { id } = await whole(ledger, principal);
    expect(await part(ledger, other, id, 1)).toMatchObject({ state: 'refused', refused: 'parent' });
    expect(await part(ledger, sub, id, 2)).toMatchObject({ state: 'refused', refused: 'parent' });
    expect(await part(ledger, principal, createTimeOrderedId('call_'), 3)).toMatchObject({ refused: 'parent' });
    await part(ledger, principal, id, 4);
    const ofPart = await open(ledger, principal, { parentId: `${id}-4` });
    expect(ofPart).toMatchObject({ state: 'refused', refused: 'parent' });
    // A part that comes while the whole ends is in the books before it, or is refused after it.
    const [end, late] = await Promise.all([close(ledger, id, []), part(ledger, principal, id, 5)]);
    expect([end.state, late.state]).toEqual(['closed', 'refused']);
    const { id: next } = await whole(ledger, principal);
    const [early, ended] = await Promise.all([part(ledger, principal, next, 1), close(ledger, next, [])]);
    expect([early.state, ended.state]).toEqual(['opened', 'closed']);
    // A part can't be closed by itself.
    const { id: last } = await whole(ledger, principal);
    await part(ledger, principal, last, 1);
    expect(await settle(ledger, `${last}-1`)).toEqual({ state: 'lost' });
    expect(await close(ledger, last, [])).toMatchObject({ state: 'closed' });
    expect(await balanceOf(ledger, other)).toBe(100_000);
    expect(await balanceOf(ledger, principal)).toBe(100_000 - 3 * FEE);
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('hold caps, deposit rules, revocation and the refund limit for each part', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start({ limits: { refundsPerHour: 2 } });
    const principal = await account(ledger, 100_000);
    const capped = await subKey(ledger, principal, { totalMicros: FEE + PRICE, tools: ['smart', 'llm-fast'] });
    const { id } = await whole(ledger, capped);
    const elsewhere = await open(ledger, capped, { parentId: id, tool: 'translate' });
    expect(elsewhere).toMatchObject({ refused: 'cap', cap: 'tools' });
    expect(await part(ledger, capped, id, 1)).toMatchObject({ state: 'opened' });
    expect(await part(ledger, capped, id, 2)).toMatchObject({ refused: 'cap', cap: 'total' });
    const { accountId } = principal;
    await ledger.database.write(revokeKey, { accountId, actingKeyId: principal.keyId, lineage: capped.lineage });
    expect(await part(ledger, capped, id, 3, 0)).toMatchObject({ refused: 'key' });
    expect(await close(ledger, id, [{ callId: `${id}-1`, outcome: refunded }])).toMatchObject({ state: 'closed' });

    const welcome = await account(ledger, 0);
    const gift = { accountId: welcome.accountId, mode: 'live', amountMicros: 100_000, source: 'welcome' } as const;
    await ledger.database.write(deposit, { ...gift, externalId: `welcome:${welcome.accountId}` });
    const { id: gifted } = await whole(ledger, welcome);
    const dear = await open(ledger, welcome, { parentId: gifted, needsDeposit: true });
    expect(dear).toMatchObject({ refused: 'balance', needsDeposit: true });
    await part(ledger, welcome, gifted, 1);
    await part(ledger, welcome, gifted, 2);
    expect(await close(ledger, gifted, [], refunded)).toMatchObject({ state: 'closed', balanceMicros: 100_000 });
    expect(await whole(ledger, welcome, 0)).toMatchObject({ state: 'opened' });
    expect(await open(ledger, welcome)).toMatchObject({ refused: 'refund-limit' });
    expect(await whole(ledger, welcome)).toMatchObject({ state: 'opened' });
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('are recovered whole when nobody closes them, and their key is free again', async () => {
    const books = await freshBooks(engine);
    const first = await books.start();
    const principal = await account(first, 100_000);
    const { id } = await open(first, principal, { tool: 'smart', priceMicros: FEE, key: 'k' });
    await part(first, principal, id, 1);
    await part(first, principal, id, 2);
    await first.stop();
    const second = await books.start();
    await until(async () => (await balanceOf(second, principal)) === 100_000);
    const overdue = await open(second, principal, { tool: 'smart', priceMicros: FEE, timeoutMs: -30_500, key: 'k' });
    expect(overdue.state).toBe('opened');
    // Its own deadline is long after that of the whole, which counts.
    const late = await open(second, principal, { callId: `${overdue.id}-1`, parentId: overdue.id, timeoutMs: 60_000 });
    if (late.state === 'opened') await until(async () => (await balanceOf(second, principal)) === 100_000);
    expect(await close(second, overdue.id, [])).toEqual({ state: 'lost' });
    await until(async () => (await balanceOf(second, principal)) === 100_000);
    expect(await books.verify()).toMatchObject({ ok: true, lines: [expect.stringContaining('(0 open)')] });
  });

  it('are found by their key with the receipt of the whole', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const principal = await account(ledger, 100_000);
    const { id } = await open(ledger, principal, { tool: 'smart', priceMicros: FEE, key: 'k' });
    await part(ledger, principal, id, 1);
    const closed = await close(ledger, id, [{ callId: `${id}-1`, outcome: settled }]);
    if (closed.state !== 'closed') throw new Error('It was closed by nobody else');
    const again = await open(ledger, principal, { tool: 'smart', priceMicros: 0, key: 'k' });
    expect(again).toMatchObject({ state: 'finished', receipt: closed.receipt });
    expect(await ledger.calls.readState(id, 'live')).toMatchObject({ state: 'finished', receipt: closed.receipt });
    expect(await balanceOf(ledger, principal)).toBe(100_000 - FEE - PRICE);
  });

  it('keep books that hold, whatever happens to their parts', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start({ limits: { refundsPerHour: 1_000_000, batchMax: 5 } });
    const end = fc.constantFrom('settled', 'refunded', 'untold');
    const tree = fc.record({
      fee: fc.constantFrom(0, FEE),
      parts: fc.array(fc.record({ price: fc.constantFrom(500, 2_500, 9_000), end }), { maxLength: 3 }),
      end: fc.constantFrom('settled', 'refunded', 'twice'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(tree, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 90_000 }),
        async (trees, funds) => {
          const principal = await account(ledger, funds);
          const spent = await Promise.all(
            trees.map(async (one) => {
              const { id, state } = await whole(ledger, principal, one.fee);
              if (state !== 'opened') return 0;
              const opened = await Promise.all(
                one.parts.map(({ price }, n) =>
                  part(ledger, principal, id, n, price).then((outcome) => outcome.state === 'opened'),
                ),
              );
              const children = one.parts.flatMap(({ end }, n): ClosedChild[] =>
                end === 'untold' ? [] : [{ callId: `${id}-${n}`, outcome: end === 'settled' ? settled : refunded }],
              );
              const asked = Array.from({ length: one.end === 'twice' ? 2 : 1 }, () =>
                close(ledger, id, children, one.end === 'refunded' ? refunded : settled),
              );
              const closed = await Promise.all(asked);
              expect(countOf(closed, 'closed')).toBe(1);
              if (one.end === 'refunded') return 0;
              const kept = one.parts.filter(({ end }, n) => opened[n] && end === 'settled');
              const total = kept.reduce<number>((sum, { price }) => sum + price, one.fee);
              const receipts = closed.flatMap((outcome) =>
                outcome.state === 'closed' ? [outcome.receipt.amountMicros] : [],
              );
              expect(receipts).toEqual([total]);
              return total;
            }),
          );
          expect(await balanceOf(ledger, principal)).toBe(funds - spent.reduce((sum, one) => sum + one, 0));
        },
      ),
      { numRuns: 40 },
    );
    expect(await books.verify()).toMatchObject({ ok: true, lines: [expect.stringContaining('(0 open)')] });
  });

  it('are looked at by verify', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const principal = await account(ledger, 100_000);
    const { id } = await whole(ledger, principal);
    await part(ledger, principal, id, 1);
    await close(ledger, id, [{ callId: `${id}-1`, outcome: settled }]);
    const wrong = async (change: string, back: string): Promise<string> => {
      await books.execute(change);
      const { ok, lines } = await books.verify();
      await books.execute(back);
      return ok ? 'it holds' : lines.join('\n');
    };
    const set = (what: string): string => `UPDATE calls SET ${what} WHERE id = '${id}-1'`;
    expect(await wrong(set(`parent_id = 'call_gone'`), set(`parent_id = '${id}'`))).toContain(
      'belongs to no closed call',
    );
    expect(await wrong(set('closed_at = closed_at + 5'), set('closed_at = closed_at - 5'))).toContain(
      'not closed together',
    );
    expect(await wrong(set('opened_at = opened_at - 9000'), set('opened_at = opened_at + 9000'))).toContain(
      'opened before it',
    );
    expect(
      await wrong(set(`claim_scope = 'a', claim_key = 'b'`), set('claim_scope = NULL, claim_key = NULL')),
    ).toContain('has an idempotency key');
    const whole_ = (what: string): string => `UPDATE calls SET ${what} WHERE id = '${id}'`;
    expect(
      await wrong(whole_(`state = 'refunded', reason = 'crash'`), whole_(`state = 'settled', reason = NULL`)),
    ).toContain('although the whole was refunded');
    expect(await books.verify()).toMatchObject({ ok: true });
  });
});
