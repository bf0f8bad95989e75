/** Takes the payment provider's events: whose signature it is decides which books they may touch. */

import { FareboxError, toFareboxError } from '../kernel/errors.ts';
import type { Mode } from '../kernel/principal.ts';
import stripe from '../providers/stripe.ts';
import type { PaymentEvent } from '../providers/stripe-events.ts';
import type { CheckoutDeps } from './checkouts.ts';
import type { PaymentContext } from './payments-types.ts';
import { applyPayment, notePaymentFailure, type PaymentOutcome } from './payments-writes.ts';
import type { Secrets } from './secret.ts';

/** The sandbox signs with a secret of its own, other on every installation: it opens test money only. */
export function deriveSandboxSecret(secrets: Secrets): string {
  return `whsec_${secrets.deriveKey('sandbox payments').key.toString('base64url')}`;
}

/** Applies a signed event. Whatever throws has changed nothing: the provider sends the event again. */
export async function receivePayment(
  deps: CheckoutDeps,
  { log, requestId }: Pick<PaymentContext, 'log' | 'requestId'>,
  body: Uint8Array,
  signature: string,
): Promise<PaymentOutcome> {
  const { mode, event } = await verifyEvent(deps, body, signature);
  const { id, type, update } = event;
  const input = { mode, event: { id, type } };
  const fields = { requestId, event: id, type, mode };
  try {
    const { outcome, alert, accountId } = await deps.ledger.write(applyPayment, { ...input, news: update });
    if (alert !== null) log.error({ ...fields, accountId, alert }, 'a payment needs its operator');
    else log.info({ ...fields, accountId, outcome }, 'payment event');
    return outcome;
  } catch (thrown) {
    const error = toFareboxError(thrown);
    log.error({ ...fields, err: thrown }, 'a payment event was not applied: it is when it comes again');
    await noteFailure(deps, mode, event, error.code).catch(() => {});
    throw error;
  }
}

/** A delivery that came in and failed: what it leaves behind is a note, and the event may come again. */
export async function failDelivery(deps: CheckoutDeps, body: Uint8Array, signature: string): Promise<void> {
  const { mode, event } = await verifyEvent(deps, body, signature);
  await noteFailure(deps, mode, event, 'the sandbox made it fail');
}

async function noteFailure(
  { ledger }: CheckoutDeps,
  mode: Mode,
  { id, type }: PaymentEvent,
  reason: string,
): Promise<void> {
  await ledger.write(notePaymentFailure, { mode, event: { id, type }, reason });
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
    throw createRefusedError('The event belongs to the other mode of the payment provider.');
  }
  throw createRefusedError('The signature is missing, wrong or too old.');
}

const createRefusedError = (message: string): FareboxError =>
  new FareboxError('INVALID_INPUT', { message, next: 'Only the payment provider can send this.' });
