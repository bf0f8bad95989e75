/** Checkouts: asked for here, made by the payment provider, at most one open for an account and amount. */
import { defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { type Micros, toUsd } from '../../lib/money.ts';
import { lockAccount } from '../account-lock.ts';
import { isHeld } from '../accounts/holds.ts';
import type { CheckoutRow } from './payment-tables.ts';
import { hasPlayMoney, PLAY_MICROS_PER_DAY } from './play-money.ts';

/** Below the provider's 24 hours, within which it also remembers the idempotency key that a checkout is made with. */
const CHECKOUT_MS = 12 * 3_600_000;
/** A checkout with less time left is replaced: the provider makes none that ends within half an hour. */
const REUSE_MS_MIN = 35 * 60_000;

export interface ReserveCheckoutInput {
  accountId: string;
  amountMicros: Micros;
  /** The id of the new one, if one is made. */
  checkoutId: string;
}

/**
 * The open checkout of this account and amount, or a new one, whose session is still to be made. Throws NOT_FOUND, and
 * ACCOUNT_SUSPENDED unless what the account owes is the reason: then a deposit is the way out.
 * RATE_LIMITED when a test account would take more test money than a day has.
 */
export const reserveCheckout = defineWrite(
  'checkouts.reserveCheckout',
  async (ctx: Tx, input: ReserveCheckoutInput): Promise<CheckoutRow> => {
    const { accountId, amountMicros, checkoutId } = input;
    const account = await lockAccount(ctx, accountId);
    if (account.status === 'closed' || (account.status === 'suspended' && !(await isHeld(ctx, accountId)))) {
      throw new FareboxError('ACCOUNT_SUSPENDED');
    }
    const open = await ctx.db
      .selectFrom('checkouts')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('amount', '=', amountMicros)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (open && open.expires_at - ctx.nowMs > REUSE_MS_MIN) return open;
    if (open) await ctx.db.updateTable('checkouts').set({ state: 'expired' }).where('id', '=', open.id).execute();
    if (account.mode === 'test') await assertPlayMoney(ctx, accountId, amountMicros);
    // Whole seconds, which is what the provider counts in: asked again, it must be asked for the very same.
    const createdAt = Math.floor(ctx.nowMs / 1000) * 1000;
    const row: CheckoutRow = {
      id: checkoutId,
      account_id: accountId,
      mode: account.mode,
      kind: 'page',
      amount: amountMicros,
      state: 'open',
      session_id: null,
      url: null,
      created_at: createdAt,
      expires_at: createdAt + CHECKOUT_MS,
    };
    await ctx.db.insertInto('checkouts').values(row).execute();
    return row;
  },
);

/** Throws RATE_LIMITED. */
async function assertPlayMoney(tx: Tx, accountId: string, amountMicros: Micros): Promise<void> {
  if (await hasPlayMoney(tx, accountId, amountMicros)) return;
  throw new FareboxError('RATE_LIMITED', {
    message: `A test account can deposit at most ${toUsd(PLAY_MICROS_PER_DAY)} USD of test credit per day.`,
    retryAfterSeconds: Math.ceil((Date.parse(tx.day) + DAY_MS - tx.nowMs) / 1000),
  });
}

/** Notes the session that the provider has made for a checkout. */
export const noteSession = defineWrite(
  'checkouts.noteSession',
  async (
    { db }: Tx,
    { checkoutId, sessionId, url }: { checkoutId: string; sessionId: string; url: string },
  ): Promise<null> => {
    await db
      .updateTable('checkouts')
      .set({ session_id: sessionId, url })
      .where('id', '=', checkoutId)
      .where((eb) => eb.or([eb('session_id', 'is', null), eb('session_id', '=', sessionId)]))
      .execute();
    return null;
  },
);

/** Gives up a checkout that the provider has refused to make: the next one is asked for anew. */
export const dropCheckout = defineWrite(
  'checkouts.dropCheckout',
  async ({ db }: Tx, { checkoutId }: { checkoutId: string }): Promise<null> => {
    await db
      .updateTable('checkouts')
      .set({ state: 'failed' })
      .where('id', '=', checkoutId)
      .where('state', '=', 'open')
      .where('session_id', 'is', null)
      .execute();
    return null;
  },
);
