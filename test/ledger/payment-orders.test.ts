/** Refunds and disputes in every order: the events of one payment, as Stripe sends them, come to what really happened. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteSession, reserveCheckout } from '../../src/ledger/payments/checkouts-writes.ts';
import { applyPayment } from '../../src/ledger/payments/payments-writes.ts';
import type { Ledger } from '../../src/ledger/types.ts';
import { createTimeOrderedId } from '../../src/lib/ids.ts';
import { type PaymentEvent, readEvent } from '../../src/providers/stripe-events.ts';
import { account, engines, openBooks } from './books.ts';

const PAID_CENTS = 1_000;
const MICROS_PER_CENT = 10_000;

/** What an endpoint is subscribed to, and under which API version. */
interface Endpoint {
  totals: boolean;
  lists: boolean;
  refundEvents: boolean;
  failureTypes: readonly string[];
  fundsEvents: boolean;
  transactions: boolean;
}

type Step =
  | { do: 'refund'; cents: number }
  | { do: 'fail'; which: number; status: 'failed' | 'canceled' }
  | { do: 'dispute'; cents: number; isInquiry: boolean }
  | { do: 'close'; which: number; how: 'won' | 'lost' | 'prevented' };

interface Refund {
  id: string;
  amount: number;
  status: string;
}
interface Dispute {
  id: string;
  amount: number;
  status: string;
  moved: number[];
}

/** Plays the steps a minute apart, and collects the events that the endpoint gets. */
class Timeline {
  readonly events: object[] = [];
  readonly refunds: Refund[] = [];
  readonly disputes: Dispute[] = [];
  readonly #mark: string;
  readonly #endpoint: Endpoint;
  #seconds = 1_790_000_000;

  constructor(mark: string, endpoint: Endpoint, session: object) {
    this.#mark = mark;
    this.#endpoint = endpoint;
    this.#emit('checkout.session.completed', session);
  }

  get expectedCents(): number {
    const withheld = this.disputes.reduce((sum, { moved }) => sum - moved.reduce((one, more) => one + more, 0), 0);
    return PAID_CENTS - Math.min(PAID_CENTS, this.refundedCents + withheld);
  }

  get refundedCents(): number {
    const succeeded = this.refunds.filter(({ status }) => status === 'succeeded');
    return succeeded.reduce((sum, { amount }) => sum + amount, 0);
  }

  play(step: Step): void {
    this.#seconds += 60;
    if (step.do === 'refund') this.#refund(step.cents);
    else if (step.do === 'fail') this.#fail(step.which, step.status);
    else if (step.do === 'dispute') this.#dispute(step.cents, step.isInquiry);
    else this.#close(step.which, step.how);
  }

  #refund(cents: number): void {
    const amount = Math.min(cents, PAID_CENTS - this.refundedCents);
    if (amount <= 0) return;
    const refund = { id: `re_${this.#mark}_${this.refunds.length}`, amount, status: 'succeeded' };
    this.refunds.push(refund);
    if (this.#endpoint.refundEvents) this.#emit('refund.created', this.#refundObject(refund));
    if (this.#endpoint.totals || !this.#endpoint.refundEvents) {
      const refunds = { data: this.refunds.map((one) => this.#refundObject(one)) };
      const charge = { object: 'charge', amount_refunded: this.refundedCents, ...this.#payment };
      this.#emit('charge.refunded', this.#endpoint.lists ? { ...charge, refunds } : charge);
    }
  }

  #fail(which: number, status: string): void {
    const refund = this.refunds[which % Math.max(1, this.refunds.length)];
    if (refund?.status !== 'succeeded') return;
    refund.status = status;
    for (const type of this.#endpoint.failureTypes) this.#emit(type, this.#refundObject(refund));
  }

  #dispute(amount: number, isInquiry: boolean): void {
    const id = `dp_${this.#mark}_${this.disputes.length}`;
    const dispute: Dispute = { id, amount, status: isInquiry ? 'warning_needs_response' : 'needs_response', moved: [] };
    this.disputes.push(dispute);
    if (isInquiry) this.#emitDispute('created', dispute);
    else {
      dispute.moved.push(-amount);
      this.#emitDispute('created', dispute);
      if (this.#endpoint.fundsEvents) this.#emitDispute('funds_withdrawn', dispute);
    }
  }

  /** An inquiry that is lost has become a dispute before. */
  #close(which: number, how: 'won' | 'lost' | 'prevented'): void {
    const dispute = this.disputes[which % Math.max(1, this.disputes.length)];
    if (!dispute || /^(won|lost|prevented|warning_closed)$/.test(dispute.status)) return;
    const isInquiry = dispute.moved.length === 0;
    if (isInquiry && how !== 'lost') {
      dispute.status = how === 'won' ? 'warning_closed' : how;
      this.#emitDispute('closed', dispute);
      return;
    }
    if (isInquiry) {
      dispute.status = 'under_review';
      dispute.moved.push(-dispute.amount);
      this.#emitDispute('updated', dispute);
      if (this.#endpoint.fundsEvents) this.#emitDispute('funds_withdrawn', dispute);
      this.#seconds += 60;
    }
    dispute.status = how;
    if (how !== 'lost') dispute.moved.push(dispute.amount);
    this.#emitDispute('closed', dispute);
    if (how !== 'lost' && this.#endpoint.fundsEvents) this.#emitDispute('funds_reinstated', dispute);
  }

  get #payment() {
    return { payment_intent: `pi_${this.#mark}`, currency: 'usd' };
  }

  #refundObject = ({ id, amount, status }: Refund): object => ({
    ...{ object: 'refund', id, amount, status, charge: `ch_${this.#mark}` },
    ...this.#payment,
  });

  #emitDispute(kind: string, { id, amount, status, moved }: Dispute): void {
    const transactions = moved.map((one) => ({ amount: one, currency: 'usd' }));
    const balance_transactions = this.#endpoint.transactions ? transactions : [];
    this.#emit(`charge.dispute.${kind}`, { id, amount, status, balance_transactions, ...this.#payment });
  }

  #emit(type: string, object: object): void {
    const id = `evt_${this.#mark}_${this.events.length}`;
    this.events.push(structuredClone({ id, type, created: this.#seconds, livemode: true, data: { object } }));
  }
}

const failureTypes = fc.constantFrom(
  ['refund.failed'],
  ['charge.refund.updated'],
  ['refund.updated'],
  ['refund.updated', 'refund.failed', 'charge.refund.updated'],
);
const endpoint: fc.Arbitrary<Endpoint> = fc.record({
  totals: fc.boolean(),
  lists: fc.boolean(),
  refundEvents: fc.boolean(),
  failureTypes,
  fundsEvents: fc.boolean(),
  transactions: fc.boolean(),
});
const which = fc.nat(3);
const cents = fc.constantFrom(100, 250, 600, 1_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('refund' as const), cents }),
  fc.record({
    do: fc.constant('fail' as const),
    which,
    status: fc.constantFrom('failed' as const, 'canceled' as const),
  }),
  fc.record({ do: fc.constant('dispute' as const), cents, isInquiry: fc.boolean() }),
  fc.record({
    ...{ do: fc.constant('close' as const), which },
    how: fc.constantFrom('won' as const, 'lost' as const, 'prevented' as const),
  }),
);
const scenario = fc.record({
  endpoint,
  steps: fc.array(step, { minLength: 2, maxLength: 8 }),
  /** Where each event, and each repeat, lands. */
  order: fc.array(fc.nat(1_000), { minLength: 64, maxLength: 64 }),
  repeats: fc.array(fc.nat(20), { maxLength: 4 }),
});

const hear = (ledger: Ledger, { id, type, digest, update: news }: PaymentEvent) =>
  ledger.database.write(applyPayment, { mode: 'live', event: { id, type, digest }, news });

describe.each(engines)('refunds and disputes on %s', (engine) => {
  let books: Awaited<ReturnType<typeof openBooks>>;
  let ledger: Ledger;
  let marks = 0;
  beforeAll(async () => {
    books = await openBooks(engine);
    ledger = await books.start();
  });
  afterAll(() => books.close());

  /** An account with a checkout, and what Stripe says of its session once it is paid. */
  async function openDeposit() {
    const mark = `${engine}${++marks}`;
    const { accountId } = await account(ledger, 0);
    const checkoutId = createTimeOrderedId('chk_');
    await ledger.database.write(reserveCheckout, { accountId, amountMicros: PAID_CENTS * MICROS_PER_CENT, checkoutId });
    await ledger.database.write(noteSession, { checkoutId, sessionId: `cs_${mark}`, url: 'https://pay.example/1' });
    const session = {
      ...{ id: `cs_${mark}`, mode: 'payment', payment_status: 'paid', payment_intent: `pi_${mark}`, currency: 'usd' },
      ...{ amount_total: PAID_CENTS, client_reference_id: accountId, metadata: { farebox_checkout: checkoutId } },
    };
    const state = async () => {
      const [row] = await books.rows(`SELECT balance, status FROM accounts WHERE id = '${accountId}'`);
      return { cents: Number(row?.balance) / MICROS_PER_CENT, status: row?.status };
    };
    return { mark, session, state };
  }

  it('come to what happened, in every order, with repeats, whatever the endpoint is subscribed to', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ endpoint: given, steps, order, repeats }) => {
        const { mark, session, state } = await openDeposit();
        const timeline = new Timeline(mark, given, session);
        for (const one of steps) timeline.play(one);
        const { events } = timeline;
        const repeated = repeats.flatMap((at) => events[at % events.length] ?? []);
        const sent = [...events, ...repeated]
          .map((event, at) => ({ event, place: order[at % order.length] ?? 0 }))
          .sort((one, other) => one.place - other.place);
        for (const { event } of sent) await hear(ledger, readEvent(event));
        const isWithheld = timeline.disputes.some(({ moved }) => moved.reduce((sum, one) => sum + one, 0) < 0);
        const { cents: found, status } = await state();
        expect(found).toBe(timeline.expectedCents);
        if (!isWithheld) expect(status).toBe('active');
        expect(await books.verify()).toMatchObject({ ok: true });
      }),
      { numRuns: 25 },
    );
  });

  it('tell the operator of failed refunds and every step of a dispute, and of none of them twice', async () => {
    const { mark, session } = await openDeposit();
    const all = { totals: true, lists: false, refundEvents: true, fundsEvents: true, transactions: true };
    const timeline = new Timeline(mark, { ...all, failureTypes: ['refund.failed', 'charge.refund.updated'] }, session);
    timeline.play({ do: 'refund', cents: 250 });
    timeline.play({ do: 'fail', which: 0, status: 'failed' });
    timeline.play({ do: 'dispute', cents: 600, isInquiry: true });
    timeline.play({ do: 'close', which: 0, how: 'lost' });
    const alerts: (string | null)[] = [];
    for (const event of timeline.events) alerts.push((await hear(ledger, readEvent(event))).alert);
    expect(alerts.filter((alert) => alert !== null)).toEqual([
      expect.stringMatching(/^re_\w+ of pi_\w+ failed: agt_\w+ keeps that money$/),
      expect.stringMatching(/^dispute dp_\w+ of pi_\w+ \(agt_\w+\): the bank asks about it, no money moved$/),
      expect.stringMatching(/: open, 6 USD withheld$/),
      expect.stringMatching(/: lost, 6 USD withheld$/),
    ]);
  });

  it('take back only what a partial reinstatement leaves withheld', async () => {
    const { mark, session, state } = await openDeposit();
    const payment = { payment_intent: `pi_${mark}`, currency: 'usd', amount: 800, id: `dp_${mark}`, status: 'won' };
    const tell = (type: string, created: number, moved: number[]) => {
      const balance_transactions = moved.map((amount) => ({ amount, currency: 'usd' }));
      const data = { object: { ...payment, balance_transactions } };
      return hear(ledger, readEvent({ id: `evt_${type}_${mark}`, type, created, livemode: true, data }));
    };
    const data = { object: session };
    const type = 'checkout.session.completed';
    await hear(ledger, readEvent({ id: `evt_${mark}`, type, created: 1, livemode: true, data }));
    await tell('charge.dispute.funds_withdrawn', 2, [-800]);
    expect((await state()).cents).toBe(200);
    await tell('charge.dispute.funds_reinstated', 3, [-800, 300]);
    expect((await state()).cents).toBe(500);
  });
});
