/** Opens a checkout with the payment provider: reserved here, made there under that id, noted here. */

import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Mode } from '../../kernel/principal.ts';
import { toShare } from '../../kernel/threads/turns.ts';
import type { UpstreamEnvironment } from '../../kernel/tool/context.ts';
import { createTimeOrderedId } from '../../lib/ids.ts';
import { MICROS_PER_CENT, usd } from '../../lib/money.ts';
import stripe from '../../providers/stripe.ts';
import type { Secrets } from '../secret.ts';
import { dropCheckout, noteSession, reserveCheckout } from './checkouts-writes.ts';
import { openPage } from './open-page.ts';
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
  const page = await openPage<CheckoutRow>(
    {
      reserve: () =>
        database.write(reserveCheckout, {
          accountId,
          amountMicros: usd(String(amount)),
          checkoutId: createTimeOrderedId('chk_'),
        }),
      findPage: ({ session_id: sessionId, url }) => (sessionId === null || url === null ? null : { sessionId, url }),
      make: (row) => createSession(deps, ctx, row),
      note: (row, { sessionId, url }) => database.write(noteSession, { checkoutId: row.id, sessionId, url }),
      drop: (row) => database.write(dropCheckout, { checkoutId: row.id }),
    },
    ctx.signal,
  );
  return { ...page, amount };
}

/** Callers can't set variables: doctor tells the operator how to enable card payments. */
export const createNoCardsError = (operatorContact: string): FareboxError =>
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
