/** The ledger's own reads on the request path and in the sweeper. */

import type { Prepare } from '../database/rows.ts';
import type { Mode } from '../kernel/principal.ts';
import { CLAIM_COLUMNS } from './columns.ts';
import type { ApiKeyRow, CallRow, IdempotencyRow, OpenCallRow } from './tables.ts';
import type { WalletPaymentRow } from './wallets/tables.ts';

/** A call that has ended, with its recorded answer and its account's balance. */
export type KnownCall = Pick<CallRow, 'id' | 'mode' | 'account_id' | 'tool' | 'price' | 'state' | 'closed_at'> & {
  body: string | null;
  balance: number;
};

/** One part of a composed call. */
export type ChildRow = Pick<CallRow, 'id' | 'tool' | 'price' | 'state'>;

/** A call that is open; for a part of a composed one, the whole. */
export type RunningCall = Pick<OpenCallRow, 'id' | 'account_id' | 'key_id' | 'owner'>;

/** A payment of a wallet that holds an idempotency key; its call is there once it has ended. */
export type KeyedPayment = Pick<WalletPaymentRow, 'mode' | 'call_id' | 'answer'>;

/** Whether it runs, or how it ended. */
export type KnownState = Pick<CallRow, 'id' | 'mode' | 'failure'> & { state: 'open' | CallRow['state'] };

const KEY_WITH_ACCOUNT = `SELECT k.*, a.mode AS account_mode, a.status AS account_status
    FROM api_keys k JOIN accounts a ON a.id = k.account_id`;

/** PostgreSQL's alone: the keys of hashes with commas between. */
export const KEYS_BY_HASHES = `${KEY_WITH_ACCOUNT} WHERE k.hash = ANY(string_to_array(?, ','))`;

export type KeyWithAccount = ApiKeyRow & {
  account_mode: Mode;
  account_status: 'active' | 'suspended' | 'closed';
};

/** Every statement, so that a test can look at each one's plan. */
export const readStatements = {
  call: `SELECT c.id, c.mode, c.account_id, c.tool, c.price, c.state, c.closed_at, a.body, b.balance
    FROM calls c LEFT JOIN answers a ON a.call_id = c.id JOIN accounts b ON b.id = c.account_id WHERE c.id = ?`,
  callState: `SELECT id, mode, 'open' AS state, NULL AS failure FROM open_calls WHERE id = ?
    UNION ALL SELECT id, mode, state, failure FROM calls WHERE id = ?`,
  payment: 'SELECT mode, call_id, answer FROM wallet_payments WHERE id = ?',
  claim: `SELECT ${CLAIM_COLUMNS} FROM idempotency WHERE scope = ? AND key = ?`,
  joiners: `SELECT i.joiners FROM open_calls c JOIN idempotency i
    ON i.scope = c.claim_scope AND i.key = c.claim_key AND i.call_id = c.id WHERE c.id = ? AND c.mode = ?`,
  keyByHash: `${KEY_WITH_ACCOUNT} WHERE k.hash = ?`,
  children: 'SELECT id, tool, price, state FROM calls WHERE parent_id = ? ORDER BY id',
  // These read all open calls: there are no more of them than run.
  openOf: 'SELECT coalesce(parent_id, id) AS id, account_id, key_id, owner FROM open_calls WHERE owner = ? LIMIT ?',
  overdue:
    'SELECT coalesce(parent_id, id) AS id, account_id, key_id, owner FROM open_calls WHERE deadline_at < ? LIMIT ?',
} as const;

export function prepareReads(prepare: Prepare) {
  return {
    call: prepare<[string], KnownCall>(readStatements.call),
    callState: prepare<[string, string], KnownState>(readStatements.callState),
    payment: prepare<[string], KeyedPayment>(readStatements.payment),
    claim: prepare<[string, string], IdempotencyRow>(readStatements.claim),
    joiners: prepare<[string, Mode], Pick<IdempotencyRow, 'joiners'>>(readStatements.joiners),
    keyByHash: prepare<[string], KeyWithAccount>(readStatements.keyByHash),
    children: prepare<[string], ChildRow>(readStatements.children),
    openOf: prepare<[string, number], RunningCall>(readStatements.openOf),
    overdue: prepare<[number, number], RunningCall>(readStatements.overdue),
  };
}

export type LedgerReads = ReturnType<typeof prepareReads>;
