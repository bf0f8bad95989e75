/** Paying in the sandbox: with test money, through the same events and the same signature check as a real payment. */
import { FareboxError } from '../../kernel/errors/errors.ts';
import { MICROS_PER_CENT, toUsd } from '../../lib/money.ts';
import { buildReturnUrl, type CheckoutDeps } from './checkouts.ts';
import type { CheckoutRow } from './payment-tables.ts';
import type {
  CardPlay,
  PaymentContext,
  PaymentPlay,
  PaymentSandbox,
  TestCard,
  TestCheckout,
} from './payments-types.ts';
import { deriveSandboxSecret, failDelivery, receivePayment } from './receive-payment.ts';
import type { AutoTopUpRow } from './top-ups/tables.ts';
import type { TopUpDeps } from './top-ups/top-ups.ts';

/** A checkout of the sandbox; NOT_FOUND for any other. */
export async function readTestCheckout(
  deps: CheckoutDeps,
  sessionId: string,
): Promise<{ row: CheckoutRow; shown: TestCheckout }> {
  const checkoutRow = await deps.database.db
    .selectFrom('checkouts as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .selectAll('c')
    .select('a.name as account_name')
    .where('c.session_id', '=', sessionId)
    .where('c.mode', '=', 'test')
    .executeTakeFirst();
  if (!checkoutRow) throw new FareboxError('NOT_FOUND', { message: 'Sandbox checkout not found.' });
  const { account_name: accountName, ...row } = checkoutRow;
  const isDone = row.state === 'paid' || row.state === 'pending';
  const checkout: TestCheckout = {
    sessionId,
    agentId: row.account_id,
    accountName,
    amount: toUsd(row.amount),
    state: row.state,
    returnUrl: isDone ? buildReturnUrl(deps, row, 'success') : buildReturnUrl(deps, row),
  };
  return { row, shown: checkout };
}

/** Sends the events of a payment to ourselves, as the play wants it, and tells how the checkout stands afterwards. */
export async function playPayment(
  deps: TopUpDeps & { sandbox: PaymentSandbox },
  ctx: PaymentContext,
  sessionId: string,
  play: PaymentPlay,
): Promise<TestCheckout> {
  const { row } = await readTestCheckout(deps, sessionId);
  const facts = {
    sessionId,
    checkoutId: row.id,
    accountId: row.account_id,
    amountCents: row.amount / MICROS_PER_CENT,
    createdMs: row.created_at,
    expiresAtMs: row.expires_at,
  };
  const deliveries = deps.sandbox.signDeliveries(facts, play, deriveSandboxSecret(deps.secrets));
  for (const { payload, signature, failsFirst } of deliveries) {
    const body = new TextEncoder().encode(payload);
    if (failsFirst) await failDelivery(deps, body, signature);
    await receivePayment(deps, ctx, body, signature);
  }
  return (await readTestCheckout(deps, sessionId)).shown;
}

/** The open page of the sandbox where a card is saved; NOT_FOUND for any other. */
export async function readTestCard(
  { database, baseUrl }: Pick<TopUpDeps, 'database' | 'baseUrl'>,
  sessionId: string,
): Promise<{ row: AutoTopUpRow; shown: TestCard }> {
  const found = await database.db
    .selectFrom('auto_top_ups as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .selectAll('t')
    .select('a.name as account_name')
    .where('t.setup_session', '=', sessionId)
    .where('t.mode', '=', 'test')
    .executeTakeFirst();
  if (!found) throw new FareboxError('NOT_FOUND', { message: 'Sandbox card page not found.' });
  const { account_name: accountName, ...row } = found;
  const returnUrl = `${baseUrl}/dashboard/billing?mode=test`;
  return { row, shown: { sessionId, agentId: row.account_id, accountName, returnUrl } };
}

/** Sends the event of a saved card to ourselves. */
export async function playCard(
  deps: TopUpDeps & { sandbox: PaymentSandbox },
  ctx: PaymentContext,
  sessionId: string,
  play: CardPlay,
): Promise<TestCard> {
  const { row, shown } = await readTestCard(deps, sessionId);
  const { setup_id: setupId, account_id: accountId, customer_id: customerId, setup_until: expiresAtMs } = row;
  const setup = { sessionId, setupId: setupId ?? '', accountId, customerId, expiresAtMs };
  const { payload, signature } = deps.sandbox.signCard(setup, play, deriveSandboxSecret(deps.secrets));
  await receivePayment(deps, ctx, new TextEncoder().encode(payload), signature);
  return shown;
}
