/** The customer and the webhooks of the sandbox's Stripe: what is sent when somebody pays, signed as Stripe signs. */
import { createHmac } from 'node:crypto';
import {
  buildEvent,
  buildSession,
  type CardPlay,
  deriveId,
  type SessionInput,
  type SessionState,
} from './stripe-objects.ts';

/** Course of a payment, and the order of its events. */
export type PaymentPlay = 'paid' | 'twice' | 'reordered' | 'failing' | 'declined' | 'expired';

export interface PayableSession {
  sessionId: string;
  checkoutId: string;
  accountId: string;
  amountCents: number;
  createdMs: number;
  expiresAtMs: number;
}

export interface SignedEvent {
  payload: string;
  /** Value of the header `Stripe-Signature`. */
  signature: string;
  /** The receiver is to fail at the first try. */
  failsFirst: boolean;
}

const PAID: SessionState = { status: 'complete', paymentStatus: 'paid' };
const CONFIRMED: SessionState = { status: 'complete', paymentStatus: 'unpaid' };
const EXPIRED: SessionState = { status: 'expired', paymentStatus: 'unpaid' };

type Step = readonly [type: string, state: SessionState];

const completedStep: Step = ['checkout.session.completed', PAID];
const confirmedStep: Step = ['checkout.session.completed', CONFIRMED];

const steps: Readonly<Record<PaymentPlay, readonly Step[]>> = {
  paid: [completedStep],
  twice: [completedStep, completedStep, completedStep],
  failing: [completedStep],
  reordered: [['checkout.session.async_payment_succeeded', PAID], confirmedStep],
  declined: [confirmedStep, ['checkout.session.async_payment_failed', CONFIRMED]],
  expired: [['checkout.session.expired', EXPIRED]],
};

/** The events in the order in which they arrive. Played again, they are the same events again. */
export function signDeliveries(
  played: PayableSession,
  play: PaymentPlay,
  secret: string,
  nowMs = Date.now(),
): SignedEvent[] {
  const facts = buildSessionInput(played);
  return steps[play].map(([type, state]) => {
    const payload = JSON.stringify(buildEvent(type, buildSession(facts, state), facts, facts.id));
    return { payload, signature: signPayload(payload, secret, nowMs), failsFirst: play === 'failing' };
  });
}

function buildSessionInput(played: PayableSession): SessionInput {
  const { sessionId, checkoutId, accountId, amountCents, createdMs, expiresAtMs } = played;
  return {
    id: sessionId,
    livemode: false,
    amountCents,
    currency: 'usd',
    clientReferenceId: accountId,
    metadata: { kind: 'deposit', farebox_checkout: checkoutId, farebox_account: accountId },
    created: Math.floor(createdMs / 1000),
    expiresAt: Math.floor(expiresAtMs / 1000),
    successUrl: null,
    cancelUrl: null,
  };
}

export interface SavableCard {
  sessionId: string;
  setupId: string;
  accountId: string;
  /** Of an earlier card. */
  customerId: string | null;
  expiresAtMs: number;
}

/** The event of a card that was saved; `play`: what its bank will say to each charge. */
export function signCard(setup: SavableCard, play: CardPlay, secret: string, nowMs = Date.now()): SignedEvent {
  const { sessionId, setupId, accountId, customerId, expiresAtMs } = setup;
  const session = { sessionId, checkoutId: setupId, accountId, amountCents: 0, createdMs: nowMs, expiresAtMs };
  const facts: SessionInput = {
    ...buildSessionInput(session),
    metadata: { kind: 'card', farebox_setup: setupId, farebox_account: accountId },
    card: { customerId: customerId ?? deriveId('cus_', sessionId, 14), play },
  };
  const payload = JSON.stringify(buildEvent('checkout.session.completed', buildSession(facts, PAID), facts, facts.id));
  return { payload, signature: signPayload(payload, secret, nowMs), failsFirst: false };
}

/** `t=<seconds>,v1=<HMAC-SHA-256 of "<t>.<body>">` */
export function signPayload(payload: string, secret: string, nowMs: number): string {
  const t = Math.floor(nowMs / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${payload}`).digest('hex')}`;
}
