/** Opens a checkout with the payment provider: reserved here, made there under that id, noted here. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { UpstreamFailure } from '../../kernel/errors/failure.ts';
import type { Mode } from '../../kernel/principal.ts';
import { toShare } from '../../kernel/threads/turns.ts';
import type { UpstreamEnvironment } from '../../kernel/tool/context.ts';
import { createTimeOrderedId } from '../../lib/ids.ts';
import { MICROS_PER_CENT, usd } from '../../lib/money.ts';
import stripe from '../../providers/stripe.ts';
import type { Secrets } from '../secret.ts';
import { dropCheckout, noteSession, reserveCheckout } from './checkouts-writes.ts';
import { createPayToken } from './pay-links.ts';
import type { CheckoutRow } from './payment-tables.ts';
import { type DepositAmount, depositAmounts, type OpenCheckout, type PaymentContext } from './payments-types.ts';

export interface CheckoutDeps {
  database: Pick<Database, 'db' | 'now' | 'write'>;
  secrets: Secrets;
  environments: Readonly<Record<Mode, UpstreamEnvironment>>;
  /** Public address without a slash at the end. */
  baseUrl: string;
  /** Shown where no card can be charged; may be empty. */
  operatorContact: string;
}

const MICROS_PER_USD = 1_000_000;
/** Another instance may be making the same session at this very moment. */
const TRIES_MAX = 3;
const PAUSE_MS = 300;

export interface CheckoutRequest {
  accountId: string;
  mode: Mode;
  amount: DepositAmount;
}

/** The open checkout of this account and amount. TOOL_UNAVAILABLE where card payments are not set up, RATE_LIMITED beyond the test money of a day. */
export async function openCheckout(
  deps: CheckoutDeps,
  ctx: PaymentContext,
  request: CheckoutRequest,
): Promise<OpenCheckout> {
  const { database, environments, operatorContact } = deps;
  const { accountId, mode, amount } = request;
  if (environments[mode].settings(stripe.id) === null) throw createNoCardsError(operatorContact);
  for (let tries = 1; ; tries++) {
    const row = await database.write(reserveCheckout, {
      accountId,
      amountMicros: usd(String(amount)),
      checkoutId: createTimeOrderedId('chk_'),
    });
    if (row.session_id !== null && row.url !== null) return { url: row.url, sessionId: row.session_id, amount };
    try {
      const { sessionId, url } = await createSession(deps, ctx, row);
      await database.write(noteSession, { checkoutId: row.id, sessionId, url });
      return { url, sessionId, amount };
    } catch (thrown) {
      if (!(thrown instanceof UpstreamFailure) || tries === TRIES_MAX) throw thrown;
      if (thrown.kind === 'bad_request') {
        // It may have been asked for otherwise before, at another BASE_URL: a new one is asked for under its own id.
        await database.write(dropCheckout, { checkoutId: row.id });
        if (tries > 1) throw thrown;
      } else if (thrown.facts.status === 409) {
        await sleep(PAUSE_MS, undefined, { signal: ctx.signal });
      } else {
        throw thrown;
      }
    }
  }
}

/** Callers can't set variables: doctor tells the operator how to enable card payments. */
const createNoCardsError = (operatorContact: string): FareboxError =>
  new FareboxError('TOOL_UNAVAILABLE', {
    message: 'This server does not accept card payments.',
    next: `Ask its operator to add to the balance${operatorContact === '' ? '.' : `: ${operatorContact}`}`,
  });

/** The session, and the page where it is paid: the sandbox's is one of ours. */
async function createSession(
  deps: CheckoutDeps,
  ctx: PaymentContext,
  row: CheckoutRow,
): Promise<{ sessionId: string; url: string }> {
  const checkout = await stripe.createCheckout(
    {
      checkoutId: row.id,
      accountId: row.account_id,
      amountCents: row.amount / MICROS_PER_CENT,
      expiresAtMs: row.expires_at,
      successUrl: buildReturnUrl(deps, row, 'success'),
      cancelUrl: buildReturnUrl(deps, row),
    },
    { ...ctx, share: toShare(ctx.principal, 0), environment: deps.environments[row.mode] },
  );
  return row.mode === 'test' ? { ...checkout, url: `${deps.baseUrl}/pay/sandbox/${checkout.sessionId}` } : checkout;
}

/** Return address of a customer: a payment link, the same whenever this checkout is asked for. */
export function buildReturnUrl({ secrets, baseUrl }: CheckoutDeps, row: CheckoutRow, outcome?: 'success'): string {
  const amount = depositAmounts.find((one) => one * MICROS_PER_USD === row.amount) ?? 5;
  const token = createPayToken(secrets, { accountId: row.account_id, amount }, row.created_at);
  return `${baseUrl}/pay/${token}${outcome === undefined ? '' : `?outcome=${outcome}`}`;
}
