/** Applies subscription events in the transaction that records the event. Lock order: subscription, company. */

import { type FinishedWrite, type WriteClaim, writeOnce } from '../../database/batches/finished-writes.ts';
import { defineFollower, defineWrite } from '../../database/define.ts';
import { lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { planTold } from '../../ledger/accounts/plan-events.ts';
import type { PlanUpdate } from '../../providers/stripe-plan-events.ts';
import type { Plan } from '../tables.ts';
import { listSubscriptions } from './reads.ts';
import { chooseSubscription, derivePlan } from './subscription-plan.ts';
import type { SubscriptionRow } from './tables.ts';

/** A plan that the provider can sell. */
const readPlan = (name: string | null): Plan | null => (name === 'pro' || name === 'business' ? name : null);

export const followPlan = defineFollower(planTold, async (tx, news) => {
  const row = await lockSubscription(tx, news);
  if (!row) return;
  const next = applyNews(row, news);
  const { id, ...columns } = { ...next, updated_at: tx.nowMs };
  await tx.db.updateTable('subscriptions').set(columns).where('id', '=', id).execute();
  await settlePlan(tx, row.company_id);
});

/** The subscription as it was known; undefined where it can't be told whose it is. */
async function lockSubscription(tx: Tx, news: PlanUpdate): Promise<SubscriptionRow | undefined> {
  const { db, nowMs } = tx;
  const { subscriptionId: id, companyId } = news;
  const query = db.selectFrom('subscriptions').selectAll().where('id', '=', id);
  const existing = await lockRows(tx, query).executeTakeFirst();
  if (existing || companyId === null) return existing;
  const company = await db.selectFrom('companies').select('id').where('id', '=', companyId).executeTakeFirst();
  const plan = readPlan(news.plan);
  if (!company || plan === null) return undefined;
  const row: SubscriptionRow = {
    id,
    company_id: companyId,
    customer_id: news.customerId,
    plan,
    state: 'none',
    period_end: null,
    ends_at_period_end: 0,
    past_due_since: null,
    event_at: 0,
    updated_at: nowMs,
  };
  const insert = db.insertInto('subscriptions').values(row);
  await insert.onConflict((conflict) => conflict.column('id').doNothing()).execute();
  return await lockRows(tx, query).executeTakeFirst();
}

const RANKS = { none: 0, active: 1, past_due: 1, canceled: 2 };

/** Older news than what is known changes nothing; of the same second, none takes back what another has begun. */
function applyNews(row: SubscriptionRow, news: PlanUpdate): SubscriptionRow {
  const customer_id = row.customer_id ?? news.customerId;
  if (news.state === null || row.state === 'canceled') return { ...row, customer_id };
  // An invoice that is not paid makes late only what was paid before.
  const state = news.state === 'unpaid' ? (row.state === 'none' ? 'none' : 'past_due') : news.state;
  const isOlder = news.atMs < row.event_at || (news.atMs === row.event_at && RANKS[state] < RANKS[row.state]);
  if (isOlder) return { ...row, customer_id };
  const lateSince = row.past_due_since ?? news.atMs;
  return {
    ...row,
    customer_id,
    plan: readPlan(news.plan) ?? row.plan,
    state,
    period_end: news.periodEndMs ?? row.period_end,
    ends_at_period_end: news.endsAtPeriodEnd === null ? row.ends_at_period_end : news.endsAtPeriodEnd ? 1 : 0,
    past_due_since: state === 'past_due' ? lateSince : state === 'canceled' ? row.past_due_since : null,
    event_at: news.atMs,
  };
}

/** The company's plan is what follows from all of its subscriptions. */
async function settlePlan(tx: Tx, companyId: string): Promise<void> {
  const { db } = tx;
  await lockRows(tx, db.selectFrom('companies').select('id').where('id', '=', companyId)).execute();
  const derived = derivePlan(chooseSubscription(await listSubscriptions(db, companyId)));
  await db.updateTable('companies').set(derived).where('id', '=', companyId).execute();
}

export interface MadeCheckout {
  url: string;
  sessionId: string;
  expiresAtMs: number;
}

/** Keeps what a checkout answered for repeats under its idempotency key. */
export const keepCheckout = defineWrite(
  'billing.keepCheckout',
  (
    tx: Tx,
    { made, claim }: { made: MadeCheckout; claim: WriteClaim | undefined },
  ): Promise<FinishedWrite<MadeCheckout>> => writeOnce(tx, claim, async () => made),
);
