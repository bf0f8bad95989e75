/**
 * Charges saved cards each second where a balance is short. A charge is begun in the database, asked for under its own id,
 * and booked as the provider reports it; what a killed server left is asked for again under the same id.
 */
import { createHash } from 'node:crypto';
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import { createTimeOrderedId } from '../../../lib/ids.ts';
import { MICROS_PER_CENT } from '../../../lib/money.ts';
import stripe from '../../../providers/stripe.ts';
import type { TopUpUpdate } from '../../../providers/stripe-card-events.ts';
import { applyPayment } from '../payments-writes.ts';
import { buildOwnContext } from './own-context.ts';
import { listShort, listUnsettled } from './top-up-reads.ts';
import { beginTopUp, type TopUpCharge, takeTopUp } from './top-up-writes.ts';
import type { TopUpDeps } from './top-ups.ts';

const EVERY_MS = 1_000;
const AT_ONCE = 20;
/** The provider remembers an idempotency key for at least a day; later it is asked what it has. */
const KEY_MS = 20 * 3_600_000;

/** The returned function ends it. */
export function chargeShortAccounts(deps: TopUpDeps): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isFailing = false;
  const run = async (): Promise<void> => {
    try {
      await chargeDue(deps);
      isFailing = false;
    } catch (err) {
      if (!isFailing) deps.log.error({ err }, 'automatic top-ups failed, retrying');
      isFailing = true;
    }
  };
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = null;
    });
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function chargeDue(deps: TopUpDeps): Promise<void> {
  const { database, environments } = deps;
  const nowMs = await database.now();
  const due: TopUpCharge[] = [];
  for (const { account_id: accountId, next_at: nextAt } of await listUnsettled(database.db, nowMs, AT_ONCE)) {
    const charge = await database.write(takeTopUp, { accountId, nextAt });
    if (charge) due.push(charge);
  }
  for (const accountId of await listShort(database.db, nowMs, AT_ONCE)) {
    const charge = await database.write(beginTopUp, { accountId, topUpId: createTimeOrderedId('top_') });
    if (charge) due.push(charge);
  }
  const payable = due.filter(({ mode }) => environments[mode].settings(stripe.id) !== null);
  await Promise.all(payable.map((charge) => settleCharge(deps, charge, nowMs)));
}

async function settleCharge(deps: TopUpDeps, charge: TopUpCharge, nowMs: number): Promise<void> {
  const { topUpId, accountId, mode } = charge;
  const fields = { topUp: topUpId, accountId, mode };
  try {
    const news = await askProvider(deps, charge, nowMs);
    if (news.state === 'pending') return;
    const digest = createHash('sha256').update(JSON.stringify(news)).digest('hex');
    const event = { id: `${topUpId}_${news.state}`, type: 'top_up.asked', digest };
    const { outcome, alert } = await deps.database.write(applyPayment, { mode, event, news });
    if (alert === null) deps.log.info({ ...fields, outcome, reason: news.reason }, 'automatic top-up');
    else deps.log.error({ ...fields, alert }, 'payment needs operator attention');
  } catch (err) {
    if (!(err instanceof UpstreamFailure)) throw err;
    deps.log.warn({ ...fields, err }, 'an automatic top-up is not decided yet, asking again later');
  }
}

/** Throws an UpstreamFailure while it isn't known how the charge stands. */
async function askProvider(deps: TopUpDeps, charge: TopUpCharge, nowMs: number): Promise<TopUpUpdate> {
  const { topUpId, accountId, mode, customerId, cardId, createdAtMs: sinceMs } = charge;
  const ctx = buildOwnContext(deps, mode, topUpId);
  const amountCents = charge.amount / MICROS_PER_CENT;
  const none: TopUpUpdate = {
    ...{ about: 'checkout', sessionId: topUpId, paymentId: topUpId, checkoutId: topUpId, accountId },
    ...{ state: 'failed', reason: 'failed', amountMinor: amountCents, currency: 'usd' },
  };
  if (nowMs - sinceMs > KEY_MS) return (await stripe.findCharge({ topUpId, customerId, sinceMs }, ctx)) ?? none;
  try {
    return await stripe.chargeCard({ topUpId, accountId, customerId, cardId, amountCents }, ctx);
  } catch (thrown) {
    // The card or its customer is no longer there: nothing was charged, and nothing can be.
    if (thrown instanceof UpstreamFailure && thrown.kind === 'bad_request' && thrown.facts.status !== 409) return none;
    throw thrown;
  }
}
