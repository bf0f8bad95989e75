/** Servers that take live deposits from a Stripe on loopback, and what its webhooks look like. */
import Stripe from 'stripe';
import { serveTwin } from '../../../src/sandbox/shared/wire.ts';
import { createStripeTwin, type StripeTwin } from '../../../src/sandbox/stripe.ts';
import {
  buildCharge,
  buildDispute,
  buildEvent,
  buildRefund,
  buildSession,
  type DisputeStatus,
  type RefundStatus,
  type SessionInput,
  type SessionState,
} from '../../../src/sandbox/stripe-objects.ts';
import type { Answer, Farebox } from '../../harness/farebox.ts';

export const WEBHOOK_SECRET = 'whsec_of_the_tests_0123456789';

/** What callers are told; the tests ask the servers themselves. */
export const BASE_URL = 'https://farebox.example';

export interface StripeWorld {
  twin: StripeTwin;
  /** For the server. */
  env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function openStripe(): Promise<StripeWorld> {
  const twin = createStripeTwin();
  const server = await serveTwin(twin);
  const env = {
    STRIPE_API_KEY: 'sk_live_tests',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_BASE_URL: server.url,
    WELCOME_USD_PER_DAY: '0',
    LOG_LEVEL: 'debug',
    BASE_URL,
  };
  return { twin, env, close: () => server.close() };
}

export const PAID = { status: 'complete', paymentStatus: 'paid' } as const satisfies SessionState;

export const events = {
  completed: (facts: SessionInput, state = PAID, seed = '1') =>
    buildEvent('checkout.session.completed', buildSession(facts, state), facts, facts.id + seed),
  refunded: (facts: SessionInput, cents: number) =>
    buildEvent('charge.refunded', buildCharge(facts, cents), facts, `${facts.id} ${cents}`),
  refund: (facts: SessionInput, type: string, status: RefundStatus, cents: number) =>
    buildEvent(type, buildRefund(facts, status, cents), facts, facts.id),
  disputeStep: (facts: SessionInput, kind: string, status: DisputeStatus, one: { seed: string; cents: number }) =>
    buildEvent(
      `charge.dispute.${kind}`,
      buildDispute(facts, status, one.cents, one.seed),
      facts,
      facts.id + status + one.seed,
    ),
  dispute: (facts: SessionInput, status: DisputeStatus) =>
    buildEvent(
      `charge.dispute.${status === 'won' || status === 'lost' ? 'closed' : 'created'}`,
      buildDispute(facts, status),
      facts,
      facts.id + status,
    ),
};

export interface Sent {
  secret?: string;
  /** Seconds that the signature is old. */
  ageSeconds?: number;
  /** Sent instead of what was signed. */
  body?: string;
  path?: string;
  signature?: string;
}

/** Posts an event as Stripe does: signed by Stripe's own library. */
export async function send(server: Pick<Farebox, 'url'>, event: object, options: Sent = {}): Promise<Answer> {
  const { secret = WEBHOOK_SECRET, ageSeconds = 0, path = '/billing/webhook' } = options;
  const payload = JSON.stringify(event, null, 2);
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  const signature = options.signature ?? Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const { request } = await import('undici');
  const reply = await request(new URL(path, server.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature === '' ? {} : { 'stripe-signature': signature }),
    },
    body: options.body ?? payload,
  });
  const text = await reply.body.text();
  return { status: reply.statusCode, headers: reply.headers, body: JSON.parse(text), text };
}

export async function balanceOf(server: Farebox, key: string): Promise<number> {
  const { body } = await server.request('GET', '/api/account/balance', { key });
  return Number(body.balance);
}
