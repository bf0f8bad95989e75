/** Takes the payment provider's events: whose signature it is decides which books they may touch. */

import { FareboxError, toFareboxError } from '../../kernel/errors/errors.ts';
import type { Mode } from '../../kernel/principal.ts';
import stripe from '../../providers/stripe.ts';
import type { PaymentEvent, PaymentUpdate } from '../../providers/stripe-events.ts';
import type { Secrets } from '../secret.ts';
import type { CheckoutDeps } from './checkouts.ts';
import type { PaymentContext } from './payments-types.ts';
import { applyPayment, notePaymentFailure, type PaymentOutcome } from './payments-writes.ts';
import { buildOwnContext } from './top-ups/own-context.ts';
import { findTopUp } from './top-ups/top-up-reads.ts';
import { detachCard, type TopUpDeps } from './top-ups/top-ups.ts';

/** The sandbox signs with a secret of its own, other on every installation: it opens test money only. */
export function deriveSandboxSecret(secrets: Secrets): string {
  return `whsec_${secrets.deriveKey('sandbox payments').key.toString('base64url')}`;
}

/** Applies a signed event. Whatever throws has changed nothing: the provider sends the event again. */
export async function receivePayment(
  deps: TopUpDeps,
  { log, requestId }: Pick<PaymentContext, 'log' | 'requestId'>,
  body: Uint8Array,
  signature: string,
): Promise<PaymentOutcome> {
  const { mode, event } = await verifyEvent(deps, body, signature);
  const { id, type, digest } = event;
  const input = { mode, event: { id, type, digest } };
  const fields = { requestId, event: id, type, mode };
  try {
    const { update, oldCardId } = await completeUpdate(deps, mode, event.update);
    const { outcome, alert, accountId } = await deps.database.write(applyPayment, { ...input, news: update });
    if (outcome === 'noted' && oldCardId !== null) await detachCard(deps, mode, oldCardId);
    if (alert !== null) log.error({ ...fields, accountId, alert }, 'payment needs operator attention');
    else log.info({ ...fields, accountId, outcome }, 'payment event');
    return outcome;
  } catch (thrown) {
    const error = toFareboxError(thrown);
    log.error({ ...fields, err: thrown }, 'payment event not applied, will retry on redelivery');
    await noteFailure(deps, mode, event, error.code).catch(() => {});
    throw error;
  }
}

/** With what the event itself doesn't tell: which plan a price is of, and which card was saved in place of which. */
async function completeUpdate(
  deps: TopUpDeps,
  mode: Mode,
  update: PaymentUpdate,
): Promise<{ update: PaymentUpdate; oldCardId: string | null }> {
  if (update.about !== 'card') return { update: namePlan(deps, update), oldCardId: null };
  const { accountId, setupIntentId } = update;
  const before = await findTopUp(deps.database.db, accountId);
  const card = await stripe.readCard(setupIntentId, buildOwnContext(deps, mode, setupIntentId));
  const old = before?.card_id ?? null;
  return { update: { ...update, card }, oldCardId: old === card.cardId ? null : old };
}

/** The plan that is paid for: a customer may have gone over to the price of another than was asked for. */
function namePlan({ environments }: CheckoutDeps, update: PaymentUpdate): PaymentUpdate {
  if (update.about !== 'plan' || update.priceId === null) return update;
  const { pricePro, priceBusiness } = environments.live.settings(stripe.id) ?? {};
  const plans = new Map([
    [pricePro, 'pro'],
    [priceBusiness, 'business'],
  ]);
  return { ...update, plan: plans.get(update.priceId) ?? update.plan };
}

/** A delivery that came in and failed: what it leaves behind is a note, and the event may come again. */
export async function failDelivery(deps: CheckoutDeps, body: Uint8Array, signature: string): Promise<void> {
  const { mode, event } = await verifyEvent(deps, body, signature);
  await noteFailure(deps, mode, event, 'the sandbox made it fail');
}

async function noteFailure(
  { database }: CheckoutDeps,
  mode: Mode,
  { id, type, digest }: PaymentEvent,
  reason: string,
): Promise<void> {
  await database.write(notePaymentFailure, { mode, event: { id, type, digest }, reason });
}

/** The configured secret signs for live books, the sandbox's for test books; the event must say the same. */
async function verifyEvent(
  { secrets, environments }: CheckoutDeps,
  body: Uint8Array,
  signature: string,
): Promise<{ mode: Mode; event: PaymentEvent }> {
  const signers: readonly [Mode, string | undefined][] = [
    ['live', environments.live.settings(stripe.id)?.webhookSecret],
    ['test', deriveSandboxSecret(secrets)],
  ];
  for (const [mode, secret] of signers) {
    const event = secret === undefined ? null : await stripe.receiveEvent(body, signature, secret);
    if (event === null) continue;
    if (event.livemode === (mode === 'live')) return { mode, event };
    throw createRefusedError();
  }
  throw createRefusedError();
}

/** One answer for a signature that is missing, wrong or too old, and for an event of the other mode. */
const createRefusedError = (): FareboxError =>
  new FareboxError('INVALID_INPUT', {
    message: 'Invalid signature',
    next: 'Only the payment provider can send this.',
  });
