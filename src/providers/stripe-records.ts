/** Checkouts, refunds and disputes as Stripe lists them. */
import { z } from 'zod';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import { unwrapFailure } from './shared/network/fetch.ts';
import type { RequestContext } from './shared/provider.ts';
import { createClient, facts } from './stripe-client.ts';
import {
  type DisputeUpdate,
  disputeShape,
  type RefundUpdate,
  readDisputeUpdate,
  readRefund,
  refundShape,
} from './stripe-events.ts';
import { ACCOUNT_MARK, CHECKOUT_MARK, KIND_MARK, TOP_UP_KIND } from './stripe-marks.ts';

const PAGE_SIZE = 100;

const listedSessionShape = z.object({
  id: z.string(),
  amount_total: z.number().nullish(),
  currency: z.string().nullish(),
  payment_status: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  client_reference_id: z.string().nullish(),
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
  paymentId: string | null;
  accountId: string | null;
  refundedCents: number;
  isDisputed: boolean;
}

/** One page of the checkouts made since then, newest first; `after` is the last session of the page before. */
export async function listCheckouts(
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

const chargeShape = z.object({ amount_refunded: z.number(), disputed: z.boolean() });

const listedPaymentShape = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  latest_charge: z.union([z.string(), chargeShape]).nullish(),
});

/** The same of automatic top-ups, whose session is the payment. */
export async function listTopUps(
  { sinceMs, after }: { sinceMs: number; after?: string },
  ctx: RequestContext,
): Promise<{ checkouts: ListedCheckout[]; hasMore: boolean }> {
  const page = await unwrapFailure(async () =>
    (await createClient(ctx)).paymentIntents.list({
      limit: PAGE_SIZE,
      created: { gte: Math.floor(sinceMs / 1000) },
      expand: ['data.latest_charge'],
      ...(after === undefined ? {} : { starting_after: after }),
    }),
  );
  const payments = z.array(listedPaymentShape).safeParse(page.data);
  if (!payments.success) throw new UpstreamFailure('malformed', facts.id, { cause: payments.error });
  return { checkouts: payments.data.map(readListedTopUp), hasMore: page.has_more };
}

function readListedTopUp(payment: z.output<typeof listedPaymentShape>): ListedCheckout {
  const { id, amount: amountCents, currency, status, metadata, latest_charge } = payment;
  const isTopUp = metadata?.[KIND_MARK] === TOP_UP_KIND;
  const charge = typeof latest_charge === 'object' ? latest_charge : null;
  return {
    ...{ sessionId: id, paymentId: id, amountCents, currency },
    checkoutId: isTopUp ? (metadata[CHECKOUT_MARK] ?? null) : null,
    isPaid: status === 'succeeded',
    accountId: metadata?.[ACCOUNT_MARK] ?? null,
    refundedCents: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
  };
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
    paymentId: intent?.id ?? (typeof session.payment_intent === 'string' ? session.payment_intent : null),
    accountId: session.client_reference_id ?? null,
    refundedCents: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
  };
}

/** Current refunds and disputes of a payment. */
export async function readPayment(
  paymentId: string,
  ctx: RequestContext,
): Promise<{ refund: RefundUpdate; disputes: DisputeUpdate[] }> {
  const client = await createClient(ctx);
  const query = { payment_intent: paymentId, limit: PAGE_SIZE };
  const [listedRefunds, listedDisputes] = await unwrapFailure(async () => [
    await client.refunds.list(query),
    await client.disputes.list(query),
  ]);
  const refunds = z.array(refundShape).safeParse(listedRefunds.data);
  const disputes = z.array(disputeShape).safeParse(listedDisputes.data);
  const cause = refunds.error ?? disputes.error;
  if (!refunds.success || !disputes.success) throw new UpstreamFailure('malformed', facts.id, { cause });
  const atMs = Date.now();
  const refund: RefundUpdate = {
    about: 'refund',
    paymentId,
    currency: refunds.data[0]?.currency ?? 'usd',
    atMs,
    refundedMinor: null,
    refunds: refunds.data.map(readRefund),
    isComplete: !listedRefunds.has_more,
  };
  const updates = disputes.data.map((dispute) => readDisputeUpdate(null, dispute, atMs));
  return { refund, disputes: updates.filter((update) => update.about === 'dispute') };
}
