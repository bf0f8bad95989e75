/** Stripe's subscriptions, their invoices, and the page where a customer manages them. */
import { deriveId, deriveSubscriptionId, type SessionInput } from './stripe-objects.ts';

export type SubscriptionStatus = 'incomplete' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled';

export interface SubscriptionState {
  status: SubscriptionStatus;
  /** Unix seconds. */
  periodEnd: number;
  cancelAtPeriodEnd?: boolean;
  /** Default: the one that was checked out. */
  priceId?: string;
}

/** The subscription that came of a checkout. */
export function buildSubscription(facts: SessionInput, state: SubscriptionState): Record<string, unknown> {
  const { id: sessionId, livemode, created, currency, metadata, subscription } = facts;
  const { status, periodEnd, cancelAtPeriodEnd = false, priceId = subscription?.priceId ?? 'price_x' } = state;
  const id = deriveSubscriptionId(sessionId);
  return {
    id,
    object: 'subscription',
    billing_cycle_anchor: created,
    cancel_at: cancelAtPeriodEnd ? periodEnd : null,
    cancel_at_period_end: cancelAtPeriodEnd,
    canceled_at: status === 'canceled' || cancelAtPeriodEnd ? created : null,
    collection_method: 'charge_automatically',
    created,
    currency,
    customer: subscription?.customerId ?? null,
    ended_at: status === 'canceled' ? created : null,
    items: {
      object: 'list',
      data: [
        {
          id: deriveId('si_', sessionId),
          object: 'subscription_item',
          current_period_end: periodEnd,
          current_period_start: created,
          price: { id: priceId, object: 'price', active: true, currency, livemode, type: 'recurring' },
          quantity: 1,
          subscription: id,
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: deriveId('in_', sessionId),
    livemode,
    metadata,
    start_date: created,
    status,
  };
}

/** The invoice of a period that ends then. */
export function buildInvoice(facts: SessionInput, periodEnd: number, isPaid: boolean): Record<string, unknown> {
  const { id: sessionId, livemode, created, currency, amountCents, metadata, subscription } = facts;
  return {
    id: deriveId('in_', `${sessionId} ${periodEnd}`),
    object: 'invoice',
    amount_due: amountCents,
    amount_paid: isPaid ? amountCents : 0,
    attempted: true,
    billing_reason: 'subscription_cycle',
    created,
    currency,
    customer: subscription?.customerId ?? null,
    lines: { object: 'list', data: [{ period: { start: created, end: periodEnd } }], has_more: false },
    livemode,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata, subscription: deriveSubscriptionId(sessionId) },
    },
    status: isPaid ? 'paid' : 'open',
  };
}

/** The page where a customer manages what they subscribe to. */
export function buildPortalSession(
  customer: string,
  returnUrl: string | null,
  livemode: boolean,
  created: number,
): object {
  const id = deriveId('bps_', `${customer} ${created}`);
  return {
    id,
    object: 'billing_portal.session',
    configuration: deriveId('bpc_', 'default'),
    created,
    customer,
    flow: null,
    livemode,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl,
    url: `https://billing.stripe.com/p/session/${id}`,
  };
}
