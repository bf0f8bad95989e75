/** Column lists shared by both engines, each in the order in which values are bound. */

import type { AccountRow, ApiKeyRow, CallRow, OpenCallRow, TransferRow } from './tables.ts';
import type { TaskRow } from './task-tables.ts';

export const ACCOUNT_COLUMNS =
  'id, mode, status, balance, deposited, charges_count, refunds_count, settled_seen, spent, refunded_at, transfer_seq, ' +
  'last_transfer, root_paid_at, answer_bytes';

export const KEY_COLUMNS =
  'id, account_id, lineage, is_root, cap_total, cap_per_day, cap_per_call, cap_tools, spent_total, spent_day, ' +
  'spent_on_day, charges_count, refunds_count, last_transfer, expires_at, revoked_at, replaced_by';

export const OPEN_CALL_COLUMNS = [
  'id',
  'mode',
  'account_id',
  'key_id',
  'lineage',
  'tool',
  'price',
  'owner',
  'deadline_at',
  'opened_at',
  'claim_scope',
  'claim_key',
  'parent_id',
  'task_ref',
] as const satisfies readonly (keyof OpenCallRow)[];

export const CLOSED_CALL_COLUMNS = [
  'id',
  'mode',
  'account_id',
  'lineage',
  'tool',
  'price',
  'state',
  'reason',
  'failure',
  'opened_at',
  'closed_at',
  'cost',
  'claim_scope',
  'claim_key',
  'parent_id',
  'task_ref',
] as const satisfies readonly (keyof CallRow)[];

export const TASK_COLUMNS = [
  'account_id',
  'task_ref',
  'mode',
  'spent',
  'max_total',
  'used_at',
] as const satisfies readonly (keyof TaskRow)[];

export const CLAIM_COLUMNS = 'scope, key, fingerprint, call_id, joiners, expires_at';

/** Refunds that count against the hourly limit; the words are those of the index `calls_refunded_by_tool`. */
export const COUNTED_REFUNDS = `state = 'refunded' AND price > 0 AND reason <> 'crash' AND reason <> 'not_sent'`;

/** Columns of an account that calls change. */
export const ACCOUNT_VALUES = [
  'balance',
  'charges_count',
  'refunds_count',
  'settled_seen',
  'spent',
  'refunded_at',
  'transfer_seq',
  'last_transfer',
  'root_paid_at',
  'answer_bytes',
] as const satisfies readonly (keyof AccountRow)[];

/** Columns of a sub-key that calls change. */
export const KEY_VALUES = [
  'spent_total',
  'spent_day',
  'spent_on_day',
  'charges_count',
  'refunds_count',
  'last_transfer',
] as const satisfies readonly (keyof ApiKeyRow)[];

/** Columns of a call's transfer; `source` and `id` are null. */
export const TRANSFER_COLUMNS = [
  'n',
  'account_id',
  'seq',
  'prev',
  'mode',
  'kind',
  'counter',
  'amount',
  'balance_after',
  'call_id',
  'reason',
  'lineage',
  'lineage_prev',
  'at',
] as const satisfies readonly (keyof TransferRow)[];
