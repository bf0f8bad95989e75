/** Column lists shared by both engines, each in the order in which values are bound. */
import type { CallRow, TransferRow } from './tables.ts';

export const ACCOUNT_COLUMNS =
  'id, mode, status, balance, deposited, charges_count, settled_count, spent, refunded_at, transfer_seq, ' +
  'answer_bytes';

export const KEY_COLUMNS =
  'id, account_id, lineage, cap_total, cap_per_day, cap_per_call, cap_tools, spent_total, spent_day, spent_on_day, ' +
  'expires_at, revoked_at, replaced_by';

export const CALL_COLUMNS =
  'id, mode, account_id, key_id, lineage, tool, price, state, owner, deadline_at, opened_at, closed_at, claim_scope, ' +
  'claim_key, parent_id';

export const CLAIM_COLUMNS = 'scope, key, fingerprint, call_id, joiners, expires_at';

/** Refunds that count against the hourly limit; the words are those of the index `calls_refunded_by_tool`. */
export const COUNTED_REFUNDS = `state = 'refunded' AND price > 0 AND reason <> 'crash' AND reason <> 'not_sent'`;

/** What T1 writes; the rest of a call's columns are null while it is open. */
export const OPENED_COLUMNS = [
  'id',
  'mode',
  'account_id',
  'key_id',
  'lineage',
  'tool',
  'price',
  'state',
  'owner',
  'deadline_at',
  'opened_at',
  'claim_scope',
  'claim_key',
  'parent_id',
] as const satisfies readonly (keyof CallRow)[];

/** What a transfer of a call writes; `source` is null. */
export const TRANSFER_COLUMNS = [
  'account_id',
  'seq',
  'id',
  'mode',
  'kind',
  'debit_account',
  'credit_account',
  'amount',
  'balance_after',
  'call_id',
  'tool',
  'reason',
  'lineage',
  'at',
] as const satisfies readonly (keyof TransferRow)[];
