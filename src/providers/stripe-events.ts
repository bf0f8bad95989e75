/** What an event of Stripe tells us, in our words. Shapes: https://docs.stripe.com/api/events */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type PlanUpdate, readInvoice, readPlanCheckout, readSubscription } from './stripe-plan-events.ts';

/** A checkout session was paid, confirmed with the money still to come, given up by the bank, or ran out. */
export interface CheckoutUpdate {
  about: 'checkout';
  sessionId: string;
  /** Our own id of it; null when the session is none of ours. */
  checkoutId: string | null;
  /** The account it names. */
  accountId: string | null;
  state: 'paid' | 'pending' | 'failed' | 'expired';
  paymentId: string | null;
  /** In the currency's smallest unit. */
  amountMinor: number | null;
  /** Lower-case ISO 4217. */
  currency: string | null;
}

/** So much of a payment has been refunded in all. */
export interface RefundUpdate {
  about: 'refund';
  paymentId: string;
  refundedMinor: number;
  currency: string;
}

export interface DisputeUpdate {
  about: 'dispute';
  paymentId: string;
  disputeId: string;
  amountMinor: number;
  currency: string;
  state: 'open' | 'won' | 'lost';
}

export type PaymentUpdate = CheckoutUpdate | RefundUpdate | DisputeUpdate | PlanUpdate | { about: 'other' };

export interface PaymentEvent {
  /** `evt_…` */
  id: string;
  type: string;
  livemode: boolean;
  update: PaymentUpdate;
  /** SHA-256 of its type and data: what else differs between two deliveries is their own. */
  digest: string;
}

/** The names under which our own ids travel in a session's and its payment's metadata. */
export const CHECKOUT_MARK = 'farebox_checkout';
export const ACCOUNT_MARK = 'farebox_account';

/** A reference, which may come as the whole object. */
const referenceShape = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);

const minorAmount = z.int().nonnegative();

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

const chargeShape = z.object({ payment_intent: referenceShape, amount_refunded: minorAmount, currency: z.string() });

const disputeShape = z.object({
  id: z.string().min(1),
  payment_intent: referenceShape,
  amount: minorAmount,
  currency: z.string(),
  status: z.string(),
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
      return readPlanCheckout(object, atMs) ?? readCheckoutUpdate(type, sessionShape.parse(object));
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
    case 'charge.refunded': {
      const { payment_intent: paymentId, amount_refunded: refundedMinor, currency } = chargeShape.parse(object);
      return paymentId === null ? { about: 'other' } : { about: 'refund', paymentId, refundedMinor, currency };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return readDisputeUpdate(type, disputeShape.parse(object));
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

/** Inquiries (`warning_…`) move no money. A dispute that ends otherwise than lost is won. */
function readDisputeUpdate(type: string, dispute: z.output<typeof disputeShape>): PaymentUpdate {
  const { id: disputeId, payment_intent: paymentId, amount: amountMinor, currency, status } = dispute;
  const isInquiry = status.startsWith('warning_') && status !== 'warning_closed';
  if (paymentId === null || isInquiry) return { about: 'other' };
  const closed = status === 'lost' ? 'lost' : 'won';
  const state = type === 'charge.dispute.closed' ? closed : 'open';
  return { about: 'dispute', disputeId, paymentId, amountMinor, currency, state };
}
