/** Stripe: card deposits through hosted checkout pages. https://docs.stripe.com/api/checkout/sessions */
import type Stripe from 'stripe';
import { z } from 'zod';
import { FareboxError } from '../kernel/errors.ts';
import { type FailureKind, UpstreamFailure } from '../kernel/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { ProviderFacts } from '../kernel/provider.ts';
import { hasMember } from './shared/classify.ts';
import { createFetch, unwrapFailure } from './shared/fetch.ts';
import { defineProvider, type ProviderReply, type RequestContext, settingsOf } from './shared/provider.ts';
import { ACCOUNT_MARK, CHECKOUT_MARK, type PaymentEvent, readEvent } from './stripe-events.ts';
import { KIND_MARK } from './stripe-plan-events.ts';
import { buildPlanSession, type PlanCheckoutRequest } from './stripe-plans.ts';

const facts: ProviderFacts = {
  id: 'stripe',
  title: 'Stripe',
  tier: 'T3',
  about: 'Takes card deposits and sells plans; without it balances come from the operator',
  baseUrl: 'https://api.stripe.com',
  settings: {
    apiKey: {
      kind: 'secret',
      about: 'Secret key of the live mode (sk_live_… or rk_live_…)',
      required: true,
      sandbox: 'sk_test_sandbox',
    },
    webhookSecret: {
      kind: 'secret',
      about: 'Signing secret (whsec_…) of the endpoint <BASE_URL>/billing/webhook',
      required: true,
    },
    pricePro: { kind: 'text', about: 'Id (price_…) of what a month or year of the plan pro costs' },
    priceBusiness: { kind: 'text', about: 'The same of the plan business' },
  },
};

/** Older signatures are refused. */
const TOLERANCE_SECONDS = 300;
const PAGE_SIZE = 100;

/** What a checkout is made of; the same request always gets the same session. */
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
  const metadata = { [KIND_MARK]: 'deposit', [CHECKOUT_MARK]: checkoutId, [ACCOUNT_MARK]: accountId };
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

const listedSessionShape = z.object({
  id: z.string(),
  amount_total: z.number().nullish(),
  currency: z.string().nullish(),
  payment_status: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_intent: z
    .union([
      z.string(),
      z.object({
        id: z.string(),
        latest_charge: z
          .union([z.string(), z.object({ amount_refunded: z.number(), disputed: z.boolean() })])
          .nullish(),
      }),
    ])
    .nullish(),
});

/** A checkout as Stripe has it. */
export interface ListedCheckout {
  sessionId: string;
  /** Ours; null when it is none of ours. */
  checkoutId: string | null;
  isPaid: boolean;
  amountCents: number | null;
  currency: string | null;
  refundedCents: number;
  isDisputed: boolean;
}

/** One page of the checkouts made since then, newest first; `after` is the last session of the page before. */
async function listCheckouts(
  { sinceMs, after }: { sinceMs: number; after?: string },
  ctx: RequestContext,
): Promise<{ checkouts: ListedCheckout[]; hasMore: boolean }> {
  const page = await unwrapFailure(async () =>
    (await createClient(ctx)).checkout.sessions.list({
      limit: PAGE_SIZE,
      created: { gte: Math.floor(sinceMs / 1000) },
      expand: ['data.payment_intent.latest_charge'],
      ...(after === undefined ? {} : { starting_after: after }),
    }),
  );
  const sessions = z.array(listedSessionShape).safeParse(page.data);
  if (!sessions.success) throw new UpstreamFailure('malformed', facts.id, { cause: sessions.error });
  return { checkouts: sessions.data.map(readListedCheckout), hasMore: page.has_more };
}

function readListedCheckout(session: z.output<typeof listedSessionShape>): ListedCheckout {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    sessionId: session.id,
    checkoutId: session.metadata?.[CHECKOUT_MARK] ?? null,
    isPaid: session.payment_status === 'paid',
    amountCents: session.amount_total ?? null,
    currency: session.currency ?? null,
    refundedCents: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
  };
}

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
      message: 'The event is signed, but has not the shape that is documented for its type.',
      next: 'Look it up at the payment provider: its API version may be another.',
      cause,
    });
  }
}

/** Loaded with the first payment: a server that sells nothing by card does not carry it. */
async function loadLibrary(): Promise<typeof Stripe> {
  const { default: client } = await import('stripe');
  return client;
}

async function createClient(ctx: RequestContext): Promise<Stripe> {
  const Client = await loadLibrary();
  const settings = settingsOf(facts, ctx);
  return new Client(settings.apiKey ?? '', {
    ...buildAddress(settings),
    httpClient: Client.createFetchHttpClient(createFetch(facts, ctx, { retryable: true, classify })),
    // The road to a provider retries by itself, and knows the deadline.
    maxNetworkRetries: 0,
    timeout: Math.max(1, ctx.deadlineMs - Date.now()),
    telemetry: false,
  });
}

function buildAddress({ baseUrl = facts.baseUrl }: ProviderSettings) {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  };
}

/** 409: the same request is being answered right now. 402 speaks of a card, not of our credit with Stripe. */
function classify({ status, json }: ProviderReply): FailureKind | undefined {
  if (status === 409) return 'overloaded';
  if (status === 402) return 'bad_request';
  if (status >= 300) return undefined;
  if (json === undefined) return 'malformed';
  return hasMember(json, 'error') ? 'lying' : undefined;
}

export default defineProvider(facts, { createCheckout, createPlanCheckout, createPortal, listCheckouts, receiveEvent });
