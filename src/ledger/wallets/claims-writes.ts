/** Claims of payments before their calls run: once for each signature, however often and wherever it is sent. */
import { defineFollower, defineWrite } from '../../database/define.ts';
import { lockFreeRows, lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { FareboxError, toErrorObject } from '../../kernel/errors/errors.ts';
import type { RefundReason } from '../../kernel/errors/failure.ts';
import type { CallTask, OpenRefusal } from '../../kernel/ports.ts';
import type { AccountPrincipal } from '../../kernel/principal.ts';
import { lockAccount } from '../account-lock.ts';
import { openAccount } from '../accounts/accounts-writes.ts';
import { instanceDied } from '../instance-writes.ts';
import { insertKey, type StoredKey } from '../keys/keys-writes.ts';
import { DEADLINE_GRACE_MS, HOUR_MS } from '../operations.ts';
import { findAccountRefusal } from './account-claims.ts';
import { type ClaimKey, findKeyClaim, freeKey, takeKey } from './idempotency-keys.ts';
import { noteFailedCall } from './paid-call.ts';
import type { WalletPaymentRow, WalletRow } from './tables.ts';
import { chargeWalletTask, refundWalletTask } from './wallet-tasks.ts';

/** Payments of one wallet whose calls run or whose settlement is awaited. */
export const OPEN_PAYMENTS_MAX = 16;
/** After so many refused settlements within an hour a wallet has to make a deposit, or wait. */
export const FAILED_PAYMENTS_MAX = 3;
const PORTION = 200;

/** Identity of a payment. */
export type PaymentName = Pick<WalletPaymentRow, 'mode' | 'network' | 'asset' | 'payer' | 'nonce'>;

export interface ClaimInput extends PaymentName {
  id: string;
  purpose: WalletPaymentRow['purpose'];
  tool: string;
  amount: number;
  digest: string;
  fingerprint: string;
  identifier: string | null;
  payment: string;
  owner: string;
  task: CallTask | null;
  /** With a key: whom the call is booked on, instead of the wallet's own account. */
  account: Pick<AccountPrincipal, 'accountId' | 'keyId' | 'lineage'> | null;
  /** The caller's idempotency key, with a key. */
  claimKey: ClaimKey | null;
  timeoutMs: number;
  expiresAt: number;
  /** For a wallet that pays for the first time. */
  newAccount: { agentId: string; rootKey: StoredKey };
  refundsPerHour: number;
}

export type ClaimOutcome =
  | { is: 'claimed'; accountId: string; keyId: string }
  /** This payment, or another one under its identifier, was sent before. */
  | { is: 'seen'; id: string }
  /** Another call holds the idempotency key. */
  | { is: 'keyed' }
  | { is: 'refused'; refusal: 'ledger'; why: OpenRefusal }
  | { is: 'refused'; refusal: 'status' | 'open' | 'failed' }
  | { is: 'refused'; refusal: 'refunds'; retryAfterSeconds: number };

export const claimPayment = defineWrite('wallets.claim', async (tx: Tx, input: ClaimInput): Promise<ClaimOutcome> => {
  const wallet = await findOrOpenWallet(tx, input);
  // Also of a wallet that pays for another account: it is what keeps two uses of a signature apart.
  const own = await lockAccount(tx, wallet.account_id);
  const seen = await findClaimed(tx, input);
  if (seen !== null) return { is: 'seen', id: seen };
  if (own.status !== 'active') return { is: 'refused', refusal: 'status' };
  const refusal = await findRefusal(tx, input);
  if (refusal !== null) return refusal;
  const { accountId, lineage } = input.account ?? { accountId: wallet.account_id, lineage: wallet.key_id };
  const refused = input.account && (await findAccountRefusal(tx, input.account, input));
  if (refused) return { is: 'refused', refusal: 'ledger', why: refused };
  const { claimKey } = input;
  if (claimKey && (await findKeyClaim(tx.db, claimKey, tx.nowMs))) return { is: 'keyed' };
  const why = await chargeWalletTask(tx, { ...input, accountId });
  if (why !== null) return { is: 'refused', refusal: 'ledger', why };
  await insertClaim(tx, input, { accountId, lineage });
  return { is: 'claimed', accountId, keyId: lineage };
});

async function insertClaim(
  tx: Tx,
  input: ClaimInput,
  { accountId, lineage }: Pick<AccountPrincipal, 'accountId' | 'lineage'>,
): Promise<void> {
  const { newAccount: _new, refundsPerHour: _refunds, account: _booked, claimKey, ...rest } = input;
  const { timeoutMs, expiresAt, task, ...claim } = rest;
  if (claimKey) await takeKey(tx, claimKey, input);
  await tx.db
    .insertInto('wallet_payments')
    .values({
      ...claim,
      task_ref: task?.ref ?? null,
      claim_scope: claimKey?.scope ?? null,
      claim_key: claimKey?.key ?? null,
      account_id: accountId,
      key_id: lineage,
      state: 'claimed',
      deadline_at: tx.nowMs + timeoutMs,
      expires_at: expiresAt,
      created_at: tx.nowMs,
      attempts: 0,
    })
    .execute();
}

async function findOrOpenWallet(tx: Tx, input: ClaimInput): Promise<WalletRow> {
  return (await findWallet(tx, input)) ?? (await openWallet(tx, input));
}

const findWallet = ({ db }: Tx, { mode, network, payer }: PaymentName): Promise<WalletRow | undefined> =>
  db
    .selectFrom('wallets')
    .selectAll()
    .where('mode', '=', mode)
    .where('network', '=', network)
    .where('address', '=', payer)
    .executeTakeFirst();

async function openWallet(tx: Tx, input: ClaimInput): Promise<WalletRow> {
  const { mode, network, payer, newAccount } = input;
  const { agentId, rootKey } = newAccount;
  const wallet = { mode, network, address: payer, account_id: agentId, key_id: rootKey.id, created_at: tx.nowMs };
  const made = await tx.db
    .insertInto('wallets')
    .values(wallet)
    .onConflict((conflict) => conflict.columns(['mode', 'network', 'address']).doNothing())
    .returning('address')
    .executeTakeFirst();
  if (!made) {
    const other = await findWallet(tx, input);
    if (!other) throw new Error('The wallet is there, and not found');
    return other;
  }
  const name = `wallet:${network}:${payer}`;
  await openAccount(tx, { agentId, name, mode, welcomeMicros: 0, welcomeMicrosPerDay: 0 });
  await insertKey(tx, { ...rootKey, accountId: agentId, lineage: rootKey.id, name: 'root', isRoot: true });
  return wallet;
}

async function findClaimed({ db }: Tx, input: ClaimInput): Promise<string | null> {
  const { mode, network, asset, payer, nonce, identifier } = input;
  const query = db.selectFrom('wallet_payments').select('id').where('mode', '=', mode).where('network', '=', network);
  const held = query.where('payer', '=', payer).where('state', '<>', 'released');
  const same = await held.where('asset', '=', asset).where('nonce', '=', nonce).executeTakeFirst();
  if (same) return same.id;
  if (identifier === null) return null;
  return (await held.where('identifier', '=', identifier).executeTakeFirst())?.id ?? null;
}

async function findRefusal(
  { db, nowMs }: Tx,
  { mode, network, payer, tool, purpose, refundsPerHour }: ClaimInput,
): Promise<Extract<ClaimOutcome, { is: 'refused' }> | null> {
  const query = db
    .selectFrom('wallet_payments')
    .where('mode', '=', mode)
    .where('network', '=', network)
    .where('payer', '=', payer);
  const open = await query
    .select('id')
    .where('state', 'in', ['claimed', 'answered'])
    .limit(OPEN_PAYMENTS_MAX)
    .execute();
  if (open.length >= OPEN_PAYMENTS_MAX) return { is: 'refused', refusal: 'open' };
  // A deposit runs nothing, and is what shows that the wallet can pay.
  if (purpose === 'deposit') return null;
  const lately = query.where('ended_at', '>', nowMs - HOUR_MS);
  const failed = await lately
    .select('ended_at')
    .where('state', '=', 'failed')
    .orderBy('ended_at', 'desc')
    .limit(FAILED_PAYMENTS_MAX)
    .execute();
  const since = failed.at(FAILED_PAYMENTS_MAX - 1)?.ended_at ?? null;
  if (since !== null) {
    const deposit = query.select('id').where('state', '=', 'settled').where('ended_at', '>=', since);
    if (!(await deposit.where('purpose', '=', 'deposit').limit(1).executeTakeFirst()))
      return { is: 'refused', refusal: 'failed' };
  }
  const released = await lately
    .select('ended_at')
    .where('state', '=', 'released')
    .where('tool', '=', tool)
    .where('reason', 'not in', ['crash', 'not_sent'])
    .orderBy('ended_at', 'desc')
    .limit(refundsPerHour)
    .execute();
  if (released.length < refundsPerHour) return null;
  const oldest = released.at(-1)?.ended_at ?? nowMs;
  return {
    is: 'refused',
    refusal: 'refunds',
    retryAfterSeconds: Math.max(1, Math.ceil((oldest + HOUR_MS - nowMs) / 1000)),
  };
}

export interface ReleaseInput {
  id: string;
  owner: string;
  reason: RefundReason;
  failure: string;
  cost: number | null;
}

/** The call failed: nothing is settled, and the payment may be used again. False: somebody else has ended it. */
export const releasePayment = defineWrite('wallets.release', async (tx: Tx, input: ReleaseInput): Promise<boolean> => {
  const payment = await lockClaimed(tx, input);
  if (!payment) return false;
  await release(tx, { ...payment, cost: input.cost }, input);
  return true;
});

export interface AnswerInput {
  id: string;
  owner: string;
  /** Null: too large to be kept. */
  answer: string | null;
  cost: number | null;
  /** How long whoever stores the answer needs to have it settled; then anybody may. */
  leaseMs: number;
}

/** The answer is durable before anything is settled. False: the call was given up, and its answer must not leave. */
export const storeAnswer = defineWrite('wallets.answer', async (tx: Tx, input: AnswerInput): Promise<boolean> => {
  const payment = await lockClaimed(tx, input);
  if (!payment) return false;
  const { answer, cost } = input;
  await tx.db
    .updateTable('wallet_payments')
    .set({ state: 'answered', answer, cost, attempts: 1, next_at: tx.nowMs + input.leaseMs })
    .where('id', '=', payment.id)
    .execute();
  return true;
});

async function lockClaimed(
  tx: Tx,
  { id, owner }: Pick<ReleaseInput, 'id' | 'owner'>,
): Promise<WalletPaymentRow | undefined> {
  const query = tx.db.selectFrom('wallet_payments').selectAll().where('id', '=', id);
  return await lockRows(tx, query.where('owner', '=', owner).where('state', '=', 'claimed')).executeTakeFirst();
}

async function release(
  tx: Tx,
  payment: WalletPaymentRow,
  { reason, failure }: Pick<ReleaseInput, 'reason' | 'failure'>,
): Promise<void> {
  await refundWalletTask(tx, payment);
  await freeKey(tx, payment);
  const call_id = payment.purpose === 'call' ? await noteFailedCall(tx, payment, { reason, failure }) : null;
  await tx.db
    .updateTable('wallet_payments')
    .set({ state: 'released', reason, failure, cost: payment.cost, call_id, payment: null, ended_at: tx.nowMs })
    .where('id', '=', payment.id)
    .execute();
}

const formatRecovered = (): string => JSON.stringify(toErrorObject(new FareboxError('CALL_RECOVERED')));

/** Releases the claims of a dead instance. */
export const releasePaymentsOfDead = defineFollower(instanceDied, async (tx, { owner }) => {
  const query = tx.db
    .selectFrom('wallet_payments')
    .selectAll()
    .where('owner', '=', owner)
    .where('state', '=', 'claimed')
    .orderBy('account_id');
  for (;;) {
    const rows = await lockRows(tx, query.limit(PORTION)).execute();
    for (const row of rows) await release(tx, row, { reason: 'crash', failure: formatRecovered() });
    if (rows.length < PORTION) return;
  }
});

/** Claims that a live instance will never close: its write of the end was lost. */
export const releaseOverdue = defineWrite('wallets.releaseOverdue', async (tx: Tx, _input: null): Promise<number> => {
  const query = tx.db
    .selectFrom('wallet_payments')
    .selectAll()
    .where('state', '=', 'claimed')
    .where('deadline_at', '<', tx.nowMs - DEADLINE_GRACE_MS)
    .orderBy('account_id');
  const rows = await lockFreeRows(tx, query.limit(PORTION)).execute();
  for (const row of rows) await release(tx, row, { reason: 'deadline', failure: formatRecovered() });
  return rows.length;
});
