/** Credit from outside a call: card, welcome, grant, reward. Once per external id. */

import { defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Mode } from '../../kernel/principal.ts';
import { createTimeOrderedId } from '../../lib/ids.ts';
import { MICROS_PER_GRANT_MAX, type Micros } from '../../lib/money.ts';
import { lockAccount } from '../account-lock.ts';
import { payDebt, postTransfer } from '../posting.ts';
import type { AccountRow, DepositSource, SystemAccount } from '../tables.ts';
import { liftHold } from './holds.ts';

export interface DepositInput {
  accountId: string;
  /** The books it belongs to; an account of the other mode is refused (CONFLICT). */
  mode: Mode;
  amountMicros: Micros;
  source: DepositSource;
  /** Names the payment or grant, e.g. `stripe:cs_…`; the same id never credits twice. */
  externalId: string;
  reason?: string;
}

export interface DepositOutput {
  /** False when this external id had been credited before; nothing changed then. */
  credited: boolean;
  transferId: string;
  balanceMicros: Micros;
}

const sourceAccounts: Record<DepositSource, SystemAccount> = {
  card: 'deposits',
  welcome: 'welcome',
  grant: 'grants',
  reward: 'grants',
  wallet: 'deposits',
};

/** Credits an account exactly once. Throws NOT_FOUND, CONFLICT (other mode, id used otherwise), INVALID_INPUT. */
export const deposit = defineWrite(
  'deposits.deposit',
  async (ctx: Tx, input: DepositInput): Promise<DepositOutput> => {
    const account = await lockAccount(ctx, input.accountId);
    return credit(ctx, account, input);
  },
  { forgets: 'keys' },
);

/**
 * The same inside a larger operation, on an account row that it has locked or just inserted. What the account owes is
 * paid first.
 */
export async function credit(ctx: Tx, account: AccountRow, input: DepositInput): Promise<DepositOutput> {
  const { amountMicros: amount, source, externalId, mode } = input;
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > MICROS_PER_GRANT_MAX) {
    throw new FareboxError('INVALID_INPUT', { message: 'A deposit must be above 0 and at most 1,000,000 USD.' });
  }
  if (account.mode !== mode)
    throw new FareboxError('CONFLICT', { message: 'The account is in the other mode (live or test).' });
  const transferId = createTimeOrderedId('tr_', ctx.nowMs);
  const claimed = await ctx.db
    .insertInto('deposits')
    .values({
      external_id: externalId,
      account_id: account.id,
      mode,
      source,
      amount,
      transfer_id: transferId,
      at: ctx.nowMs,
    })
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .returning('external_id')
    .executeTakeFirst();
  if (!claimed) return findEarlierDeposit(ctx, account, input);
  const credited = await postTransfer(ctx, account, {
    kind: 'deposit',
    source,
    counter: sourceAccounts[source],
    direction: 'in',
    amount,
    reason: input.reason ?? null,
    transferId,
  });
  const paid = await payDebt(ctx, credited, amount);
  await liftHold(ctx, paid, 'what was owed is paid');
  return { credited: true, transferId, balanceMicros: paid.balance };
}

async function findEarlierDeposit(ctx: Tx, account: AccountRow, input: DepositInput): Promise<DepositOutput> {
  const before = await ctx.db
    .selectFrom('deposits')
    .selectAll()
    .where('external_id', '=', input.externalId)
    .executeTakeFirstOrThrow();
  if (before.account_id !== account.id || before.amount !== input.amountMicros) {
    throw new FareboxError('CONFLICT', { message: 'This external ID was already credited with other data.' });
  }
  return { credited: false, transferId: before.transfer_id, balanceMicros: account.balance };
}
