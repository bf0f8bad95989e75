/** Durable changes of accounts: creation with its welcome balance, and what operators do. */

import { sql } from 'kysely';
import { type FinishedWrite, type WriteClaim, writeOnce } from '../../database/batches/finished-writes.ts';
import { defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import type { Mode } from '../../kernel/principal.ts';
import type { Micros } from '../../lib/money.ts';
import { lockAccount } from '../account-lock.ts';
import { type AuditActor, audit } from '../audit.ts';
import { rootKeyIssued } from '../keys/key-events.ts';
import { insertKey, replaceKey, type StoredKey } from '../keys/keys-writes.ts';
import type { AccountRow } from '../tables.ts';
import { nameAccount } from './account-names.ts';
import { credit } from './deposits-writes.ts';
import { forgetHold } from './holds.ts';
import { takeWelcome } from './welcome.ts';

/** Any fixed number: instances that create live accounts take turns on it. */
const WELCOME_LOCK = 7_246_211;

export interface CreateAccountInput {
  agentId: string;
  name: string;
  mode: Mode;
  rootKey: StoredKey;
  welcomeMicros: Micros;
  /** The most that all live accounts together are welcomed with in one UTC day. */
  welcomeMicrosPerDay: Micros;
  /** The network that the account is made from, and the most that one is welcomed with in a day. */
  welcomeShare?: { network: string; micros: Micros };
}

/** Account, root key and welcome deposit in one transaction; above the day's budget the balance is 0. */
export const createAccount = defineWrite(
  'accounts.createAccount',
  async (ctx: Tx, input: CreateAccountInput): Promise<{ balanceMicros: Micros }> => {
    const { agentId, rootKey } = input;
    const opened = await openAccount(ctx, input);
    await insertKey(ctx, { ...rootKey, accountId: agentId, lineage: rootKey.id, name: 'root', isRoot: true });
    return opened;
  },
);

export type NewAccount = Omit<CreateAccountInput, 'rootKey'>;

/** The same without a key; part of larger operations. */
export async function openAccount(ctx: Tx, input: NewAccount): Promise<{ balanceMicros: Micros }> {
  const { agentId, name, mode, welcomeMicros } = input;
  const account: AccountRow = {
    id: agentId,
    mode,
    name,
    status: 'active',
    balance: 0,
    welcomed: 0,
    deposited: 0,
    charges_count: 0,
    refunds_count: 0,
    settled_seen: 0,
    spent: 0,
    refunded_at: null,
    transfer_seq: 0,
    last_transfer: null,
    root_paid_at: null,
    answer_bytes: 0,
    created_at: ctx.nowMs,
  };
  await ctx.db.insertInto('accounts').values(account).execute();
  await nameAccount(ctx, agentId, [name]);
  if (!(await isWelcomeCovered(ctx, input))) return { balanceMicros: 0 };
  const externalId = `welcome:${agentId}`;
  return credit(ctx, account, {
    accountId: agentId,
    mode,
    amountMicros: welcomeMicros,
    source: 'welcome',
    externalId,
  });
}

async function isWelcomeCovered(ctx: Tx, input: NewAccount): Promise<boolean> {
  const { mode, welcomeMicros, welcomeMicrosPerDay, welcomeShare } = input;
  if (welcomeMicros <= 0) return false;
  if (mode === 'test') return true;
  if (ctx.engine === 'postgres') await sql`SELECT pg_advisory_xact_lock(${WELCOME_LOCK})`.execute(ctx.db);
  const { given } = await ctx.db
    .selectFrom('system_daily')
    .select((eb) => eb.fn.sum<number | string | null>('debit').as('given'))
    .where('mode', '=', mode)
    .where('account', '=', 'welcome')
    .where('day', '=', ctx.day)
    .executeTakeFirstOrThrow();
  if (Number(given ?? 0) + welcomeMicros > welcomeMicrosPerDay) return false;
  return welcomeShare === undefined || (await takeWelcome(ctx, welcomeMicros, welcomeShare));
}

/** Change of an account by an operator, who is named in the audit. */
export interface OperatorAction extends AuditActor {
  accountId: string;
}

export interface GrantInput extends OperatorAction {
  amountMicros: Micros;
  reason: string;
  /** The same id credits once, however often it is sent. */
  grantId: string;
  /** Only with an idempotency key. */
  claim?: WriteClaim;
}

export interface GrantOutput {
  credited: boolean;
  transferId: string;
  balanceMicros: Micros;
}

/** Credits an account from the operator's own pocket, exactly once for each `grantId` and each claim. */
export const grant = defineWrite(
  'accounts.grant',
  (ctx: Tx, input: GrantInput): Promise<FinishedWrite<GrantOutput>> =>
    writeOnce(ctx, input.claim, async () => {
      const { accountId, actor, ipPrefix, amountMicros, reason, grantId } = input;
      const account = await lockAccount(ctx, accountId);
      const deposit = await credit(ctx, account, {
        accountId,
        mode: account.mode,
        amountMicros,
        source: 'grant',
        externalId: `grant:${grantId}`,
        reason,
      });
      const entry = { actor, ipPrefix, action: 'account.grant', subject: accountId };
      if (deposit.credited) await audit(ctx, { ...entry, details: { amountMicros, reason, grantId } });
      return deposit;
    }),
  { forgets: 'keys' },
);

export interface SetStatusInput extends OperatorAction {
  status: 'active' | 'suspended';
  reason?: string;
}

/** Suspends or activates. `changed` is false when the account was so already. */
export const setStatus = defineWrite(
  'accounts.setStatus',
  async (ctx: Tx, input: SetStatusInput): Promise<{ changed: boolean }> => {
    const { accountId, actor, ipPrefix, status, reason } = input;
    const account = await lockAccount(ctx, accountId);
    // From here on it is the operator's decision, which no payment changes by itself.
    await forgetHold(ctx, accountId);
    if (account.status === status) return { changed: false };
    await ctx.db.updateTable('accounts').set({ status }).where('id', '=', accountId).execute();
    const action = status === 'active' ? 'account.activate' : 'account.suspend';
    const details = { before: account.status, ...(reason === undefined ? {} : { reason }) };
    await audit(ctx, { actor, ipPrefix, action, subject: accountId, details });
    return { changed: true };
  },
  { forgets: 'keys' },
);

export interface RekeyInput extends OperatorAction {
  newKey: StoredKey;
}

/** A new root key for an account that lost its own; the old one ends. Makes the first one where there was none. */
export const rekey = defineWrite(
  'accounts.rekey',
  async (ctx: Tx, input: RekeyInput): Promise<{ mode: Mode; balanceMicros: Micros }> => {
    const { accountId, actor, ipPrefix, newKey } = input;
    const account = await lockAccount(ctx, accountId);
    const old = await ctx.db
      .selectFrom('api_keys')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('is_root', '=', 1)
      .where('replaced_by', 'is', null)
      .executeTakeFirst();
    if (old) await replaceKey(ctx, old, newKey);
    else await insertKey(ctx, { ...newKey, accountId, lineage: newKey.id, name: 'root', isRoot: true });
    await ctx.tell(rootKeyIssued, { accountId, keyId: newKey.id });
    const details = { last4: newKey.last4 };
    await audit(ctx, { actor, ipPrefix, action: 'account.rekey', subject: accountId, details });
    return { mode: account.mode, balanceMicros: account.balance };
  },
  { forgets: 'keys' },
);
