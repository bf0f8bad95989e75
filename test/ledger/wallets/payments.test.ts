/** Payments of wallets in the books, on both databases: claimed once, ended once, and proved. */
import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/types.ts';
import {
  type ClaimInput,
  type ClaimOutcome,
  claimPayment,
  OPEN_PAYMENTS_MAX,
  releasePayment,
  storeAnswer,
} from '../../../src/ledger/wallets/claims-writes.ts';
import {
  bookSettlement,
  bookWalletDeposit,
  failSettlement,
  postponeSettlement,
  takeDueSettlements,
} from '../../../src/ledger/wallets/settlement-writes.ts';
import { createTimeOrderedId } from '../../../src/lib/ids.ts';
import { engines, freshBooks, PRICE } from '../books.ts';
import { buildWalletClaim, hex } from '../wallet-claims.ts';

const claim = (ledger: Ledger, input: ClaimInput): Promise<ClaimOutcome> => ledger.database.write(claimPayment, input);
const answer = (ledger: Ledger, { id, owner }: ClaimInput, leaseMs = 60_000): Promise<boolean> =>
  ledger.database.write(storeAnswer, { id, owner, answer: '{"output":1}', cost: 3, leaseMs });
const release = (ledger: Ledger, { id, owner }: ClaimInput): Promise<boolean> =>
  ledger.database.write(releasePayment, { id, owner, reason: 'upstream_failed', failure: '{}', cost: null });

describe.each(engines)('on %s', (engine) => {
  it('claims a payment once, however many claim it at once', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const input = buildWalletClaim(ledger);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        claim(ledger, { ...buildWalletClaim(ledger, input), id: createTimeOrderedId('pay_') }),
      ),
    );
    expect(outcomes.filter(({ is }) => is === 'claimed')).toHaveLength(1);
    expect(outcomes.filter(({ is }) => is === 'seen')).toHaveLength(19);
  });

  it('books a settlement once: a deposit and a charge on the account of the wallet', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const input = buildWalletClaim(ledger);
    await claim(ledger, input);
    expect(await answer(ledger, input)).toBe(true);
    for (let times = 0; times < 2; times++)
      await ledger.database.write(bookSettlement, { id: input.id, transaction: '0xabc' });
    const [payment] = await books.rows('SELECT * FROM wallet_payments');
    expect(payment).toMatchObject({ state: 'settled', transaction_hash: '0xabc', next_at: null, payment: null });
    const moved = await books.rows('SELECT kind, source, counter, amount FROM transfers ORDER BY n');
    expect(moved.map(({ kind, counter, amount }) => [kind, counter, Number(amount)])).toEqual([
      ['deposit', 'deposits', PRICE],
      ['charge', 'revenue', -PRICE],
    ]);
    const [account] = await books.rows('SELECT name, balance, spent FROM accounts');
    expect([account?.name, Number(account?.balance), Number(account?.spent)]).toEqual([
      `wallet:eip155:8453:${input.payer}`,
      0,
      PRICE,
    ]);
    expect((await books.verify({ all: true })).lines).toEqual([expect.stringContaining('Ledger OK')]);
  });

  it('frees the payment of a call that failed, and keeps that of a refused settlement', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const input = buildWalletClaim(ledger);
    await claim(ledger, input);
    expect(await release(ledger, input)).toBe(true);
    expect(await answer(ledger, input)).toBe(false);
    const again = { ...input, id: createTimeOrderedId('pay_') };
    expect(await claim(ledger, again)).toMatchObject({ is: 'claimed' });
    await answer(ledger, again);
    await ledger.database.write(failSettlement, { id: again.id, reason: 'insufficient_funds', alert: 'look' });
    expect(await claim(ledger, { ...input, id: createTimeOrderedId('pay_') })).toEqual({ is: 'seen', id: again.id });
    expect(await books.rows('SELECT state, reason, price FROM calls')).toHaveLength(2);
    expect(await books.rows(`SELECT outcome FROM payment_events WHERE alert = 1`)).toEqual([{ outcome: 'look' }]);
    expect((await books.verify({ all: true })).ok).toBe(true);
  });

  it('bounds what one wallet has open and what it lets fail', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const payer = hex(20);
    const next = (): ClaimInput => buildWalletClaim(ledger, { payer });
    for (let times = 0; times < 3; times++) {
      const input = next();
      await claim(ledger, input);
      await release(ledger, input);
    }
    expect(await claim(ledger, next())).toMatchObject({ is: 'refused', refusal: 'refunds' });
    const other = (): ClaimInput => ({ ...next(), tool: 'llm-eu' });
    for (let times = 0; times < OPEN_PAYMENTS_MAX; times++)
      expect(await claim(ledger, other())).toMatchObject({ is: 'claimed' });
    expect(await claim(ledger, other())).toEqual({ is: 'refused', refusal: 'open' });
  });

  it('asks for what is due, one instance at a time, and later each time', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const input = buildWalletClaim(ledger);
    await claim(ledger, input);
    await answer(ledger, input, 0);
    const take = () => ledger.database.write(takeDueSettlements, { most: 10, leaseMs: 60_000 });
    expect(await take()).toMatchObject([{ id: input.id, attempts: 1 }]);
    expect(await take()).toEqual([]);
    await ledger.database.write(postponeSettlement, { id: input.id });
    const [payment] = await books.rows('SELECT next_at, attempts FROM wallet_payments');
    expect(Number(payment?.attempts)).toBe(2);
    expect(Number(payment?.next_at)).toBeGreaterThan(Date.now());
  });

  it('gives up what a dead instance had claimed, and settles what it had answered', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const [claimed, answered] = [
      buildWalletClaim(ledger, { owner: 'in_of-the-dead' }),
      buildWalletClaim(ledger, { owner: 'in_of-the-dead' }),
    ];
    await books.execute(`INSERT INTO instances (owner, started_at) VALUES ('in_of-the-dead', 1)`);
    for (const input of [claimed, answered]) await claim(ledger, input);
    await answer(ledger, answered, 0);
    await expect
      .poll(() => books.rows('SELECT id, state FROM wallet_payments ORDER BY state DESC'), { timeout: 10_000 })
      .toEqual([
        { id: claimed.id, state: 'released' },
        { id: answered.id, state: 'answered' },
      ]);
    expect((await books.verify({ all: true })).ok).toBe(true);
  });

  it('books a deposit once, and leaves nothing of one that a dead instance had claimed', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const [settled, claimed] = [
      buildWalletClaim(ledger, { purpose: 'deposit' }),
      buildWalletClaim(ledger, { purpose: 'deposit', owner: 'in_of-the-dead' }),
    ];
    await claim(ledger, settled);
    await answer(ledger, settled);
    const transaction = '0xabc';
    for (let times = 0; times < 2; times++)
      await ledger.database.write(bookWalletDeposit, { id: settled.id, transaction });
    await books.execute(`INSERT INTO instances (owner, started_at) VALUES ('in_of-the-dead', 1)`);
    await claim(ledger, claimed);
    await expect
      .poll(() => books.rows('SELECT state, call_id FROM wallet_payments ORDER BY state DESC'), { timeout: 10_000 })
      .toEqual([
        { state: 'settled', call_id: null },
        { state: 'released', call_id: null },
      ]);
    expect(await books.rows(`SELECT id FROM accounts WHERE balance = ${PRICE} AND spent = 0`)).toHaveLength(1);
    expect((await books.verify({ all: true })).ok).toBe(true);
  });

  it.each([
    ['a deposit', `UPDATE wallet_payments SET amount = amount + 1`, /settled wallet payment was not credited once/],
    ['a call', `UPDATE wallet_payments SET call_id = 'call_none'`, /settled wallet payment has not paid its call/],
    ['a state', `UPDATE wallet_payments SET state = 'released'`, /wallet deposit belongs to no settled payment/],
    ['an end', `UPDATE wallet_payments SET ended_at = NULL`, /state that does not fit its times/],
  ])('tells when somebody changes %s', async (_name, statement, line) => {
    const books = await freshBooks(engine);
    const ledger = await books.start();
    const input = buildWalletClaim(ledger);
    await claim(ledger, input);
    await answer(ledger, input);
    await ledger.database.write(bookSettlement, { id: input.id, transaction: '0xabc' });
    await books.execute(statement);
    const { ok, lines } = await books.verify();
    expect([ok, lines.some((text) => line.test(text))]).toEqual([false, true]);
  });
});
