/** Credit from outside a call: card, welcome, grant, reward. Once per external id. */
import { FareboxError } from '../kernel/errors.ts';
import { timeOrderedId } from '../kernel/ids.ts';
import { exact, MICROS_PER_GRANT_MAX, type Micros } from '../kernel/money.ts';
import type { Mode } from '../kernel/principal.ts';
import type { AccountRow, DepositSource, SystemAccount } from '../storage/schema.ts';
import { lockAccount, type Operation, type OperationContext } from './operation.ts';

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

const paidFrom: Record<DepositSource, SystemAccount> = {
  card: 'deposits',
  welcome: 'welcome',
  grant: 'grants',
  reward: 'grants',
};

/** Credits an account exactly once. Throws NOT_FOUND, CONFLICT (other mode, id used otherwise), INVALID_INPUT. */
export const deposit: Operation<DepositInput, DepositOutput> = async (ctx, input) => {
  const account = await lockAccount(ctx, input.accountId);
  return credit(ctx, account, input);
};

/** The same inside a larger operation, on an account row that it has locked or just inserted. */
export async function credit(ctx: OperationContext, account: AccountRow, input: DepositInput): Promise<DepositOutput> {
  const { amountMicros: amount, source, externalId, mode } = input;
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > MICROS_PER_GRANT_MAX) {
    throw new FareboxError('INVALID_INPUT', { message: 'One deposit is above 0 and at most 1,000,000 USD.' });
  }
  if (account.mode !== mode) throw new FareboxError('CONFLICT', { message: 'The account belongs to the other mode.' });
  const transferId = timeOrderedId('tr_', ctx.nowMs);
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
  if (!claimed) return alreadyCredited(ctx, account, input);
  const balance = exact(account.balance + amount);
  const seq = account.transfer_seq + 1;
  const isWelcome = source === 'welcome';
  await ctx.db
    .updateTable('accounts')
    .set({
      balance,
      transfer_seq: seq,
      welcomed: account.welcomed + (isWelcome ? amount : 0),
      deposited: account.deposited + (isWelcome ? 0 : amount),
    })
    .where('id', '=', account.id)
    .execute();
  await ctx.db
    .insertInto('transfers')
    .values({
      account_id: account.id,
      seq,
      id: transferId,
      mode,
      kind: 'deposit',
      source,
      debit_account: paidFrom[source],
      credit_account: account.id,
      amount,
      balance_after: balance,
      call_id: null,
      tool: null,
      reason: input.reason ?? null,
      lineage: null,
      at: ctx.nowMs,
    })
    .execute();
  await bookSystem(ctx, mode, paidFrom[source], amount);
  return { credited: true, transferId, balanceMicros: balance };
}

async function alreadyCredited(
  ctx: OperationContext,
  account: AccountRow,
  input: DepositInput,
): Promise<DepositOutput> {
  const before = await ctx.db
    .selectFrom('deposits')
    .selectAll()
    .where('external_id', '=', input.externalId)
    .executeTakeFirstOrThrow();
  if (before.account_id !== account.id || before.amount !== input.amountMicros) {
    throw new FareboxError('CONFLICT', { message: 'This external id was credited otherwise before.' });
  }
  return { credited: false, transferId: before.transfer_id, balanceMicros: account.balance };
}

/** Debits a system account in the rollup: the other side of a deposit. */
async function bookSystem(ctx: OperationContext, mode: Mode, account: SystemAccount, debit: Micros): Promise<void> {
  await ctx.db
    .insertInto('system_daily')
    .values({ mode, account, day: ctx.day, shard: ctx.shard, debit, credit: 0 })
    .onConflict((conflict) =>
      conflict.columns(['mode', 'account', 'day', 'shard']).doUpdateSet((eb) => ({
        debit: eb('system_daily.debit', '+', eb.ref('excluded.debit')),
      })),
    )
    .execute();
}
