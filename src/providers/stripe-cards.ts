/** Saves cards, charges them without their owner, and removes them. https://docs.stripe.com/payments/save-and-reuse */
import type Stripe from 'stripe';
import { z } from 'zod';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import { unwrapFailure } from './shared/network/fetch.ts';
import type { RequestContext } from './shared/provider.ts';
import { readTopUp, type SavedCard, type TopUpUpdate } from './stripe-card-events.ts';
import { createClient, facts, loadLibrary } from './stripe-client.ts';
import { ACCOUNT_MARK, CARD_KIND, CHECKOUT_MARK, KIND_MARK, SETUP_MARK, TOP_UP_KIND } from './stripe-marks.ts';

export interface CardPageRequest {
  /** Ours; the idempotency key: the same request always gets the same session. */
  setupId: string;
  accountId: string;
  /** Of an earlier card of the account. */
  customerId: string | null;
  expiresAtMs: number;
  successUrl: string;
  cancelUrl: string;
}

export function buildCardSession(request: CardPageRequest): Stripe.Checkout.SessionCreateParams {
  const { setupId, accountId, customerId, expiresAtMs, successUrl, cancelUrl } = request;
  const metadata = { [KIND_MARK]: CARD_KIND, [SETUP_MARK]: setupId, [ACCOUNT_MARK]: accountId };
  return {
    mode: 'setup',
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    client_reference_id: accountId,
    ...(customerId === null ? { customer_creation: 'always' } : { customer: customerId }),
    metadata,
    setup_intent_data: { metadata },
    expires_at: Math.floor(expiresAtMs / 1000),
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}

const setupShape = z.object({
  payment_method: z.object({
    id: z.string().min(1),
    card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
  }),
});

/** The card that a setup has saved. */
export async function readCard(setupIntentId: string, ctx: RequestContext): Promise<SavedCard> {
  const response = await unwrapFailure(async () =>
    (await createClient(ctx)).setupIntents.retrieve(setupIntentId, { expand: ['payment_method'] }),
  );
  const setup = setupShape.safeParse(response);
  if (!setup.success) throw new UpstreamFailure('malformed', facts.id, { cause: setup.error });
  const { id, card } = setup.data.payment_method;
  const { brand, last4, exp_month: month, exp_year: year } = card;
  return { cardId: id, brand, last4, expires: `${year}-${String(month).padStart(2, '0')}` };
}

const NOT_THERE: ReadonlySet<number | undefined> = new Set([400, 404]);

/** Also where it was removed before. */
export async function removeCard(cardId: string, ctx: RequestContext): Promise<void> {
  try {
    await unwrapFailure(async () => (await createClient(ctx)).paymentMethods.detach(cardId));
  } catch (thrown) {
    if (!(thrown instanceof UpstreamFailure) || !NOT_THERE.has(thrown.facts.status)) throw thrown;
  }
}

export interface ChargeRequest {
  /** Ours; the idempotency key: the same request charges once. */
  topUpId: string;
  accountId: string;
  customerId: string;
  cardId: string;
  amountCents: number;
}

/** Charges a saved card, and says how that stands. A declined card is an outcome, not a failure. */
export async function chargeCard(request: ChargeRequest, ctx: RequestContext): Promise<TopUpUpdate> {
  const { topUpId, accountId, customerId, cardId, amountCents } = request;
  const metadata = { [KIND_MARK]: TOP_UP_KIND, [CHECKOUT_MARK]: topUpId, [ACCOUNT_MARK]: accountId };
  const { errors } = await loadLibrary();
  const payment = await unwrapFailure(async () =>
    (await createClient(ctx, { declines: true })).paymentIntents.create(
      {
        amount: amountCents,
        currency: 'usd',
        customer: customerId,
        payment_method: cardId,
        allowed_payment_method_types: ['card'],
        confirm: true,
        off_session: true,
        description: `Automatic top-up of ${accountId}`,
        metadata,
      },
      { idempotencyKey: topUpId },
    ),
  ).catch((thrown: unknown): unknown => {
    if (thrown instanceof errors.StripeCardError) return thrown.payment_intent;
    throw thrown;
  });
  const update = readTopUp(payment);
  if (update) return update;
  throw new UpstreamFailure('malformed', facts.id, { cause: new Error('The answer names no payment of ours') });
}

const PAGE_SIZE = 100;

/** A charge of which it isn't known whether it was made; null when the provider has none. */
export async function findCharge(
  { topUpId, customerId, sinceMs }: Pick<ChargeRequest, 'topUpId' | 'customerId'> & { sinceMs: number },
  ctx: RequestContext,
): Promise<TopUpUpdate | null> {
  const created = { gte: Math.floor(sinceMs / 1000) - 1 };
  const page = await unwrapFailure(async () =>
    (await createClient(ctx)).paymentIntents.list({ customer: customerId, created, limit: PAGE_SIZE }),
  );
  return page.data.map(readTopUp).find((update) => update?.checkoutId === topUpId) ?? null;
}
