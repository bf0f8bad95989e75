/** Plans as tools use them: `ctx.services.billing`. Rules: newsroom.md §4.3. */

import { findFinishedWrite, type WriteClaim } from '../../database/batches/finished-writes.ts';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { createReasonError } from '../../kernel/errors/reasons.ts';
import type { CallContext } from '../../kernel/tool/context.ts';
import { toVariableName } from '../../kernel/tool/provider.ts';
import { createTimeOrderedId, sha256Hex } from '../../lib/ids.ts';
import stripe from '../../providers/stripe.ts';
import { choosePlanLimits, type PlanLimits, type Plans } from '../quota/plans.ts';
import { findCompanyById } from '../reads.ts';
import type { CompanyRow } from '../tables.ts';
import { listSubscriptions } from './reads.ts';
import { chooseSubscription } from './subscription-plan.ts';
import { keepCheckout, type MadeCheckout } from './writes.ts';

declare module '../../kernel/tool/context.ts' {
  interface Services {
    billing: Billing;
  }
}

export const SOLD_PLANS = ['pro', 'business'] as const;
export type SoldPlan = (typeof SOLD_PLANS)[number];

export interface PlanRequest {
  companyId: string;
  plan: SoldPlan;
  successUrl: string;
  cancelUrl: string;
  claim: WriteClaim | undefined;
}

export interface BillingStatus {
  plan: CompanyRow['plan'];
  status: CompanyRow['plan_status'];
  /** Milliseconds. */
  currentPeriodEnd: number | null;
  cancelAtPeriodEnd: boolean;
  limits: PlanLimits;
  provider: 'none' | 'stripe';
}

export interface Billing {
  /** Throws `no_billing`, `url_not_allowed`, IDEMPOTENCY_CONFLICT, CONFLICT for a company that has a plan, and UpstreamFailure. */
  openCheckout(ctx: CallContext, planRequest: PlanRequest): Promise<MadeCheckout>;
  /** The page where the subscription is managed. Throws `no_billing`, `url_not_allowed`, `no_customer` and UpstreamFailure. */
  openPortal(ctx: CallContext, companyId: string, returnUrl: string): Promise<string>;
  readStatus(ctx: Pick<CallContext, 'environment'>, companyId: string): Promise<BillingStatus>;
}

export interface BillingDeps {
  database: Pick<Database, 'db' | 'now' | 'write'>;
  plans: Plans;
  baseUrl: string;
  /** Beside our own; none: any over https. */
  returnOrigins: readonly string[];
}

export function openBilling(deps: BillingDeps): Billing {
  return {
    openCheckout: (ctx, planRequest) => openCheckout(deps, ctx, planRequest),
    openPortal: (ctx, companyId, returnUrl) => openPortal(deps, ctx, companyId, returnUrl),
    readStatus: (ctx, companyId) => readStatus(deps, ctx, companyId),
  };
}

const HAS_PLAN = 'This company already has a plan. Change or cancel it with GET /billing/portal';

async function openCheckout(deps: BillingDeps, ctx: CallContext, planRequest: PlanRequest): Promise<MadeCheckout> {
  const { database } = deps;
  const { companyId, plan, successUrl, cancelUrl, claim } = planRequest;
  const settings = requireProvider(ctx);
  const key = PRICE_SETTINGS[plan];
  const priceId = settings[key];
  if (priceId === undefined) throw createNoBillingError([toVariableName(stripe.id, key)]);
  for (const url of [successUrl, cancelUrl]) assertReturnUrl(deps, url);
  const earlier = await findFinishedWrite<MadeCheckout>(database, claim);
  if (earlier) {
    ctx.markReplayed();
    return earlier.output;
  }
  const subscriptions = await listSubscriptions(database.db, companyId);
  // A second subscription would be paid for beside the first.
  if (subscriptions.some(({ state }) => state === 'active' || state === 'past_due')) {
    throw new FareboxError('CONFLICT', { message: HAS_PLAN });
  }
  const customerId = subscriptions.find((one) => one.customer_id !== null)?.customer_id ?? null;
  // The same call finds the same session at the provider, also when it dies before its answer is kept.
  const requestId = claim
    ? `plan_${sha256Hex(`${claim.scope}\n${claim.key}\n${claim.fingerprint}`)}`
    : createTimeOrderedId('plan_');
  const request = { requestId, companyId, plan, priceId, customerId, successUrl, cancelUrl };
  const planCheckout = await stripe.createPlanCheckout(request, ctx);
  const { output, replayed } = await database.write(keepCheckout, { made: planCheckout, claim });
  if (replayed) ctx.markReplayed();
  return output;
}

const PRICE_SETTINGS = { pro: 'pricePro', business: 'priceBusiness' } as const;

async function openPortal(deps: BillingDeps, ctx: CallContext, companyId: string, returnUrl: string): Promise<string> {
  requireProvider(ctx);
  const back = returnUrl === '' ? `${deps.baseUrl}/app` : returnUrl;
  assertReturnUrl(deps, back);
  const subscriptions = await listSubscriptions(deps.database.db, companyId);
  const current = chooseSubscription(subscriptions) ?? subscriptions[0];
  const customerId = current?.customer_id ?? subscriptions.find((one) => one.customer_id !== null)?.customer_id;
  if (!customerId) throw createReasonError('no_customer');
  return await stripe.createPortal({ customerId, returnUrl: back }, ctx);
}

async function readStatus(
  { database, plans }: BillingDeps,
  { environment }: Pick<CallContext, 'environment'>,
  companyId: string,
): Promise<BillingStatus> {
  const company = await findCompanyById(database.db, companyId);
  if (!company) throw new Error('The company of a member is not there');
  const subscription = chooseSubscription(await listSubscriptions(database.db, companyId));
  return {
    plan: company.plan,
    status: company.plan_status,
    currentPeriodEnd: subscription?.period_end ?? null,
    cancelAtPeriodEnd: subscription?.ends_at_period_end === 1,
    limits: choosePlanLimits(company, plans, await database.now()),
    provider: environment.settings(stripe.id) === null ? 'none' : 'stripe',
  };
}

function requireProvider({ environment }: CallContext) {
  const settings = environment.settings(stripe.id);
  if (settings !== null) return settings;
  const needed = ['apiKey', 'webhookSecret'].map((key) => toVariableName(stripe.id, key));
  throw createNoBillingError(needed);
}

const createNoBillingError = (variables: readonly string[]) =>
  createReasonError('no_billing', { details: { variables } });

/** Absolute, without a password, over https or of our own; of the origins that the operator names where there are such. */
function assertReturnUrl({ baseUrl, returnOrigins }: BillingDeps, text: string): void {
  const url = URL.parse(text);
  const isOwn = url?.origin === new URL(baseUrl).origin;
  const isLocal = url?.protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const isPlain = url !== null && url.username === '' && url.password === '';
  const isKnown = returnOrigins.length === 0 || returnOrigins.some((origin) => origin === url?.origin);
  if (isPlain && (isOwn || ((url.protocol === 'https:' || isLocal) && isKnown))) return;
  throw createReasonError('url_not_allowed');
}
