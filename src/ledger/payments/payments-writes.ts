/**
 * Applies an event of the payment provider in one transaction with the record that it was seen. Events arrive late,
 * twice and in any order: each adds to the state of a checkout, payment or dispute, and the ledger moves the
 * difference between what follows from that state and what it has moved already. Lock order: event, payment, account.
 */

import { defineWrite } from '../../database/define.ts';
import { lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Mode } from '../../kernel/principal.ts';
import { MICROS_PER_CENT, toUsdText } from '../../lib/money.ts';
import type { CheckoutUpdate, DisputeUpdate, PaymentUpdate, RefundUpdate } from '../../providers/stripe-events.ts';
import { lockAccount } from '../account-lock.ts';
import { credit } from '../accounts/deposits-writes.ts';
import { planTold } from '../accounts/plan-events.ts';
import { audit } from '../audit.ts';
import { listTrouble, noteDispute, noteRefunds, sumRefunds } from './payment-facts.ts';
import type { CheckoutRow, PaymentRow } from './payment-tables.ts';
import { settlePayment, type TakeBackReason } from './settle-payment.ts';
import { endTopUp, saveCard } from './top-ups/top-up-writes.ts';

export interface PaymentEventInput {
  mode: Mode;
  event: { id: string; type: string; digest: string };
}

export const paymentOutcomes = ['credited', 'moved', 'noted', 'refused', 'ignored', 'duplicate'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

export interface PaymentEffect {
  outcome: PaymentOutcome;
  /** The operator should look: what has happened, in words. */
  alert: string | null;
  accountId: string | null;
}

const CURRENCY = 'usd';

const buildEffect = (outcome: PaymentOutcome, accountId: string | null = null): PaymentEffect => ({
  outcome,
  alert: null,
  accountId,
});

/** Applies an event once; when it throws, nothing has happened and the event may come again. */
export const applyPayment = defineWrite(
  'payments.applyPayment',
  async (ctx: Tx, input: PaymentEventInput & { news: PaymentUpdate }): Promise<PaymentEffect> => {
    const { mode, event, news } = input;
    const { state, digest } = await noteEvent(ctx, input, 'unfinished');
    if (digest !== null && digest !== event.digest) throw createOtherEventError();
    if (state === 'done') return buildEffect('duplicate');
    const effect = await applyNews(ctx, mode, news);
    await ctx.db
      .updateTable('payment_events')
      .set({ state: 'done', outcome: effect.alert ?? effect.outcome, alert: effect.alert === null ? 0 : 1 })
      .where('mode', '=', mode)
      .where('id', '=', event.id)
      .execute();
    return effect;
  },
  { forgets: 'keys' },
);

/** Writes down that an event could not be applied; one that was applied meanwhile stays so. */
export const notePaymentFailure = defineWrite(
  'payments.notePaymentFailure',
  async (ctx: Tx, input: PaymentEventInput & { reason: string }): Promise<null> => {
    await noteEvent(ctx, input, input.reason);
    return null;
  },
);

/** The event's row, locked; its state is `done` when an earlier delivery has had its effect. */
async function noteEvent(ctx: Tx, { mode, event }: PaymentEventInput, outcome: string) {
  return await ctx.db
    .insertInto('payment_events')
    .values({
      mode,
      id: event.id,
      type: event.type,
      state: 'failed',
      outcome,
      digest: event.digest,
      tries: 1,
      alert: 0,
      at: ctx.nowMs,
    })
    .onConflict((conflict) =>
      conflict.columns(['mode', 'id']).doUpdateSet((eb) => ({
        tries: eb('payment_events.tries', '+', 1),
        outcome: eb
          .case()
          .when('payment_events.state', '=', 'done')
          .then(eb.ref('payment_events.outcome'))
          .else(outcome)
          .end(),
      })),
    )
    .returning(['state', 'digest'])
    .executeTakeFirstOrThrow();
}

const createOtherEventError = (): FareboxError =>
  new FareboxError('INVALID_INPUT', {
    message: 'An event with this ID was already received with different data.',
    next: 'Only the payment provider can send this.',
  });

async function applyNews(ctx: Tx, mode: Mode, news: PaymentUpdate): Promise<PaymentEffect> {
  switch (news.about) {
    case 'checkout':
      return await handleCheckout(ctx, mode, news);
    case 'refund':
      return await handleRefund(ctx, mode, news);
    case 'dispute':
      return await handleDispute(ctx, mode, news);
    case 'plan':
      // Companies are live: test money buys no plan.
      if (mode === 'test') return buildEffect('ignored');
      await ctx.tell(planTold, news);
      return buildEffect('noted');
    case 'card':
      return buildEffect((await saveCard(ctx, mode, news)) ? 'noted' : 'ignored', news.accountId);
    case 'unmatched':
      return { ...buildEffect('ignored'), alert: `${news.id} names no payment: run farebox reconcile` };
    case 'other':
      return buildEffect('ignored');
  }
}

async function handleCheckout(ctx: Tx, mode: Mode, news: CheckoutUpdate): Promise<PaymentEffect> {
  const checkout = await findCheckout(ctx, mode, news);
  if (!checkout) {
    // Other business on the same provider account is none of ours; what carries our mark should be known here.
    if (news.checkoutId === null || news.state !== 'paid') return buildEffect('ignored');
    return {
      ...buildEffect('ignored'),
      alert: `the paid checkout ${news.checkoutId} (${news.sessionId}) is not known here`,
    };
  }
  if (news.state === 'paid') return await handlePaid(ctx, checkout, news);
  const account = await lockAccount(ctx, checkout.account_id);
  const from = { pending: ['open', 'expired'], failed: ['open', 'pending', 'expired'], expired: ['open'] } as const;
  await ctx.db
    .updateTable('checkouts')
    .set({ state: news.state })
    .where('id', '=', checkout.id)
    .where('state', 'in', from[news.state])
    .execute();
  if (checkout.kind === 'top_up' && news.state !== 'pending')
    await endTopUp(ctx, account.id, checkout.id, news.reason ?? 'failed');
  return buildEffect('noted', account.id);
}

/** By the session, or by our own mark on it: an event can be faster than the answer that tells us the session. */
async function findCheckout({ db }: Tx, mode: Mode, news: CheckoutUpdate): Promise<CheckoutRow | undefined> {
  const query = db.selectFrom('checkouts').selectAll().where('mode', '=', mode);
  const bySession = await query.where('session_id', '=', news.sessionId).executeTakeFirst();
  if (bySession || news.checkoutId === null) return bySession;
  return await query.where('id', '=', news.checkoutId).executeTakeFirst();
}

async function handlePaid(ctx: Tx, checkout: CheckoutRow, news: CheckoutUpdate): Promise<PaymentEffect> {
  const { id, mode, account_id: accountId, amount } = checkout;
  const payment = await lockPayment(ctx, mode, news.paymentId ?? news.sessionId);
  const account = await lockAccount(ctx, accountId);
  const { state } = await ctx.db.selectFrom('checkouts').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  if (state === 'paid' || state === 'refused') return buildEffect('noted', accountId);
  const fault = findFault(checkout, news, payment);
  if (checkout.kind === 'top_up') await endTopUp(ctx, accountId, id, fault === null ? null : 'failed');
  if (fault !== null) {
    await ctx.db.updateTable('checkouts').set({ state: 'refused' }).where('id', '=', id).execute();
    const details = { checkout: id, session: news.sessionId, payment: payment.id, fault };
    await audit(ctx, { actor: 'payments', action: 'payment.refuse', subject: accountId, details });
    return { outcome: 'refused', accountId, alert: `a payment was not credited: ${fault}` };
  }
  const externalId = `stripe:${news.sessionId}`;
  await credit(ctx, account, { accountId, mode, amountMicros: amount, source: 'card', externalId });
  await ctx.db
    .updateTable('checkouts')
    .set({ state: 'paid', session_id: news.sessionId })
    .where('id', '=', id)
    .execute();
  await ctx.db
    .updateTable('payments')
    .set({ checkout_id: id, account_id: accountId, amount })
    .where('mode', '=', mode)
    .where('id', '=', payment.id)
    .execute();
  await settlePayment(ctx, { ...payment, account_id: accountId, amount });
  const trouble = await listTrouble(ctx, payment);
  const alert = `${payment.id} of ${accountId} was credited with ${trouble.join(', ')}`;
  return { outcome: 'credited', accountId, alert: trouble.length === 0 ? null : alert };
}

/** Why a payment is not what was asked for; null when it is. */
function findFault(checkout: CheckoutRow, news: CheckoutUpdate, payment: PaymentRow): string | null {
  const { amountMinor, currency } = news;
  if (currency !== CURRENCY) return `the currency is ${currency}`;
  if (amountMinor === null || amountMinor * MICROS_PER_CENT !== checkout.amount) {
    return `${amountMinor} cents were paid where ${checkout.amount / MICROS_PER_CENT} were asked for`;
  }
  if (news.accountId !== checkout.account_id) return 'the payment names another account';
  if (checkout.session_id !== null && checkout.session_id !== news.sessionId) return 'the checkout has another session';
  return payment.checkout_id === null ? null : 'the payment belongs to another checkout';
}

async function handleRefund(ctx: Tx, mode: Mode, news: RefundUpdate): Promise<PaymentEffect> {
  const payment = await lockPayment(ctx, mode, news.paymentId);
  const fault = refuseCurrency(payment, news.currency);
  if (fault) return fault;
  const failed = await noteRefunds(ctx, payment, news);
  const refunded = await sumRefunds(ctx, payment);
  await ctx.db
    .updateTable('payments')
    .set({ refunded })
    .where('mode', '=', mode)
    .where('id', '=', payment.id)
    .execute();
  const effect = await applySettlement(ctx, { ...payment, refunded }, 'refunded');
  if (effect.accountId === null || failed.length === 0) return effect;
  return { ...effect, alert: `${failed.join(', ')} of ${payment.id} failed: ${effect.accountId} keeps that money` };
}

async function handleDispute(ctx: Tx, mode: Mode, news: DisputeUpdate): Promise<PaymentEffect> {
  const payment = await lockPayment(ctx, mode, news.paymentId);
  const fault = refuseCurrency(payment, news.currency);
  if (fault) return fault;
  const isNews = await noteDispute(ctx, payment, news);
  const effect = await applySettlement(ctx, payment, 'disputed');
  if (effect.accountId === null || !isNews) return effect;
  const withheld = `${toUsdText(news.withheldMinor * MICROS_PER_CENT)} USD withheld`;
  const state = news.state === 'inquiry' ? 'the bank asks about it, no money moved' : `${news.state}, ${withheld}`;
  return { ...effect, alert: `dispute ${news.disputeId} of ${payment.id} (${effect.accountId}): ${state}` };
}

/** Money in a currency that we never ask for: nothing is done with it, and somebody should look if it is ours. */
function refuseCurrency(payment: PaymentRow, currency: string): PaymentEffect | null {
  if (currency === CURRENCY) return null;
  if (payment.account_id === null) return buildEffect('ignored');
  return { outcome: 'refused', accountId: payment.account_id, alert: `${payment.id} moved money in ${currency}` };
}

async function applySettlement(ctx: Tx, payment: PaymentRow, why: TakeBackReason): Promise<PaymentEffect> {
  if (payment.account_id === null) return buildEffect('noted');
  const moved = await settlePayment(ctx, payment, why);
  return buildEffect(moved === 0 ? 'noted' : 'moved', payment.account_id);
}

/** The payment's row, locked; made when nothing was heard of it before. */
async function lockPayment(ctx: Tx, mode: Mode, id: string): Promise<PaymentRow> {
  await ctx.db
    .insertInto('payments')
    .values({ mode, id, checkout_id: null, account_id: null, amount: 0, refunded: 0, taken: 0, at: ctx.nowMs })
    .onConflict((conflict) => conflict.columns(['mode', 'id']).doNothing())
    .execute();
  const query = ctx.db.selectFrom('payments').selectAll().where('mode', '=', mode).where('id', '=', id);
  return await lockRows(ctx, query).executeTakeFirstOrThrow();
}
