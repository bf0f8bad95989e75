/** Stripe's objects as they stand in answers and events. */
import { createHash } from 'node:crypto';
import type { FormFields } from './shared/form.ts';

export const API_VERSION = '2026-10-28.endive';

/** Input of a session, wherever that is remembered. */
export interface SessionInput {
  id: string;
  livemode: boolean;
  amountCents: number;
  currency: string;
  clientReferenceId: string | null;
  metadata: Readonly<Record<string, string>>;
  /** Unix seconds. */
  created: number;
  expiresAt: number;
  successUrl: string | null;
  cancelUrl: string | null;
  /** What is subscribed to; absent where one payment is made. */
  subscription?: { priceId: string; customerId: string };
  /** A card is saved, nothing is paid; `play`: what its bank says to each charge. */
  card?: { customerId: string; play: CardPlay };
}

export type CardPlay = 'saved' | 'declined' | 'requires_action';

export type SessionState =
  | { status: 'open' | 'expired'; paymentStatus: 'unpaid' }
  /** `unpaid`: confirmed with a delayed method. */
  | { status: 'complete'; paymentStatus: 'paid' | 'unpaid' | 'no_payment_required' };

/** An id with a prefix, in the alphabet of Stripe's; the same for the same seed. */
export function deriveId(prefix: string, seed: string, length = 24): string {
  const digest = createHash('sha512')
    .update(`${prefix} ${seed}`)
    .digest('base64')
    .replace(/[^a-z0-9]/gi, '');
  return `${prefix}${digest.slice(0, length)}`;
}

export const derivePaymentIntentId = (sessionId: string): string => deriveId('pi_', sessionId);

export const deriveSubscriptionId = (sessionId: string): string => deriveId('sub_', sessionId);

export function buildSession(facts: SessionInput, state: SessionState): Record<string, unknown> {
  const { id, livemode, currency, clientReferenceId, metadata, created, expiresAt, subscription, card } = facts;
  const isComplete = state.status === 'complete';
  const amount = card ? null : facts.amountCents;
  const customerId = subscription?.customerId ?? card?.customerId ?? null;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: facts.cancelUrl,
    client_reference_id: clientReferenceId,
    client_secret: null,
    created,
    currency: card ? null : currency,
    customer: isComplete ? customerId : null,
    customer_creation: subscription || card ? 'always' : 'if_required',
    customer_details: isComplete ? customer : null,
    customer_email: null,
    expires_at: expiresAt,
    invoice: null,
    livemode,
    locale: null,
    metadata,
    mode: subscription ? 'subscription' : card ? 'setup' : 'payment',
    payment_intent: isComplete && !subscription && !card ? derivePaymentIntentId(id) : null,
    payment_link: null,
    payment_method_types: ['card'],
    payment_status: card ? 'no_payment_required' : state.paymentStatus,
    setup_intent: isComplete && card ? deriveId(`seti_${card.play}_`, id) : null,
    status: state.status,
    submit_type: subscription || card ? null : 'pay',
    subscription: subscription && isComplete ? deriveSubscriptionId(id) : null,
    success_url: facts.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: state.status === 'open' ? `https://checkout.stripe.com/c/pay/${id}` : null,
  };
}

const customer = {
  address: null,
  business_name: null,
  email: 'a@example.com',
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: null,
};

export function buildCharge(facts: SessionInput, refundedCents: number, disputed = false): Record<string, unknown> {
  const { id, amountCents, currency, metadata, livemode, created } = facts;
  return {
    id: deriveId('ch_', id),
    object: 'charge',
    amount: amountCents,
    amount_captured: amountCents,
    amount_refunded: refundedCents,
    balance_transaction: deriveId('txn_', id),
    billing_details: { address: null, email: 'a@example.com', name: null, phone: null, tax_id: null },
    captured: true,
    created,
    currency,
    customer: null,
    disputed,
    failure_code: null,
    failure_message: null,
    livemode,
    metadata,
    paid: true,
    payment_intent: derivePaymentIntentId(id),
    payment_method: deriveId('pm_', id),
    receipt_url: `https://pay.stripe.com/receipts/${deriveId('', id)}`,
    refunded: refundedCents >= amountCents,
    status: 'succeeded',
  };
}

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'prevented'
  | 'won'
  | 'lost';

/** `seed` tells several disputes of one charge apart. */
export function buildDispute(
  facts: SessionInput,
  status: DisputeStatus,
  amountCents = facts.amountCents,
  seed = '',
): object {
  const { id, currency, livemode, created } = facts;
  return {
    id: deriveId('dp_', id + seed),
    object: 'dispute',
    amount: amountCents,
    balance_transactions: [],
    charge: deriveId('ch_', id),
    created,
    currency,
    evidence_details: { due_by: created + 604_800, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    livemode,
    metadata: {},
    payment_intent: derivePaymentIntentId(id),
    reason: 'fraudulent',
    status,
  };
}

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';

/** `seed` tells several refunds of one charge apart. */
export function buildRefund(facts: SessionInput, status: RefundStatus, amountCents: number, seed = ''): object {
  const { id, currency, created } = facts;
  return {
    id: deriveId('re_', id + seed),
    object: 'refund',
    amount: amountCents,
    balance_transaction: deriveId('txn_', id + seed),
    charge: deriveId('ch_', id),
    created,
    currency,
    metadata: {},
    payment_intent: derivePaymentIntentId(id),
    reason: null,
    status,
    ...(status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  };
}

/** An event; `seed` makes its id, so that the same one can be sent again. */
export function buildEvent(type: string, object: object, { livemode, created }: SessionInput, seed: string): object {
  return {
    id: deriveId('evt_', `${type} ${seed}`),
    object: 'event',
    api_version: API_VERSION,
    created: created + 60,
    data: { object },
    livemode,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

/** The texts among these fields: metadata. */
export function listTexts(fields: FormFields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
