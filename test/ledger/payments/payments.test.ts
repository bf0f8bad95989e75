/** Effects of payment events on the ledger: once, however often and in whatever order they arrive. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOperator, commandLine } from '../../../src/identity/operators/operator.ts';
import type { AccountPrincipal, Mode } from '../../../src/kernel/principal.ts';
import { grant } from '../../../src/ledger/accounts/accounts-writes.ts';
import { dropCheckout, noteSession, reserveCheckout } from '../../../src/ledger/payments/checkouts-writes.ts';
import { applyPayment } from '../../../src/ledger/payments/payments-writes.ts';
import type { Ledger } from '../../../src/ledger/types.ts';
import { claimPayment, storeAnswer } from '../../../src/ledger/wallets/claims-writes.ts';
import { bookWalletDeposit } from '../../../src/ledger/wallets/settlement-writes.ts';
import { createTimeOrderedId } from '../../../src/lib/ids.ts';
import type { CheckoutUpdate, PaymentUpdate } from '../../../src/providers/stripe-events.ts';
import type { Engine } from '../../harness/databases.ts';
import { account, type Books, engines, freshBooks, open, openBooks, PRICE, settle } from '../books.ts';
import { buildWalletClaim } from '../wallet-claims.ts';

const USD = 1_000_000;

interface Scene {
  ledger: Ledger;
  books: Books;
  principal: AccountPrincipal;
  checkoutId: string;
  /** Applies an event; the same `id` is the same event. */
  hear(news: PaymentUpdate, id?: string, mode?: Mode): ReturnType<typeof apply>;
  paid: CheckoutUpdate;
  /** So much of the payment is refunded by now. */
  refunded(cents: number): PaymentUpdate;
  dispute(state: 'open' | 'won' | 'lost', cents?: number): PaymentUpdate;
  state(): Promise<{ balance: number; status: string; owed: number }>;
}

const apply = (ledger: Ledger, mode: Mode, news: PaymentUpdate, id: string) =>
  ledger.database.write(applyPayment, { mode, event: { id, type: news.about, digest: id }, news });

interface Stage {
  books: Books;
  ledger: Ledger;
}

async function freshStage(engine: Engine): Promise<Stage> {
  const books = await freshBooks(engine);
  return { books, ledger: await books.start() };
}

const refundTotal = (paymentId: string, cents: number): PaymentUpdate => ({
  ...{ about: 'refund', paymentId, currency: 'usd', atMs: 0, refundedMinor: cents, refunds: [], isComplete: false },
});

const RANKS = { open: 1, lost: 11, won: 12 };
const disputeStep = (
  paymentId: string,
  disputeId: string,
  state: keyof typeof RANKS,
  cents: number,
): PaymentUpdate => ({
  ...{ about: 'dispute', paymentId, disputeId, amountMinor: cents, currency: 'usd', atMs: 0, state },
  withheldMinor: state === 'won' ? 0 : cents,
  rank: RANKS[state],
});

let scenes = 0;

/** A live account with a checkout of 10 USD that has its session, beside those of other tests. */
async function scene({ books, ledger }: Stage): Promise<Scene> {
  const principal = await account(ledger, 0);
  const { accountId } = principal;
  const mark = ++scenes;
  const { id: checkoutId } = await reserve(ledger, accountId);
  await ledger.database.write(noteSession, { checkoutId, sessionId: `cs_${mark}`, url: 'https://pay.example/1' });
  const paid: CheckoutUpdate = {
    about: 'checkout',
    sessionId: `cs_${mark}`,
    checkoutId,
    accountId,
    state: 'paid',
    paymentId: `pi_${mark}`,
    amountMinor: 1_000,
    currency: 'usd',
  };
  return {
    ledger,
    books,
    principal,
    checkoutId,
    paid,
    refunded: (cents) => refundTotal(`pi_${mark}`, cents),
    dispute: (state, cents = 1_000) => disputeStep(`pi_${mark}`, `dp_${mark}`, state, cents),
    hear: (news, id = createTimeOrderedId('evt_'), mode = 'live') => apply(ledger, mode, news, `${id}_${mark}`),
    async state() {
      const [row] = await books.rows(`SELECT balance, status FROM accounts WHERE id = '${accountId}'`);
      const [debt] = await books.rows(
        `SELECT coalesce(sum(debit - credit), 0) AS owed FROM system_daily WHERE account = 'receivable:${accountId}'`,
      );
      return { balance: Number(row?.balance), status: String(row?.status), owed: Number(debt?.owed) };
    },
  };
}

const reserve = (ledger: Ledger, accountId: string, usd = 10) =>
  ledger.database.write(reserveCheckout, {
    accountId,
    amountMicros: usd * USD,
    checkoutId: createTimeOrderedId('chk_'),
  });

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) =>
    permutations(items.filter((_, index) => index !== at)).map((rest) => [item, ...rest]),
  );
}

describe.each(engines)('card deposits on %s', (engine) => {
  let shared: Stage & { books: Awaited<ReturnType<typeof openBooks>> };

  beforeAll(async () => {
    const books = await openBooks(engine);
    shared = { books, ledger: await books.start() };
  });
  afterAll(() => shared.books.close());

  it('are credited once for fifty deliveries at once and for every event about the same session', async () => {
    const { hear, paid, state, books } = await scene(shared);
    const done = await Promise.all(Array.from({ length: 50 }, () => hear(paid, 'evt_1')));
    const outcomes = done.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(49);
    const others = await Promise.all(Array.from({ length: 10 }, () => hear(paid)));
    expect(new Set(others.map(({ outcome }) => outcome))).toEqual(new Set(['noted']));
    expect(await state()).toEqual({ balance: 10 * USD, status: 'active', owed: 0 });
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('come to the same whatever the order of their events is', async () => {
    const { ledger, books } = await scene(shared);
    const kinds = ['paid', 'pending', 'refund 300', 'refund 700', 'dispute', 'won'] as const;
    const orders = permutations(kinds).filter((_, index) => index % 24 === 5);
    expect(orders.length).toBeGreaterThan(20);
    for (const [index, order] of orders.entries()) {
      const { accountId } = await account(ledger, 0);
      const { id: checkoutId } = await reserve(ledger, accountId);
      const ids = { sessionId: `cs_o${index}`, paymentId: `pi_o${index}` };
      const checkout = {
        about: 'checkout',
        ...ids,
        checkoutId,
        accountId,
        amountMinor: 1_000,
        currency: 'usd',
      } as const;
      const disputeId = `dp_o${index}`;
      const news: Record<(typeof kinds)[number], PaymentUpdate> = {
        paid: { ...checkout, state: 'paid' },
        pending: { ...checkout, state: 'pending' },
        'refund 300': refundTotal(ids.paymentId, 300),
        'refund 700': refundTotal(ids.paymentId, 700),
        dispute: disputeStep(ids.paymentId, disputeId, 'open', 300),
        won: disputeStep(ids.paymentId, disputeId, 'won', 300),
      };
      for (const kind of order) await apply(ledger, 'live', news[kind], createTimeOrderedId('evt_'));
      const [row] = await books.rows(`SELECT balance, status FROM accounts WHERE id = '${accountId}'`);
      expect({ order, balance: Number(row?.balance), status: row?.status }).toEqual({
        order,
        balance: 3 * USD,
        status: 'active',
      });
    }
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('wait for the money of a delayed method, and credit nothing when it does not come', async () => {
    const { hear, paid, state, ledger, principal } = await scene(shared);
    await hear({ ...paid, state: 'pending', paymentId: null });
    expect((await state()).balance).toBe(0);
    // A pending checkout is not offered again.
    const next = await reserve(ledger, principal.accountId);
    expect(next.session_id).toBeNull();
    await hear({ ...paid, state: 'failed' });
    expect((await state()).balance).toBe(0);
    // The bank changed its mind: money that has come is credited.
    expect((await hear(paid)).outcome).toBe('credited');
    expect((await state()).balance).toBe(10 * USD);
  });

  it('are credited when they were paid at the last moment', async () => {
    const { hear, paid, state } = await scene(shared);
    await hear({ ...paid, state: 'expired', paymentId: null });
    expect((await hear(paid)).outcome).toBe('credited');
    expect((await hear({ ...paid, state: 'expired' })).outcome).toBe('noted');
    expect((await state()).balance).toBe(10 * USD);
  });

  const strange: [what: string, change: Partial<CheckoutUpdate>, words: RegExp][] = [
    ['another currency', { currency: 'eur' }, /currency is eur/],
    ['no currency', { currency: null }, /currency is null/],
    ['less', { amountMinor: 999 }, /999 cents were paid where 1000/],
    ['more', { amountMinor: 100_000 }, /100000 cents/],
    ['nothing', { amountMinor: 0 }, /0 cents/],
    ['no amount', { amountMinor: null }, /null cents/],
    ['another account', { accountId: 'agt_other' }, /another account/],
    ['another session', { sessionId: 'cs_other' }, /another session/],
  ];
  it.each(strange)('are not credited for %s, and the operator is told', async (_what, change, words) => {
    const { hear, paid, state, books, principal, refunded } = await scene(shared);
    const { outcome, alert } = await hear({ ...paid, ...change });
    expect({ outcome, alert }).toEqual({ outcome: 'refused', alert: expect.stringMatching(words) });
    expect(await state()).toMatchObject({ balance: 0, status: 'active' });
    const audit = `SELECT action, actor FROM audit WHERE subject = '${principal.accountId}'`;
    expect(await books.rows(audit)).toEqual([{ action: 'payment.refuse', actor: 'payments' }]);
    // Its refund has nothing to take back.
    await hear(refunded(1_000));
    expect(await state()).toEqual({ balance: 0, status: 'active', owed: 0 });
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('never mix modes', async () => {
    const { hear, paid, state, refunded } = await scene(shared);
    expect((await hear(paid, 'evt_1', 'test')).outcome).toBe('ignored');
    expect((await state()).balance).toBe(0);
    expect((await hear(paid, 'evt_1', 'live')).outcome).toBe('credited');
    await hear(refunded(1_000), 'evt_2', 'test');
    expect((await state()).balance).toBe(10 * USD);
  });

  it('leave what is not ours alone, and tell the operator of a paid checkout that is lost here', async () => {
    const { hear, paid, state } = await scene(shared);
    const foreign = { ...paid, sessionId: 'cs_foreign', paymentId: 'pi_foreign', checkoutId: null };
    expect(await hear(foreign)).toMatchObject({ outcome: 'ignored', alert: null });
    expect(await hear({ ...foreign, checkoutId: 'chk_lost' })).toMatchObject({
      alert: expect.stringContaining('chk_lost'),
    });
    expect(await hear({ about: 'other' })).toMatchObject({ outcome: 'ignored', alert: null });
    expect((await state()).balance).toBe(0);
  });

  it('take back by the difference of cumulative refunds, down to the whole payment', async () => {
    const { hear, paid, state, books, refunded } = await scene(shared);
    await hear(paid);
    const balances: number[] = [];
    for (const cents of [400, 400, 100, 1_000, 700]) {
      await hear(refunded(cents));
      balances.push((await state()).balance / USD);
    }
    expect(balances).toEqual([6, 6, 6, 0, 0]);
    expect(await state()).toEqual({ balance: 0, status: 'active', owed: 0 });
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('by wallet pay a debt first, and take calls again once nothing is owed', async () => {
    const { hear, paid, state, books, ledger, principal, refunded } = await scene(shared);
    await hear(paid);
    await settle(ledger, (await open(ledger, principal, { priceMicros: 8 * USD })).id);
    await hear(refunded(500));
    const deposit = async (amount: number): Promise<void> => {
      const claim = buildWalletClaim(ledger, { purpose: 'deposit', amount, account: principal });
      await ledger.database.write(claimPayment, claim);
      await ledger.database.write(storeAnswer, { ...claim, answer: '{}', cost: null, leaseMs: 60_000 });
      for (let times = 0; times < 2; times++)
        await ledger.database.write(bookWalletDeposit, { id: claim.id, transaction: '0xabc' });
    };
    await deposit(2 * USD);
    expect(await state()).toEqual({ balance: 0, status: 'suspended', owed: USD });
    await deposit(5 * USD);
    expect(await state()).toEqual({ balance: 4 * USD, status: 'active', owed: 0 });
    expect(await open(ledger, { ...principal })).toMatchObject({ state: 'opened' });
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('leave a debt where the money is spent: the account is suspended, and later deposits pay that first', async () => {
    const { hear, paid, state, books, ledger, principal, refunded } = await scene(shared);
    await hear(paid);
    const spent = await open(ledger, principal, { priceMicros: 8 * USD });
    await settle(ledger, spent.id);
    await hear(refunded(500));
    expect(await state()).toEqual({ balance: 0, status: 'suspended', owed: 3 * USD });
    expect(await open(ledger, principal)).toMatchObject({ state: 'refused', refused: 'status' });
    expect(await books.verify()).toMatchObject({ ok: true });
    // A held account may deposit; what it owes comes first.
    const { accountId } = principal;
    await ledger.database.write(grant, { accountId, actor: 'operator', amountMicros: USD, reason: '', grantId: 'g1' });
    expect(await state()).toEqual({ balance: 0, status: 'suspended', owed: 2 * USD });
    const { id: checkoutId } = await reserve(ledger, accountId);
    await hear({ ...paid, checkoutId, sessionId: 'cs_later', paymentId: 'pi_later' });
    expect(await state()).toEqual({ balance: 8 * USD, status: 'active', owed: 0 });
    expect(await open(ledger, { ...principal })).toMatchObject({ state: 'opened' });
    const report = await books.verify();
    expect(report).toMatchObject({ ok: true });
  });

  it('freeze a disputed payment, and give it back when the dispute is won', async () => {
    const { hear, paid, state, books, ledger, principal, dispute } = await scene(shared);
    await hear(paid);
    const spent = await open(ledger, principal, { priceMicros: 4 * USD });
    await settle(ledger, spent.id);
    await hear(dispute('open'));
    expect(await state()).toEqual({ balance: 0, status: 'suspended', owed: 4 * USD });
    await hear(dispute('won'));
    expect(await state()).toEqual({ balance: 6 * USD, status: 'active', owed: 0 });
    await hear(dispute('open'));
    expect(await state()).toEqual({ balance: 6 * USD, status: 'active', owed: 0 });
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('keep a lost dispute, and the account suspended until its operator decides', async () => {
    const { hear, paid, state, books, ledger, principal, dispute } = await scene(shared);
    await hear(paid);
    await hear(dispute('open'));
    await hear(dispute('lost'));
    expect(await state()).toEqual({ balance: 0, status: 'suspended', owed: 0 });
    const operator = buildOperator(ledger.database, commandLine);
    await operator.grant({ agentId: principal.accountId, amountMicros: USD });
    expect((await state()).status).toBe('suspended');
    await operator.activate(principal.accountId);
    expect(await state()).toEqual({ balance: USD, status: 'active', owed: 0 });
    // It is told again, which changes nothing.
    await hear(dispute('lost'));
    expect((await state()).status).toBe('active');
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it("never lift an operator's suspension", async () => {
    const { hear, paid, state, ledger, principal, dispute } = await scene(shared);
    await hear(paid);
    await hear(dispute('open'));
    const operator = buildOperator(ledger.database, commandLine);
    expect(await operator.suspend(principal.accountId, 'fraud')).toEqual({ changed: false });
    await hear(dispute('won'));
    expect(await state()).toMatchObject({ balance: 10 * USD, status: 'suspended' });
    await expect(reserve(ledger, principal.accountId)).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
  });

  it('do nothing when they fail in the middle, and everything when they come again', async () => {
    const { hear, paid, state, books } = await scene(await freshStage(engine));
    const name = 'fail_payments';
    const [fail, heal] =
      engine === 'sqlite'
        ? [
            [`CREATE TRIGGER ${name} BEFORE UPDATE OF amount ON payments BEGIN SELECT RAISE(ABORT, 'full'); END`],
            [`DROP TRIGGER ${name}`],
          ]
        : [
            [
              `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$`,
              `CREATE TRIGGER ${name} BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION ${name}()`,
            ],
            [`DROP TRIGGER ${name} ON payments`],
          ];
    await books.execute(...fail);
    await expect(hear(paid, 'evt_1')).rejects.toMatchObject({ code: 'INTERNAL' });
    expect((await state()).balance).toBe(0);
    expect(await books.rows('SELECT * FROM deposits')).toEqual([]);
    await books.execute(...heal);
    expect((await hear(paid, 'evt_1')).outcome).toBe('credited');
    expect((await hear(paid, 'evt_1')).outcome).toBe('duplicate');
    expect(await state()).toEqual({ balance: 10 * USD, status: 'active', owed: 0 });
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('have one open checkout for an account and amount, however many ask for it', async () => {
    const { ledger, principal, checkoutId } = await scene(shared);
    const { accountId } = principal;
    const [same, ...more] = await Promise.all(Array.from({ length: 10 }, () => reserve(ledger, accountId)));
    expect(same?.id).toBe(checkoutId);
    expect(new Set(more.map(({ id }) => id))).toEqual(new Set([checkoutId]));
    const other = await Promise.all(Array.from({ length: 10 }, () => reserve(ledger, accountId, 25)));
    expect(new Set(other.map(({ id }) => id)).size).toBe(1);
    const [first] = other;
    await ledger.database.write(dropCheckout, { checkoutId: first?.id ?? '' });
    expect((await reserve(ledger, accountId, 25)).id).not.toBe(first?.id);
  });

  it('replace a checkout whose time is almost over', async () => {
    const { books, ledger, principal, checkoutId, hear, paid, state } = await scene(await freshStage(engine));
    await books.execute(`UPDATE checkouts SET expires_at = expires_at - ${11.5 * 3_600_000}`);
    const next = await reserve(ledger, principal.accountId);
    expect(next.id).not.toBe(checkoutId);
    // It can still be paid, and is credited then.
    expect((await hear(paid)).outcome).toBe('credited');
    expect((await state()).balance).toBe(10 * USD);
  });

  it('are proved: what does not fit is found', async () => {
    const { hear, paid, books, refunded } = await scene(await freshStage(engine));
    await hear(paid);
    await hear(refunded(300));
    expect(await books.verify()).toMatchObject({ ok: true });
    const faults: [statement: string, undo: string, line: RegExp][] = [
      ['UPDATE payments SET taken = 1', `UPDATE payments SET taken = ${3 * USD}`, /does not follow from its refunds/],
      ['UPDATE payments SET taken = 1', `UPDATE payments SET taken = ${3 * USD}`, /differs from the transfers/],
      ['UPDATE payments SET amount = 1', `UPDATE payments SET amount = ${10 * USD}`, /paid checkout was not credited/],
      [`UPDATE checkouts SET state = 'open'`, `UPDATE checkouts SET state = 'paid'`, /belongs to no paid checkout/],
      [
        `INSERT INTO payment_holds SELECT id, 0 FROM accounts`,
        'DELETE FROM payment_holds',
        /held for a payment without being suspended/,
      ],
    ];
    for (const [statement, undo, line] of faults) {
      await books.execute(statement);
      const { ok, lines } = await books.verify();
      expect({ ok, lines }).toEqual({ ok: false, lines: expect.arrayContaining([expect.stringMatching(line)]) });
      await books.execute(undo);
    }
    expect(await books.verify()).toMatchObject({ ok: true });
  });

  it('are not credited again when the note of their event is gone', async () => {
    const { hear, paid, state, books, ledger } = await scene(await freshStage(engine));
    await hear(paid, 'evt_1');
    await books.execute(`UPDATE payment_events SET at = at - ${61 * 86_400_000}`);
    expect(await ledger.database.purge()).toBe(1);
    expect(await books.rows('SELECT * FROM payment_events')).toEqual([]);
    expect((await hear(paid, 'evt_1')).outcome).toBe('noted');
    expect((await state()).balance).toBe(10 * USD);
  });

  it('spend nothing twice while calls run beside them', async () => {
    const { hear, paid, books, ledger, principal, refunded, dispute } = await scene(shared);
    await hear(paid);
    const calls = Array.from({ length: 40 }, async () => {
      const { id, state } = await open(ledger, principal, { priceMicros: PRICE * 100 });
      if (state === 'opened') await settle(ledger, id);
    });
    const news = [refunded(200), refunded(500), dispute('open', 300), dispute('won', 300), paid, refunded(500)];
    await Promise.all([...calls, ...news.map((one) => hear(one))]);
    expect(await books.verify()).toMatchObject({ ok: true });
  });
});

it('two instances on one PostgreSQL credit a session once', async () => {
  const { books, ledger, hear, paid, state, refunded } = await scene(await freshStage('postgres'));
  if (!books.database.shared) return;
  const second = await books.start();
  const other = (id: string) => apply(second, 'live', paid, id);
  const done = await Promise.all(
    Array.from({ length: 25 }, (_, i) => [hear(paid, `evt_${i % 5}`), other(`evt_${i % 5}`)]).flat(),
  );
  expect(done.filter(({ outcome }) => outcome === 'credited')).toHaveLength(1);
  expect(await state()).toEqual({ balance: 10 * USD, status: 'active', owed: 0 });
  const both = await Promise.all([hear(refunded(600)), apply(second, 'live', refunded(600), 'evt_r')]);
  expect(both.map(({ outcome }) => outcome).sort()).toEqual(['moved', 'noted']);
  expect((await state()).balance).toBe(4 * USD);
  expect(await books.verify()).toMatchObject({ ok: true });
  await ledger.database.now();
});
