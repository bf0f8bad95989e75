/** Builds the checkout of a plan. */
import type Stripe from 'stripe';
import { COMPANY_MARK, KIND_MARK, PLAN_KIND, PLAN_MARK } from './stripe-marks.ts';

export interface PlanCheckoutRequest {
  /** Ours; the idempotency key: the same request always gets the same session. */
  requestId: string;
  companyId: string;
  plan: string;
  priceId: string;
  /** Of an earlier subscription of the company. */
  customerId: string | null;
  successUrl: string;
  cancelUrl: string;
}

export function buildPlanSession(request: PlanCheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { companyId, plan, priceId, customerId, successUrl, cancelUrl } = request;
  const metadata = { [KIND_MARK]: PLAN_KIND, [COMPANY_MARK]: companyId, [PLAN_MARK]: plan };
  return {
    mode: 'subscription',
    client_reference_id: companyId,
    line_items: [{ quantity: 1, price: priceId }],
    metadata,
    // Told again with every event of the subscription.
    subscription_data: { metadata },
    ...(customerId === null ? {} : { customer: customerId }),
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}
