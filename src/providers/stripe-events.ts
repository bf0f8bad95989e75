/** Translates Stripe events. Format: https://docs.stripe.com/api/events */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type CardUpdate, readCardSession, readTopUp } from './stripe-card-events.ts';
import { CHECKOUT_MARK } from './stripe-marks.ts';
import { type PlanUpdate, readInvoice, readPlanCheckout, readSubscription } from './stripe-plan-events.ts';

const text = z.string();
const minorAmount = z.int().nonnegative();
const timeMs = z.int();

/**
 * A checkout session was paid, confirmed with the money still to come, given up by the bank, or ran out. An automatic
 * top-up is told the same way: its session is the payment.
 */
const checkoutUpdate = z.object({
  about: z.literal('checkout'),
  sessionId: text,
  /** Our own id of it; null when the session is none of ours. */
  checkoutId: text.nullable(),
  /** The account it names. */
  accountId: text.nullable(),
  state: z.enum(['paid', 'pending', 'failed', 'expired']),
  paymentId: text.nullable(),
  /** In the currency's smallest unit. */
  amountMinor: z.number().nullable(),
  /** Lower-case ISO 4217. */
  currency: text.nullable(),
  /** Why an automatic top-up failed. */
  reason: z.enum(['declined', 'requires_action', 'failed']).optional(),
});

/** Refunds of a payment, with their total where the charge reported it. */
const refundUpdate = z.object({
  about: z.literal('refund'),
  paymentId: text,
  currency: text,
  atMs: timeMs,
  /** All refunds of the charge that had not failed at that time; null in the events of a single refund. */
  refundedMinor: minorAmount.nullable(),
  refunds: z.array(z.object({ id: text, amountMinor: minorAmount, hasFailed: z.boolean() })),
  /** `refunds` holds every refund of the payment: earlier totals no longer count. */
  isComplete: z.boolean(),
});

/**
 * State of a dispute at a time. Statements about moved money (ranks from 10) outrank the others, which only say that a
 * dispute is open; among equals the latest counts, and within one second the higher rank.
 */
const disputeUpdate = z.object({
  about: z.literal('dispute'),
  paymentId: text,
  disputeId: text,
  amountMinor: minorAmount,
  currency: text,
  atMs: timeMs,
  state: z.enum(['inquiry', 'open', 'won', 'lost']),
  withheldMinor: minorAmount,
  rank: z.int(),
});

/** A refund or dispute that names no payment: it can only be matched by asking the provider. */
const unmatchedUpdate = z.object({ about: z.literal('unmatched'), id: text });

/** Updates that reconciliation may repair. */
export const repairShape = z.discriminatedUnion('about', [checkoutUpdate, refundUpdate, disputeUpdate]);

export type CheckoutUpdate = z.infer<typeof checkoutUpdate>;
export type RefundUpdate = z.infer<typeof refundUpdate>;
export type DisputeUpdate = z.infer<typeof disputeUpdate>;
export type PaymentRepair = z.infer<typeof repairShape>;
export type PaymentUpdate =
  | PaymentRepair
  | PlanUpdate
  | CardUpdate
  | z.infer<typeof unmatchedUpdate>
  | { about: 'other' };

export interface PaymentEvent {
  /** `evt_…` */
  id: string;
  type: string;
  livemode: boolean;
  update: PaymentUpdate;
  /** SHA-256 of its type and data: what else differs between two deliveries is their own. */
  digest: string;
}

/** A reference, which may come as the whole object. */
const referenceShape = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);

export const sessionShape = z.object({
  id: z.string().min(1),
  mode: z.string(),
  payment_status: z.string(),
  payment_intent: referenceShape,
  amount_total: minorAmount.nullish(),
  currency: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

/** A refund or dispute names its payment itself, or through its charge where that was expanded. */
const paidFor = {
  payment_intent: referenceShape,
  charge: z
    .union([z.string().transform(() => null), z.object({ payment_intent: referenceShape })])
    .nullish()
    .transform((charge) => charge?.payment_intent ?? null),
};

export const refundShape = z.object({
  id: z.string().min(1),
  ...paidFor,
  amount: minorAmount,
  currency: z.string(),
  status: z.string().nullish(),
});

/** Charges list their refunds only under API versions before 2022-11-15. */
const chargeShape = z.object({
  payment_intent: referenceShape,
  amount_refunded: minorAmount,
  currency: z.string(),
  refunds: z
    .object({ data: z.array(refundShape.pick({ id: true, amount: true, status: true })) })
    .nullish()
    .catch(null),
});

export const disputeShape = z.object({
  id: z.string().min(1),
  ...paidFor,
  amount: minorAmount,
  currency: z.string(),
  status: z.string(),
  balance_transactions: z
    .array(z.object({ amount: z.int(), currency: z.string() }))
    .nullish()
    .catch(null),
});

const eventShape = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: z.int().nonnegative(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});

/** Reads an event whose signature has been checked. Throws a ZodError when its shape is not the documented one. */
export function readEvent(json: unknown): PaymentEvent {
  const { id, type, created, livemode, data } = eventShape.parse(json);
  const digest = createHash('sha256')
    .update(`${type}\n${JSON.stringify(data)}`)
    .digest('hex');
  return { id, type, livemode, update: parseUpdate(type, data.object, created * 1000), digest };
}

function parseUpdate(type: string, object: unknown, atMs: number): PaymentUpdate {
  switch (type) {
    case 'checkout.session.completed':
      return (
        readPlanCheckout(object, atMs) ??
        readCardSession(object) ??
        readCheckoutUpdate(type, sessionShape.parse(object))
      );
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.requires_action':
    case 'payment_intent.canceled':
      return readTopUp(object) ?? { about: 'other' };
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return readSubscription(object, atMs) ?? { about: 'other' };
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return readInvoice(type, object, atMs) ?? { about: 'other' };
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return readCheckoutUpdate(type, sessionShape.parse(object));
    case 'charge.refunded':
      return readChargeUpdate(chargeShape.parse(object), atMs);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return readRefundUpdate(refundShape.parse(object), atMs);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return readDisputeUpdate(type, disputeShape.parse(object), atMs);
    default:
      return { about: 'other' };
  }
}

function readCheckoutUpdate(type: string, session: z.output<typeof sessionShape>): PaymentUpdate {
  const state = readCheckoutState(type, session.payment_status);
  if (session.mode !== 'payment' || state === null) return { about: 'other' };
  return {
    about: 'checkout',
    sessionId: session.id,
    checkoutId: session.metadata?.[CHECKOUT_MARK] ?? null,
    accountId: session.client_reference_id ?? null,
    state,
    paymentId: session.payment_intent,
    amountMinor: session.amount_total ?? null,
    currency: session.currency ?? null,
  };
}

/** Null when no money moved, and none will: a session may end with nothing to pay. */
function readCheckoutState(type: string, paymentStatus: string): CheckoutUpdate['state'] | null {
  if (type === 'checkout.session.expired') return 'expired';
  if (type === 'checkout.session.async_payment_failed') return 'failed';
  // A completed session with a delayed method is confirmed, not paid: the money is told by a later event.
  if (paymentStatus === 'unpaid') return 'pending';
  return paymentStatus === 'paid' ? 'paid' : null;
}

export const readRefund = ({ id, amount, status }: Pick<z.output<typeof refundShape>, 'id' | 'amount' | 'status'>) => ({
  id,
  amountMinor: amount,
  hasFailed: status === 'failed' || status === 'canceled',
});

function readChargeUpdate(charge: z.output<typeof chargeShape>, atMs: number): PaymentUpdate {
  const { payment_intent: paymentId, amount_refunded: refundedMinor, currency } = charge;
  if (paymentId === null) return { about: 'other' };
  const refunds = charge.refunds?.data.map(readRefund) ?? [];
  return { about: 'refund', paymentId, currency, atMs, refundedMinor, refunds, isComplete: false };
}

function readRefundUpdate(refund: z.output<typeof refundShape>, atMs: number): PaymentUpdate {
  const paymentId = refund.payment_intent ?? refund.charge;
  const facts = readRefund(refund);
  if (paymentId === null) return facts.hasFailed ? { about: 'unmatched', id: refund.id } : { about: 'other' };
  const { currency } = refund;
  return { about: 'refund', paymentId, currency, atMs, refundedMinor: null, refunds: [facts], isComplete: false };
}

const RANKS = { inquiry: 0, open: 1, withdrawn: 10, lost: 11, won: 12, reinstated: 13 } as const;
type DisputeStep = keyof typeof RANKS;
/** A later look at the provider itself outranks every event of the same second. */
const ASKED_RANK = 20;

/** `type`: of the event; null when the provider was asked how the dispute stands. */
export function readDisputeUpdate(
  type: string | null,
  dispute: z.output<typeof disputeShape>,
  atMs: number,
): DisputeUpdate | z.infer<typeof unmatchedUpdate> {
  const { id: disputeId, amount: amountMinor, currency } = dispute;
  const paymentId = dispute.payment_intent ?? dispute.charge;
  if (paymentId === null) return { about: 'unmatched', id: disputeId };
  const step = readDisputeStep(type, dispute.status);
  const moved = dispute.balance_transactions?.filter((one) => one.currency === currency) ?? [];
  const withheldMinor = readWithheld(step, amountMinor, moved);
  const isOpen = withheldMinor > 0 && step !== 'lost';
  const state = step === 'inquiry' || step === 'lost' ? step : isOpen ? 'open' : 'won';
  const rank = type === null ? ASKED_RANK : step === 'open' && moved.length > 0 ? RANKS.withdrawn : RANKS[step];
  return { about: 'dispute', disputeId, paymentId, amountMinor, currency, atMs, state, withheldMinor, rank };
}

/** Transactions show partial reinstatements; a dispute that was just won may not have its transaction yet. */
function readWithheld(step: DisputeStep, amountMinor: number, moved: readonly { amount: number }[]): number {
  if (step === 'inquiry') return 0;
  const isReturned = step === 'won' || step === 'reinstated';
  if (isReturned && !moved.some(({ amount }) => amount > 0)) return 0;
  const net = moved.length === 0 ? amountMinor : -moved.reduce((sum, { amount }) => sum + amount, 0);
  return Math.min(amountMinor, Math.max(0, net));
}

/** Funds that moved say more than the status. A dispute that ends otherwise than lost (`prevented` too) is won. */
function readDisputeStep(type: string | null, status: string): DisputeStep {
  if (type === 'charge.dispute.funds_withdrawn') return 'withdrawn';
  if (type === 'charge.dispute.funds_reinstated') return 'reinstated';
  if (status === 'warning_needs_response' || status === 'warning_under_review') return 'inquiry';
  if (status === 'needs_response' || status === 'under_review') return 'open';
  return status === 'lost' ? 'lost' : 'won';
}
