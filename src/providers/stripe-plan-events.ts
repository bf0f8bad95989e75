/** Translates Stripe subscription events. Format: https://docs.stripe.com/api/subscriptions/object */
import { z } from 'zod';
import { COMPANY_MARK, KIND_MARK, PLAN_KIND, PLAN_MARK } from './stripe-marks.ts';

/** Something is known of a company's subscription; what the event doesn't tell is null. */
export interface PlanUpdate {
  about: 'plan';
  subscriptionId: string;
  customerId: string | null;
  /** Null when the event names none of ours. */
  companyId: string | null;
  /** As it was asked for; the price tells what it is now. */
  plan: string | null;
  priceId: string | null;
  /** `none`: it has not begun, and may never. `unpaid`: an invoice was not paid, of whatever state. */
  state: 'active' | 'past_due' | 'canceled' | 'none' | 'unpaid' | null;
  /** When what is paid ends, milliseconds. */
  periodEndMs: number | null;
  endsAtPeriodEnd: boolean | null;
  /** When the provider made the event, milliseconds. */
  atMs: number;
}

const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);
const metadata = z.record(z.string(), z.string()).nullish();

const sessionShape = z.object({ mode: z.string(), subscription: reference, customer: reference, metadata });

/** Null for a session that sells no plan. */
export function readPlanCheckout(object: unknown, atMs: number): PlanUpdate | null {
  const session = sessionShape.safeParse(object);
  if (!session.success || session.data.mode !== 'subscription') return null;
  const { subscription, customer, metadata: marks } = session.data;
  if (subscription === null || marks?.[KIND_MARK] !== PLAN_KIND) return null;
  return { ...EMPTY, ...readMarks(marks), subscriptionId: subscription, customerId: customer, atMs };
}

const itemShape = z.object({ price: z.object({ id: z.string() }), current_period_end: z.int().nullish() });

const subscriptionShape = z.object({
  id: z.string().min(1),
  customer: reference,
  status: z.string(),
  cancel_at_period_end: z.boolean(),
  /** Older versions of the interface tell it here, newer ones with each item. */
  current_period_end: z.int().nullish(),
  items: z.object({ data: z.array(itemShape) }),
  metadata,
});

/** Null for a subscription to something else that is sold on the same provider account. */
export function readSubscription(object: unknown, atMs: number): PlanUpdate | null {
  const subscription = subscriptionShape.parse(object);
  if (subscription.metadata?.[KIND_MARK] !== PLAN_KIND) return null;
  const [item] = subscription.items.data;
  const endSeconds = subscription.current_period_end ?? item?.current_period_end ?? null;
  return {
    ...EMPTY,
    ...readMarks(subscription.metadata),
    subscriptionId: subscription.id,
    customerId: subscription.customer,
    priceId: item?.price.id ?? null,
    state: STATES.get(subscription.status) ?? 'none',
    periodEndMs: endSeconds === null ? null : endSeconds * 1000,
    endsAtPeriodEnd: subscription.cancel_at_period_end,
    atMs,
  };
}

const STATES = new Map<string, NonNullable<PlanUpdate['state']>>([
  ['active', 'active'],
  ['trialing', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['canceled', 'canceled'],
]);

const invoiceShape = z.object({
  customer: reference,
  /** Older versions. */
  subscription: reference,
  subscription_details: z.object({ metadata }).nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: reference, metadata }).nullish() }).nullish(),
  lines: z.object({ data: z.array(z.object({ period: z.object({ end: z.int() }) })) }).nullish(),
});

/** Null for an invoice of something else. */
export function readInvoice(type: string, object: unknown, atMs: number): PlanUpdate | null {
  const invoice = invoiceShape.parse(object);
  const details = invoice.parent?.subscription_details;
  const subscriptionId = details?.subscription ?? invoice.subscription;
  const marks = details?.metadata ?? invoice.subscription_details?.metadata;
  if (subscriptionId === null || marks?.[KIND_MARK] !== PLAN_KIND) return null;
  const isPaid = type === 'invoice.paid';
  const ends = (invoice.lines?.data ?? []).map(({ period }) => period.end);
  return {
    ...EMPTY,
    ...readMarks(marks),
    subscriptionId,
    customerId: invoice.customer,
    state: isPaid ? 'active' : 'unpaid',
    // What has not been paid has not begun.
    periodEndMs: isPaid && ends.length > 0 ? Math.max(...ends) * 1000 : null,
    atMs,
  };
}

const EMPTY = {
  about: 'plan',
  customerId: null,
  priceId: null,
  state: null,
  periodEndMs: null,
  endsAtPeriodEnd: null,
} as const;

const readMarks = (marks: Readonly<Record<string, string>>): Pick<PlanUpdate, 'companyId' | 'plan'> => ({
  companyId: marks[COMPANY_MARK] ?? null,
  plan: marks[PLAN_MARK] ?? null,
});
