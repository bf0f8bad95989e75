/** Stripe: card deposits through hosted checkout pages. https://docs.stripe.com/api/checkout/sessions */
import { z } from 'zod';
import { FareboxError } from '../kernel/errors/errors.ts';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import { unwrapFailure } from './shared/network/fetch.ts';
import { defineProvider, type RequestContext } from './shared/provider.ts';
import {
  buildCardSession,
  type CardPageRequest,
  chargeCard,
  findCharge,
  readCard,
  removeCard,
} from './stripe-cards.ts';
import { createClient, facts, loadLibrary } from './stripe-client.ts';
import { type PaymentEvent, readEvent } from './stripe-events.ts';
import { ACCOUNT_MARK, CHECKOUT_MARK, DEPOSIT_KIND, KIND_MARK } from './stripe-marks.ts';
import { buildPlanSession, type PlanCheckoutRequest } from './stripe-plans.ts';
import { listCheckouts, listTopUps, readPayment } from './stripe-records.ts';

/** Older signatures are refused. */
const TOLERANCE_SECONDS = 300;

/** Input of a checkout; the same request always gets the same session. */
export interface CheckoutRequest {
  /** Ours; the idempotency key. */
  checkoutId: string;
  accountId: string;
  amountCents: number;
  expiresAtMs: number;
  successUrl: string;
  cancelUrl: string;
}

const newSessionShape = z.object({
  id: z.string().min(1),
  url: z.url({ protocol: /^https?$/ }),
  livemode: z.boolean(),
  expires_at: z.int(),
});

interface NewSession {
  sessionId: string;
  url: string;
  expiresAtMs: number;
}

/** Makes the hosted page for one deposit. A key of the other mode is a failure of kind `auth`. */
async function createCheckout(request: CheckoutRequest, ctx: RequestContext): Promise<NewSession> {
  const { checkoutId, accountId, amountCents, expiresAtMs, successUrl, cancelUrl } = request;
  const metadata = { [KIND_MARK]: DEPOSIT_KIND, [CHECKOUT_MARK]: checkoutId, [ACCOUNT_MARK]: accountId };
  const response = await unwrapFailure(async () =>
    (await createClient(ctx)).checkout.sessions.create(
      {
        mode: 'payment',
        submit_type: 'pay',
        client_reference_id: accountId,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'usd',
              unit_amount: amountCents,
              product_data: { name: `Deposit for ${accountId}` },
            },
          },
        ],
        metadata,
        payment_intent_data: { metadata },
        // Only what was asked for is credited: nothing may turn it into another currency or amount.
        adaptive_pricing: { enabled: false },
        expires_at: Math.floor(expiresAtMs / 1000),
        success_url: successUrl,
        cancel_url: cancelUrl,
      },
      { idempotencyKey: checkoutId },
    ),
  );
  return readNewSession(response, ctx);
}

function readNewSession(response: unknown, ctx: RequestContext): NewSession {
  const session = newSessionShape.safeParse(response);
  if (!session.success) throw new UpstreamFailure('malformed', facts.id, { cause: session.error });
  const { id, url, livemode, expires_at } = session.data;
  if (livemode !== (ctx.environment.mode === 'live')) {
    const cause = new Error(`The key makes sessions with livemode ${livemode}`);
    throw new UpstreamFailure('auth', facts.id, { cause });
  }
  return { sessionId: id, url, expiresAtMs: expires_at * 1000 };
}

/** Makes the hosted page where a company subscribes to a plan. */
async function createPlanCheckout(request: PlanCheckoutRequest, ctx: RequestContext): Promise<NewSession> {
  const response = await unwrapFailure(async () =>
    (await createClient(ctx)).checkout.sessions.create(buildPlanSession(request), {
      idempotencyKey: request.requestId,
    }),
  );
  return readNewSession(response, ctx);
}

/** Makes the hosted page where an account's card is saved. */
async function createCardPage(request: CardPageRequest, ctx: RequestContext): Promise<NewSession> {
  const response = await unwrapFailure(async () =>
    (await createClient(ctx)).checkout.sessions.create(buildCardSession(request), { idempotencyKey: request.setupId }),
  );
  return readNewSession(response, ctx);
}

/** Makes the page where a customer changes or ends a subscription. */
async function createPortal(
  { customerId, returnUrl }: { customerId: string; returnUrl: string },
  ctx: RequestContext,
): Promise<string> {
  const response = await unwrapFailure(async () =>
    (await createClient(ctx)).billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
  );
  const portal = portalShape.safeParse(response);
  if (!portal.success) throw new UpstreamFailure('malformed', facts.id, { cause: portal.error });
  return portal.data.url;
}

const portalShape = z.object({ url: z.url({ protocol: /^https?$/ }) });

/**
 * Reads a webhook's body if its signature is right and fresh; null when it is not. Throws INVALID_INPUT when the event is
 * not of the documented shape: it stays unanswered at the provider, which sends it again and shows it there.
 */
async function receiveEvent(body: Uint8Array, signature: string, secret: string): Promise<PaymentEvent | null> {
  const { webhooks } = await loadLibrary();
  let event: unknown;
  try {
    event = webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS);
  } catch {
    return null;
  }
  try {
    return readEvent(event);
  } catch (cause) {
    throw new FareboxError('INVALID_INPUT', {
      message: "The event is signed, but doesn't match the documented schema of its type.",
      next: 'Check the event at the payment provider; its API version may differ.',
      cause,
    });
  }
}

export default defineProvider(facts, {
  createCheckout,
  createPlanCheckout,
  createPortal,
  createCardPage,
  readCard,
  removeCard,
  chargeCard,
  findCharge,
  listCheckouts,
  listTopUps,
  readPayment,
  receiveEvent,
});
