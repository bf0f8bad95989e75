/** Translates Stripe events of saved cards and of charges to them. https://docs.stripe.com/api/payment_intents/object */
import { z } from 'zod';
import { ACCOUNT_MARK, CARD_KIND, CHECKOUT_MARK, KIND_MARK, SETUP_MARK, TOP_UP_KIND } from './stripe-marks.ts';

/** A card that was saved for later charges. */
export interface SavedCard {
  /** `pm_…` */
  cardId: string;
  /** As the provider names it, such as `visa`. */
  brand: string;
  last4: string;
  /** `2030-12` */
  expires: string;
}

/** Somebody has saved a card for an account. */
export interface CardUpdate {
  about: 'card';
  setupId: string;
  accountId: string;
  customerId: string;
  /** Where the provider tells which card it is. */
  setupIntentId: string;
  /** Null until the provider was asked. */
  card: SavedCard | null;
}

const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);
const metadata = z.record(z.string(), z.string()).nullish();

const sessionShape = z.object({ mode: z.string(), setup_intent: reference, customer: reference, metadata });

/** Null for a session that saves no card of ours. */
export function readCardSession(object: unknown): CardUpdate | null {
  const session = sessionShape.safeParse(object);
  if (!session.success || session.data.mode !== 'setup') return null;
  const { setup_intent: setupIntentId, customer: customerId, metadata: marks } = session.data;
  const setupId = marks?.[SETUP_MARK];
  const accountId = marks?.[ACCOUNT_MARK];
  if (marks?.[KIND_MARK] !== CARD_KIND || !setupId || !accountId) return null;
  if (setupIntentId === null || customerId === null) return null;
  return { about: 'card', setupId, accountId, customerId, setupIntentId, card: null };
}

/** An automatic top-up, told as a checkout whose session is the payment. */
export interface TopUpUpdate {
  about: 'checkout';
  sessionId: string;
  paymentId: string;
  checkoutId: string | null;
  accountId: string | null;
  state: 'paid' | 'pending' | 'failed';
  /** Why it failed. */
  reason?: TopUpFault;
  amountMinor: number;
  currency: string;
}

/** `requires_action`: the bank wants to hear from the owner of the card. */
export type TopUpFault = 'declined' | 'requires_action' | 'failed';

const errorShape = z.object({ code: z.string().nullish(), decline_code: z.string().nullish() });

export const paymentShape = z.object({
  id: z.string().min(1),
  amount: z.int().nonnegative(),
  currency: z.string(),
  status: z.string(),
  metadata,
  last_payment_error: errorShape.nullish(),
});

/** State of a charge; null for a payment that is no automatic top-up of ours. */
export function readTopUp(object: unknown): TopUpUpdate | null {
  const payment = paymentShape.safeParse(object);
  if (!payment.success || payment.data.metadata?.[KIND_MARK] !== TOP_UP_KIND) return null;
  const { id, amount, currency, metadata: marks } = payment.data;
  return {
    ...{ about: 'checkout', sessionId: id, paymentId: id, amountMinor: amount, currency },
    checkoutId: marks?.[CHECKOUT_MARK] ?? null,
    accountId: marks?.[ACCOUNT_MARK] ?? null,
    ...readState(payment.data),
  };
}

const AUTHENTICATION = 'authentication_required';

function readState({
  status,
  last_payment_error: error,
}: z.output<typeof paymentShape>): Pick<TopUpUpdate, 'state' | 'reason'> {
  if (status === 'succeeded') return { state: 'paid' };
  if (status === 'requires_action') return { state: 'failed', reason: 'requires_action' };
  if (status !== 'requires_payment_method' && status !== 'canceled') return { state: 'pending' };
  if (status === 'canceled') return { state: 'failed', reason: 'failed' };
  const needsPerson = error?.code === AUTHENTICATION || error?.decline_code === AUTHENTICATION;
  return { state: 'failed', reason: needsPerson ? 'requires_action' : 'declined' };
}
